"""What a text states that no other way of saying it leaves out."""

from __future__ import annotations

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.specifics import find_specifics
from graphmem.model.language import Language


def of(text: str, language: str = "en") -> frozenset[str]:
    return find_specifics(doc_of(text, Language(language)))


@pytest.mark.parametrize(
    ("text", "language", "stated"),
    [
        ("We had lunch outside.", "en", set()),
        ("The staging server listens on port 5433.", "en", {"number 5433"}),
        ("User's brother lives in Izmir since May.", "en", {"name izmir", "date month:5"}),
        ("Flight TK1 leaves soon.", "en", {"number tk1", "name tk1"}),
        ("It was yesterday [2026-03-04].", "en", {"number 2026-03-04"}),
        ("Write to ada@acme.io about it.", "en", {"text ada@acme.io"}),
        ("Ofis kirası 45 bin lira.", "tr", {"number 45000"}),
    ],
)
def test_what_is_stated(text: str, language: str, stated: set[str]) -> None:
    assert of(text, language) == stated


def test_other_words_state_the_same() -> None:
    assert of("The rent is four thousand euros.") == of("We pay a rent of 4,000 euros.")


def test_long_numbers_are_told_apart() -> None:
    assert of("The account is 12345678901234567.").isdisjoint(of("The account is 12345678901234568."))
