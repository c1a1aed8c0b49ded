"""How much of what a question asks with a text says: the share of its words of content, names counting double.

A question about somebody or something unknown names them, so that a name which is missing says more than another word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from graphmem.language import bilingual
from graphmem.language.query import query_terms
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import words as listed
from graphmem.model.language import Language

NAME = 2.0
"""Weight of a name beside another word. Of LoCoMo's questions asked of somebody else's conversation 22 % find a turn
that bears on them, with a weight of one 32 %; of those asked of their own 99.7 % in both."""

MOST_READ = 8_000
"""Characters of a text that are looked at."""

_SAME_START = 3
"""Letters by which a word may be one of the question's at all: only such words are stemmed, which costs most."""

_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[.'’\-]")


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word of a question as it was written: the forms it is known by, and its weight; `abroad` is what it is called
    in the other language, by stems where that is English, by what `bilingual.bases` finds where it is Turkish."""

    forms: frozenset[str]
    weight: float
    text: str = ""
    abroad: frozenset[str] = frozenset()


def query_words(query: str, language: Language) -> tuple[QueryWord, ...]:
    """The words of content that a question asks with. A word with a capital that does not begin it is a name, unless it
    is known to be none, as months are."""
    start = query.lstrip()
    return tuple(
        QueryWord(forms_of(term), NAME, term)
        if _is_name(term) and not start.startswith(term)
        else QueryWord(forms_of(term), 1.0, term, _abroad(term, language))
        for term in query_terms(query, language)
    )


@lru_cache(maxsize=20_000)
def _abroad(term: str, language: Language) -> frozenset[str]:
    called = bilingual.translated(term, language)
    return frozenset(fold(one) if language is Language.EN else stem(one, Language.EN) for one in called)


def _is_name(term: str) -> bool:
    return term[:1].isupper() and fold(term) not in _no_names()


@cache
def _no_names() -> frozenset[str]:
    return frozenset(fold(word) for word in listed("entities_not_names"))


def coverage(words: Sequence[QueryWord], text: str) -> float:
    """0–1: the weight of the question's words that the text says, in any inflection; 0 for a question without any."""
    return word_and_name_coverage(words, text)[0]


def word_and_name_coverage(words: Sequence[QueryWord], text: str, *, abroad: bool = False) -> tuple[float, float]:
    """Coverage, and the share of the question's names that the text says, 0 for a question without any; `abroad`: the
    text is of the other language."""
    said = find_words(words, text, abroad=abroad)
    total = sum(word.weight for word in words)
    names = [place for place, word in enumerate(words) if word.weight >= NAME]
    return (
        sum(words[place].weight for place in said) / total if total else 0.0,
        sum(place in said for place in names) / len(names) if names else 0.0,
    )


def find_words(words: Sequence[QueryWord], text: str, *, abroad: bool = False) -> frozenset[int]:
    """Places of the question's words that the text says; `abroad`: the text is of the other language."""
    starts = {form[:_SAME_START] for word in words for form in (*word.forms, *(word.abroad if abroad else ()))}
    read = set(_WORD.findall(text[:MOST_READ]))
    said = {form for token in read if fold(token[:_SAME_START]) in starts for form in forms_of(token)}
    called = said | {base for token in read for base in bilingual.bases(token)} if abroad else said
    return frozenset(
        place for place, word in enumerate(words) if word.forms & said or (abroad and word.abroad & called)
    )


@lru_cache(maxsize=20_000)
def forms_of(word: str) -> frozenset[str]:
    """The word and its stems in both languages: a name is inflected as its sentence is, whatever it comes from. A stem
    that is a word of its own which says nothing is none of it: of Deniz only "de" is left, of Ayla "a"."""
    parts = [part for part in _PART.split(word) if part]
    stems = {form for part in parts for form in (stem(part, language) for language in Language) if not _is_small(form)}
    return frozenset({fold(part) for part in parts} | stems)


@lru_cache(maxsize=20_000)
def _is_small(form: str) -> bool:
    return any(is_stop_word(form, language) for language in Language)
