"""Quotes: the words of somebody with annotations, put there, seen through and taken away."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.contradiction import contradicts
from graphmem.language.doc import doc_of
from graphmem.language.guards import compare
from graphmem.language.quotes import Note, bare, dated, quoted, says_all, told_of
from graphmem.language.temporal import resolve
from graphmem.model.language import Language
from tests.support.quotes import is_quote_of

EN, TR = Language.EN, Language.TR


def test_annotations_come_off() -> None:
    text = quoted("She moved to Oslo yesterday.", "Ada", [Note(3, "Samantha"), Note(27, "2026-05-03")])
    assert text == "Ada: She [Samantha] moved to Oslo yesterday [2026-05-03]."
    assert bare(text) == "She moved to Oslo yesterday."
    assert is_quote_of(text, "Ada", "She moved to Oslo yesterday.")
    assert not is_quote_of(text, "Ada", "She moved to Oslo.")
    assert not is_quote_of(text, "Ben", "She moved to Oslo yesterday.")


def test_brackets_that_were_said_stay() -> None:
    said = "The note [2026-05-01] says yesterday"
    assert is_quote_of(quoted(said, "user", [Note(len(said), "2026-05-03")]), "user", said)


@pytest.mark.parametrize(
    ("speaker", "shown"), [("user", "User"), ("", "User"), ("asistan", "Assistant"), ("a: b", "a b")]
)
def test_who_speaks(speaker: str, shown: str) -> None:
    assert quoted("I sing.", speaker).startswith(f"{shown}: ")


@pytest.mark.parametrize(
    ("said", "read", "language"),
    [
        ("I fly tomorrow [2026-05-05].", "I fly on 2026-05-05.", EN),
        ("It is due on 4 May [2026-05-04].", "It is due on 4 May (2026-05-04).", EN),
        ("Yarın [2026-05-05] uçuyorum.", "2026-05-05 tarihinde uçuyorum.", TR),
        ("It rained some day [2026-05-05].", "It rained some day 2026-05-05.", EN),
    ],
)
def test_days_stand_in_the_place_of_words_where_texts_are_compared(said: str, read: str, language: Language) -> None:
    assert dated(doc_of(f"Ada: {said}", language)) == read


def who_told(text: str) -> tuple[str, str]:
    speaker, words = told_of(doc_of(text, EN))
    return speaker, words.text


def test_i_is_who_speaks() -> None:
    assert who_told("Ada: My cat and I moved") == ("Ada", "Ada's cat and I moved")
    assert who_told("User: I moved") == ("", "I moved")
    assert contradicts(doc_of("Ada: I live in Oslo.", EN), doc_of("Ada: I live in Bergen now.", EN))
    assert contradicts(doc_of("Ada: I live in Oslo.", EN), doc_of("Ben: Ada moved to Bergen.", EN))
    assert not contradicts(doc_of("Ada: I live in Oslo.", EN), doc_of("Ben: I live in Bergen now.", EN))
    assert contradicts(doc_of("Elif: Ankara'da oturuyorum.", TR), doc_of("Elif: Artık İzmir'de oturuyorum.", TR))
    assert not contradicts(doc_of("Elif: Ankara'da oturuyorum.", TR), doc_of("Mert: Artık İzmir'de oturuyorum.", TR))


def test_the_same_words_said_of_two_days_differ() -> None:
    one, other = (quoted("I see the vet tomorrow", "user", [Note(22, f"2026-05-0{day}")]) for day in (4, 5))
    assert compare(doc_of(one, EN), doc_of(other, EN)).differing
    assert not compare(doc_of(one, EN), doc_of(one, EN)).differing


def test_a_fuller_statement_of_the_same_person() -> None:
    assert says_all("Ada: I have a brown dog, Rex", "Ada: I have a dog")
    assert not says_all("Ada: I have a dog", "Ada: I have a brown dog, Rex")
    assert not says_all("Ada: I have a brown dog", "Ben: I have a dog")


def test_a_time_is_found_again_without_knowing_when_it_was_said() -> None:
    said = datetime(2026, 5, 4, tzinfo=UTC)
    assert resolve("I flew last week", EN, said).expressions[0].end == len("I flew last week")
    assert dated(doc_of("Ada: I flew last week [2026-04-27]", EN)) == "I flew on 2026-04-27"
