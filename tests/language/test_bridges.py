"""Names by which one text leads to another."""

from __future__ import annotations

import pytest

from graphmem.language.bridges import LONGEST, MOST, bare, mentions, names_said
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("The ferry was built by Hansen Brothers in Bergen.", EN, (" hansen brothers ", " bergen ")),
        ("Yesterday we met. Lovely people!", EN, ()),
        ("When I asked, The Lantern was closed", EN, (" lantern ",)),
        ("Kitabı Selin'den aldım, İzmir'de okudum.", TR, (" selin ", " kitabi selin ", " izmir ")),
        ("Ama Kordon Kafe'yi sevdim", TR, (" kordon kafe ",)),
        ("nothing here", EN, ()),
    ],
)
def test_names_of_a_text(text: str, language: Language, expected: tuple[str, ...]) -> None:
    assert names_said(text, bare("who?"), language) == expected


def test_what_the_question_says_leads_nowhere() -> None:
    assert names_said("It was built in Bergen by Hansen.", bare("Which Bergen ferry is it?"), EN) == (" hansen ",)


def test_a_long_text_names_too_much() -> None:
    assert names_said(f"He lives in Bergen. {'x' * LONGEST}", "", EN) == ()
    many = " and ".join(f"then Name{letter}" for letter in "abcdefghijklmnop")
    assert len(names_said(many, "", EN)) == MOST


def test_a_name_is_found_as_words_not_as_letters() -> None:
    texts = [bare("I flew to Bergen's old port"), bare("Bergenson called"), bare("İzmir'e vardık")]
    assert mentions(" bergen ", texts) == [0]
    assert mentions(" izmir ", texts) == [2]
