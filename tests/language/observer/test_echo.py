"""What an assistant says that its user has said already."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.detect import detect
from graphmem.language.observer.echo import is_echo
from graphmem.model.language import Language
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import Extractor

SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)

ECHOES = [
    ("I'm allergic to nuts, so no nuts in my recipes please.", "Got it, no nuts."),
    ("I'm allergic to nuts.", "Got it, no nuts. I'll keep all recipes nut-free."),
    ("I always take the window seat on long flights.", "Window seats it is."),
    ("I'll call you Zoe from now on.", "Okay, I'm Zoe from now on!"),
    ("Hello there, who are you?", "Hi! I'm Zoe, your assistant."),
    ("We use tabs in this repo.", "Understood: tabs in this repo."),
    ("Remind me to call the dentist tomorrow at 9.", "I'll remind you to call the dentist tomorrow at 9."),
    ("We switched from Jira to Linear last week.", "So you moved your tickets from Jira to Linear last week."),
    ("My sister Ada lives in Lyon.", "Noted! Your sister Ada lives in Lyon."),
    ("I switched the log level of the harbour gateway to DEBUG.", "The harbour gateway now logs at DEBUG."),
    ("Fıstığa alerjim var.", "Tamam, not aldım: fıstık alerjin var."),
    ("Annemin ameliyatı 20 Nisan'da.", "Tamam, 20 Nisan'daki ameliyatı not ettim. Geçmiş olsun."),
    ("Toplantıyı perşembeye aldık, yer Kadıköy.", "Anlaşıldı, perşembe Kadıköy."),
    ("İzmir'e taşındık, Bostanlı'da oturuyoruz.", "Demek İzmir'e taşındınız, Bostanlı'da oturuyorsunuz."),
    ("Sunucu Frankfurt'ta.", "Peki, Frankfurt'u kaydettim."),
]
NEWS = [
    ("When does my flight leave on Friday?", "Your flight TK1952 leaves on Friday at 7:15 from Sabiha Gökçen."),
    ("Can you set up the project?", "I created the repository graphmem-demo and added a CI workflow with three jobs."),
    ("Uçağım kaçta?", "Tamam, uçağın cuma 07:15'te Sabiha Gökçen'den kalkıyor."),
]


def remembered(said: str, answered: str) -> list[str]:
    """What is made of an assistant's answer."""
    extractor = Extractor()
    for text, role in ((said, Role.USER), (answered, Role.ASSISTANT)):
        language = detect(text, default=Language.EN)
        extraction = extractor.extract(Message(role.value, text, role.value, role, SAID_AT, language))
    return [formed.text for formed in extraction.statements]


@pytest.mark.parametrize(("said", "answered"), ECHOES)
def test_an_echo_makes_no_memory(said: str, answered: str) -> None:
    assert remembered(said, answered) == []


@pytest.mark.parametrize(("said", "answered"), NEWS)
def test_news_make_one(said: str, answered: str) -> None:
    assert remembered(said, answered)


def test_without_what_was_heard_only_the_opening_tells() -> None:
    assert is_echo("Noted: you are vegetarian.", Language.EN)
    assert is_echo("Not ettim, ameliyat salı günü.", Language.TR)
    assert not is_echo("The surgery is on Tuesday.", Language.EN)
