"""Information density: parts, the threshold, and messages that only ask, request or acknowledge."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.observer.clauses import assertions, stated
from graphmem.language.observer.density import ENOUGH, Density, density
from graphmem.model.entity import EntityType, Mention
from graphmem.model.language import Language

IZMIR = (Mention("İzmir", EntityType.PLACE),)


def test_parts_of_a_statement() -> None:
    found = density("I moved to Izmir last spring", Language.EN, IZMIR)  # one clause, but of four content words
    assert (found.entities, found.facts, found.times, found.corrections) == (1, 2, 1, 0)
    assert density("The coffee is cold.", Language.EN, ()).score == 1
    assert found.score == sum((found.entities, found.facts, found.times, found.corrections, found.declared))
    assert density("Geçen bahar İzmir'e taşındım", Language.TR, IZMIR).entities == 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I prefer tabs", Language.EN),
        ("I can't stand coriander.", Language.EN),
        ("We lost the match on Sunday.", Language.EN),
        ("No, it's the blue one, not the green one.", Language.EN),
        ("I live in Leeds, do you know a good dentist?", Language.EN),
        ("Search reads from a replica, writes go through the monolith.", Language.EN),
        ("Çayı şekersiz severim.", Language.TR),
        ("cumaya kadar raporu bitirecegim", Language.TR),
        ("Hayır, toplantı salı değil çarşamba.", Language.TR),
        ("Babam geçen ay emekli oldu.", Language.TR),
        ("Bursa gezisi iptal oldu.", Language.TR),
        ("Annem otuz yıl okulda çalıştı.", Language.TR),
        ("cumaları halk eğitimde ebru kursundayım", Language.TR),
        ("Annemle evde Lazca konuşuruz", Language.TR),
    ],
)
def test_statements_are_enough(text: str, language: Language) -> None:
    assert density(text, language, ()).enough


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("let me think about that", Language.EN),
        ("what's the weather like in Izmir tomorrow?", Language.EN),
        ("what should I prefer, tabs or spaces?", Language.EN),
        ("That sounds good to me, thanks!", Language.EN),
        ("Tell me a joke about penguins.", Language.EN),
        ("I'm not sure about this.", Language.EN),
        ("İzmir'de yarın hava nasıl olacak?", Language.TR),
        ("bi düşüneyim bakalım", Language.TR),
        ("Yardımın için çok teşekkürler!", Language.TR),
        ("İkinci seçeneği tekrar göster.", Language.TR),
    ],
)
def test_questions_requests_and_acknowledgements_are_not(text: str, language: Language) -> None:
    assert not density(text, language, IZMIR).enough


def test_a_question_leaves_what_was_stated_before_it() -> None:
    assert stated("I moved to Izmir. Is it warm there?", Language.EN) == "i moved to izmir."
    assert assertions("I moved to Izmir, do you know a dentist?", Language.EN) == ("i moved to izmir",)
    assert assertions("Is it warm there?", Language.EN) == ()


@given(st.text(max_size=200), st.sampled_from(Language))
def test_the_score_is_the_sum_of_its_parts_and_repeating_a_text_states_nothing_new(
    text: str, language: Language
) -> None:
    found = density(text, language, ())
    assert isinstance(found, Density)
    assert found.enough is (found.score >= ENOUGH)
    assert assertions(f"{text}\n{text}", language) == assertions(text, language)
