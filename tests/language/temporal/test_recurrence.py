"""Times that come again and again end nothing: what holds every Friday holds after the next one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.temporal import resolve
from graphmem.model.language import Language

SAID = datetime(2026, 11, 26, 9, tzinfo=UTC)  # a Thursday
SUMMER = datetime(2026, 8, 26, 9, tzinfo=UTC)


def until(text: str, language: Language) -> str | None:
    found = resolve(text, language, SAID)
    return found.valid_until.isoformat() if found.valid_until else None


@pytest.mark.parametrize(
    "text",
    [
        "Never deploy on Friday.",
        "Never schedule meetings with me on Monday",
        "Nobody deploys on Friday after lunch",
        "we meet Tuesday and Thursday evenings",
        "My birthday is on 14 March",
        "our anniversary is 3 May",
        "My daughter was born on 3 December",
        "I pay the rent on the 1st",
        "practice is tues/thurs so there goes my whole life",
        "soccer is mon/wed from now on because the tuesday field is a swamp",
        "It was Mothering Sunday today",
        "Taco Tuesday, need a green sauce",
        "my shifts are tues and fri",
        "piano lessons Monday and Thursday, the twins love it",
        "tues and thurs are fine, sundays are church till 12",
        "moved to Monday, Wednesday, Saturday mornings",
        "choir is wed, fri 19:30-21",
    ],
)
def test_english(text: str) -> None:
    found = resolve(text, Language.EN, SAID)
    assert (found.valid_from, found.valid_until) == (SAID.date(), None)
    assert not found.foresight


@pytest.mark.parametrize(
    "text",
    [
        "Cuma günü asla deploy yapma",
        "Pazar günü hep annemdeyiz",
        "Hafta sonları Kordon'da koşuyorum",
        "Salı ve perşembe akşamları yüzüyorum",
        "Doğum günüm 14 Nisan",
        "Evlilik yıldönümümüz 3 Mayıs",
        "Kızım 3 Aralık'ta doğdu",
        "Ayın 15'inde maaş yatıyor",
        "Antrenman salı/perşembe oluyor",
        "kafede hafta sonu vardiyamı 12 saate çıkardılar",
        "Doktor hapı sabahtan akşama aldırdı",
        "nişanda kardeş ne takar",
        "salı perşembe yüzme kursum var 18-20",
        "pazartesi, çarşamba ve cuma spordayım",
        "Yeğenimin yaş günü 3 Mart",
    ],
)
def test_turkish(text: str) -> None:
    found = resolve(text, Language.TR, SAID)
    assert (found.valid_from, found.valid_until) == (SAID.date(), None)
    assert not found.foresight


def test_what_happens_once_keeps_its_day() -> None:
    assert until("Never call me this Friday", Language.EN) == "2026-11-27"
    assert until("I never work. The dentist is on Friday.", Language.EN) == "2026-11-27", "a sentence of its own"
    assert until("Clara's birthday party is on 14 March", Language.EN) == "2027-03-14"
    assert until("Doğum günü partisi 14 Mart'ta", Language.TR) == "2027-03-14"
    assert until("Nobody can come on Friday", Language.EN) == "2026-11-27"
    assert until("Every employee hands in the form on Friday", Language.EN) == "2026-11-27"
    assert until("Cuma hep birlikte sinemaya gidiyoruz", Language.TR) == "2026-11-27"
    assert until("the meeting is on the 1st", Language.EN) == "2026-12-01"
    assert until("haftaya bugün sunumum var", Language.TR) == "2026-12-03"
    assert until("I'm off Monday and Tuesday", Language.EN) == "2026-11-30", "days that follow each other"
    assert until("pazartesi salı izinliyim", Language.TR) == "2026-12-01"
    assert until("We'll see the flat on Saturday and Monday", Language.EN) is not None
    assert until("Salı ve cuma toplantı var", Language.TR) is not None
    assert until("Salı ve cuma kursa gideceğim", Language.TR) is not None, "ahead, and no hours of it"
    assert resolve("I went to class Monday and Thursday", Language.EN, SAID).expressions, "days of the past"
    assert until("I'll come by on a Friday", Language.EN) is not None, "a plan all the same"
    assert resolve("I never saw Clara on Friday", Language.EN, SAID).valid_from == datetime(2026, 11, 20).date()
    born = resolve("My daughter was born on 3 December 2019", Language.EN, SAID)
    assert born.valid_from == datetime(2019, 12, 3).date()
    since = resolve("that's not your doing, he's had me off salt since that scare at Christmas", Language.EN, SUMMER)
    assert (since.valid_from, since.valid_until) == (datetime(2025, 12, 25).date(), None)


def test_what_lies_ahead_beside_a_birthday_ends_in_no_week() -> None:
    found = resolve("my niece's birthday's on the 21st of December, she'll be 7", Language.EN, SAID)
    assert (found.valid_until, found.foresight) == (None, True)
    assert until("yeğenimin yaş günü 3 Mart, 7 olacak", Language.TR) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We have a weekly sync on Tuesday.", Language.EN),
        ("The weekly sync is on Tuesday at 10.", Language.EN),
        ("Haftalık toplantımız salı günü.", Language.TR),
    ],
)
def test_a_weekly_plan_does_not_end_at_its_first_day(text: str, language: Language) -> None:
    assert until(text, language) is None
