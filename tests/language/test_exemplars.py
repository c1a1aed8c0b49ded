"""The example sentences: every category the write path gives, in both languages, each sentence once."""

from __future__ import annotations

from collections import Counter

import pytest

from graphmem.language.detect import detect
from graphmem.language.exemplars import exemplars
from graphmem.model.category import Category
from graphmem.model.language import Language

MADE_BY_DREAMS = {Category.THEME, Category.PATTERN, Category.SUMMARY}


@pytest.mark.parametrize("language", list(Language))
def test_every_category_has_its_sentences(language: Language) -> None:
    rows = exemplars("category", language)
    counts = Counter(label for label, _ in rows)
    assert set(counts) == {category.value for category in Category if category not in MADE_BY_DREAMS}
    assert min(counts.values()) >= 20
    assert len({sentence for _, sentence in rows}) == len(rows)
    assert all(sentence.strip() for _, sentence in rows)


@pytest.mark.parametrize("language", list(Language))
def test_the_sentences_are_of_their_language(language: Language) -> None:
    other = [sentence for _, sentence in exemplars("category", language) if detect(sentence, language) is not language]
    assert len(other) <= 3, other
