"""Coverage: the share of a question's content words that a text has, names counting double.

A question about an unknown person or thing names it, so a missing name matters more than another missing word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from graphmem.language import bilingual
from graphmem.language.naming.gazetteer import is_name_somewhere
from graphmem.language.query import query_terms
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import words as listed
from graphmem.model.language import RULED, Language

NAME = 2.0
"""Weight of a name beside another word. Asked of another conversation, LoCoMo's questions find a turn
that seems to answer in 22 % of cases, with a weight of one in 32 %; asked of their own, in 99.7 % with either."""

MOST_READ = 8_000
"""Characters of a text that are read."""

_SAME_START = 3
"""First letters by which a text's word may match a question's word.
Only such words are stemmed, since stemming costs most."""

_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[.'’\-]")


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word of a question as written, with its forms and its weight.

    `abroad` are its translations: stems in English, entries of `bilingual.bases` in Turkish. `language` is that of the
    question where the stems of RULED do not suffice.
    """

    forms: frozenset[str]
    weight: float
    text: str = ""
    abroad: frozenset[str] = frozenset()
    language: Language | None = None


def query_words(query: str, language: Language) -> tuple[QueryWord, ...]:
    """Return the content words of a question.

    A capitalised word that does not open the question is a name, unless it is a known exception, such as a month.
    German writes all nouns so; there a name is one that people are given somewhere.
    """
    start = query.lstrip()
    own = None if language in RULED else language
    return tuple(
        QueryWord(forms_of(term, own), NAME, term, language=own)
        if _is_name(term, language) and not start.startswith(term)
        else QueryWord(forms_of(term, own), 1.0, term, _abroad(term, language), own)
        for term in query_terms(query, language)
    )


@lru_cache(maxsize=20_000)
def _abroad(term: str, language: Language) -> frozenset[str]:
    called = bilingual.translated(term, language)
    return frozenset(fold(one) if language is not Language.TR else stem(one, Language.EN) for one in called)


def _is_name(term: str, language: Language) -> bool:
    is_written_so = term[:1].isupper() and fold(term) not in _no_names()
    return is_written_so and (language is not Language.DE or is_name_somewhere(fold(term)))


@cache
def _no_names() -> frozenset[str]:
    return frozenset(fold(word) for word in listed("entities_not_names"))


def coverage(words: Sequence[QueryWord], text: str) -> float:
    """Return 0–1: the weighted share of the question's words in the text, in any inflection."""
    return word_and_name_coverage(words, text)[0]


def word_and_name_coverage(words: Sequence[QueryWord], text: str, *, abroad: bool = False) -> tuple[float, float]:
    """Return the coverage, and the share of the question's names in the text (0 without names).

    `abroad`: the text is in the other language.
    """
    said = find_words(words, text, abroad=abroad)
    total = sum(word.weight for word in words)
    names = [place for place, word in enumerate(words) if word.weight >= NAME]
    return (
        sum(words[place].weight for place in said) / total if total else 0.0,
        sum(place in said for place in names) / len(names) if names else 0.0,
    )


def find_words(words: Sequence[QueryWord], text: str, *, abroad: bool = False) -> frozenset[int]:
    """Return the places of the question's words in the text; `abroad`: the text is in the other language."""
    starts = {form[:_SAME_START] for word in words for form in (*word.forms, *(word.abroad if abroad else ()))}
    read = set(_WORD.findall(text[:MOST_READ]))
    own = next((word.language for word in words if word.language), None)
    said = {form for token in read if fold(token[:_SAME_START]) in starts for form in forms_of(token, own)}
    called = said | {base for token in read for base in bilingual.bases(token)} if abroad else said
    return frozenset(
        place for place, word in enumerate(words) if word.forms & said or (abroad and word.abroad & called)
    )


@lru_cache(maxsize=20_000)
def forms_of(word: str, further: Language | None = None) -> frozenset[str]:
    """Return the word and its stems in both languages, and in a `further` one, since names take endings of each.

    A stem that is a stop word is left out: Deniz would leave only "de", Ayla "a".
    """
    parts = [part for part in _PART.split(word) if part]
    spoken = (*RULED, further) if further else RULED
    stems = {form for part in parts for form in (stem(part, language) for language in spoken) if not _is_small(form)}
    return frozenset({fold(part) for part in parts} | stems)


@lru_cache(maxsize=20_000)
def _is_small(form: str) -> bool:
    return any(is_stop_word(form, language) for language in RULED)
