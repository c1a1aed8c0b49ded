"""The example sentences: every category the write path gives, in both languages, each sentence once."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.detect import detect
from graphmem.language.exemplars import exemplars, marks
from graphmem.language.turkish import fold
from graphmem.model.category import Category
from graphmem.model.language import Language

MADE_BY_DREAMS = {Category.THEME, Category.PATTERN, Category.SUMMARY}


@pytest.mark.parametrize("language", list(Language))
def test_every_category_has_its_sentences(language: Language) -> None:
    rows = exemplars("category", language)
    counts = Counter(label for label, _ in rows)
    assert set(counts) == {category.value for category in Category if category not in MADE_BY_DREAMS}
    assert min(counts.values()) >= 50
    assert len({sentence for _, sentence in rows}) == len(rows)
    assert all(sentence.strip() for _, sentence in rows)


@pytest.mark.parametrize("language", list(Language))
def test_the_sentences_are_of_their_language(language: Language) -> None:
    other = [sentence for _, sentence in exemplars("category", language) if detect(sentence, language) is not language]
    assert len(other) <= 3, other


def test_marks_are_words_pairs_and_pieces() -> None:
    assert marks("Ya, 12 gün") == {
        **dict.fromkeys(["ya", ",", "0", "gun"], 1),
        **dict.fromkeys(["^ ya", "ya ,", ", 0", "0 gun", "gun $"], 1),
        **dict.fromkeys(["…<ya", "…ya>", "…<ya>", "…<,>", "…<0>", "…<gu", "…gun", "…un>", "…<gun", "…gun>"], 1),
    }


@given(st.text(max_size=200))
def test_marks_know_neither_capitals_nor_accents_nor_which_number(text: str) -> None:
    assert marks(text) == marks(fold(text))
    assert marks(f"{text} 7") == marks(f"{text} 4096")
    assert all(count > 0 for count in marks(text).values())
