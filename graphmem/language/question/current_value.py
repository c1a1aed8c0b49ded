"""Questions for a current value, and statements with one: of two such statements the later one holds."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from graphmem.language.question.wording import core
from graphmem.language.stem import stem
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")
_TOLD_BY = 4
"""First letters that usually tell a word from others."""

MOST_READ = 4_000
"""Characters of a statement that are searched for a value."""


def asks_current(query: str, language: Language) -> bool:
    """Whether a question wants one current value, but no history: "how many", "when is", "kaç"."""
    asked = core(query, language)
    return bool(_value_questions(language).match(asked)) and not _other_questions(language).search(asked)


def stems_of(terms: Collection[str], language: Language) -> frozenset[str]:
    """Return the forms by which a question's words are compared."""
    return frozenset(form for term in terms for form in _forms(term, language))


def _forms(word: str, language: Language) -> frozenset[str]:
    """Return the stem of a word and its first letters: Turkish stems of one noun may differ ("kotayı")."""
    folded = fold(word)
    return frozenset((stem(word, language), folded, folded[:_TOLD_BY] if len(folded) > _TOLD_BY else folded))


def beside_value(text: str, stems: frozenset[str], language: Language, *, new: bool = False) -> int:
    """Return how many words of the question stand in one sentence with a number, a month or a day.

    The sentence with the most counts. With `new`, only sentences with news count: "recently", "increased to", "artık".
    """
    most = 0
    for sentence in _SENTENCE.split(text[:MOST_READ]):
        said = _WORD.findall(sentence)
        shared = {fold(word)[:_TOLD_BY] for word in said if _forms(word, language) & stems}
        if len(shared) > most and _has_value(sentence, said, language) and (not new or _is_news(said, language)):
            most = len(shared)
    return most


def _has_value(sentence: str, said: Collection[str], language: Language) -> bool:
    return bool(_DIGIT.search(sentence)) or any(
        _forms(word, language) & words(f"{language.value}/question_values") for word in said
    )


def _is_news(said: Collection[str], language: Language) -> bool:
    return any(fold(word) in _news(language) for word in said)


@cache
def _value_questions(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(lines(f"{language.value}/question_current")))


@cache
def _other_questions(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(lines(f'{language.value}/question_current_not'))})(?!\w)")


@cache
def _news(language: Language) -> frozenset[str]:
    return words(f"{language.value}/gate_changes") | words(f"{language.value}/question_news")
