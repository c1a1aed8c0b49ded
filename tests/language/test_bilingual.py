"""Words of a question in the other language, in whatever inflection."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language import bilingual
from graphmem.language.bilingual import MOST, translated, translations
from graphmem.language.coverage import coverage, query_words, word_and_name_coverage
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("word", "language", "called"),
    [
        ("mother", EN, "anne"),
        ("annemin", TR, "mother"),
        ("köpeğim", TR, "dog"),
        ("kitapları", TR, "book"),
        ("ilacını", TR, "medicine"),
        ("countries", EN, "ülke"),
        ("bought", EN, "al"),
        ("running", EN, "koş"),
        ("taşındık", TR, "move"),
        ("çalışıyorum", TR, "work"),
        ("Haziran'da", TR, "june"),
    ],
)
def test_a_word_is_known_in_any_form(word: str, language: Language, called: str) -> None:
    assert called in translated(word, language)


@pytest.mark.parametrize(("word", "language"), [("Maisie", EN), ("xyzzy", EN), ("Şalgamoğlu", TR), ("", TR)])
def test_what_stands_in_no_line_has_no_translation(word: str, language: Language) -> None:
    assert translated(word, language) == ()


def test_a_root_is_known_by_endings_of_verbs() -> None:
    assert bilingual.is_of_root("aldim", "al")
    assert bilingual.is_of_root("tasiniyoruz", "tasin")
    assert not bilingual.is_of_root("alkol", "al"), "a short root begins many words"
    assert not bilingual.is_of_root("git", "git")


def test_every_line_has_a_word_on_either_side() -> None:
    wrong = [
        line
        for line in lines("words_across")
        if line.count("=") != 1 or not all(word.strip() for part in line.split("=") for word in part.split(","))
    ]
    assert wrong == []


def test_a_text_in_the_other_language_says_the_words_of_a_question() -> None:
    text = "Annem Nizip'te oturuyor, doktora götürdük, hastalığı yeni başlamış."
    question = query_words("What is my mother's illness?", EN)
    assert coverage(question, text) == 0.0
    assert word_and_name_coverage(question, text, abroad=True)[0] == 1.0
    asked = query_words("Oğlum nerede çalışıyor?", TR)
    assert word_and_name_coverage(asked, "My son works at a garage in Leeds.", abroad=True)[0] == 1.0


def test_a_name_is_not_translated() -> None:
    (name,) = (word for word in query_words("Where does Rose live?", EN) if word.text == "Rose")
    assert name.abroad == frozenset()


@given(st.lists(st.text(max_size=30), max_size=40), st.sampled_from(Language))
def test_whatever_is_asked_is_answered_within_bounds(words: list[str], language: Language) -> None:
    assert len(translations(words, language)) <= MOST
    assert translated("ş" * 100_000, language) == ()
