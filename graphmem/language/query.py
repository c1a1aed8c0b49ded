"""Search terms of a question: its content words, and the known names in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from graphmem.language.naming import gazetteer
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.language.wordlists import words as listed
from graphmem.language.words import words as words_of
from graphmem.model.entity import EntityType
from graphmem.model.language import RULED, Language

_WORD = re.compile(r"[^\W_]+(?:[.'’\-][^\W_]+)*", re.UNICODE)
_NAME_SPLIT = re.compile(r"[\s.'’\-_]+")
_SHORTEST = 2
_SUFFIXED, _LONGEST_SUFFIX = 4, 6
"""Least letters of a Turkish name that a word may have with a suffix, and most of the suffix."""

MOST_WORDS = 200
"""Words of a query that are searched for names."""


def query_terms(query: str, language: Language) -> tuple[str, ...]:
    """Return the words to search for, in order, without repeats.

    Question words and other function words match everywhere and cost most, so they are left out; a query of nothing
    else ("what is it about?") keeps them all. `tr'ye` and `Caroline's` are searched without their suffix as well.
    """
    words = [part for word in _WORD.findall(query) for part in _forms(word)]
    content = [word for word in words if not is_stop_word(word, language)]
    return tuple(dict.fromkeys(content or words))


def names_in(query: str, names: Collection[str]) -> frozenset[str]:
    """Return the names that the query mentions by any whole part of three letters or more.

    "Ali Demir" does not mention Ali Kaya.
    """
    words = [(word.start(), word.end(), _NAME_SPLIT.split(fold(word[0]))) for word in _WORD.finditer(query)]
    asked = {part for _, _, parts in words for part in parts}
    spelled = {name: _NAME_SPLIT.split(fold(name)) for name in names}
    return frozenset(
        name
        for name, parts in spelled.items()
        if any(len(part) > 2 and part in asked for part in parts) and not _is_anothers(query, words, parts)
    )


def _is_anothers(query: str, words: Sequence[tuple[int, int, list[str]]], name: Sequence[str]) -> bool:
    """Whether the query has only the first word of a longer name, each time with another surname."""
    said = [place for place, (_, _, parts) in enumerate(words) if parts[0] in name]
    return len(name) > 1 and bool(said) and all(_has_surname(query, words, place, name) for place in said)


def _has_surname(query: str, words: Sequence[tuple[int, int, list[str]]], place: int, name: Sequence[str]) -> bool:
    """Whether a word is the first of a name, and another surname follows."""
    if words[place][2] != [name[0]] or place + 1 == len(words):
        return False
    start, end, parts = words[place + 1]
    if query[words[place][1] : start] != " " or not query[start].isupper() or parts[0] in {*name, *_no_surnames()}:
        return False
    read = words_of(query[start:end])
    known = [one.known.type for language in RULED for one in gazetteer.find(read, 0, language)]
    return not known or EntityType.PERSON in known


@cache
def _no_surnames() -> frozenset[str]:
    """Return capitalised words behind a given name that are no surname: titles, months, "I"."""
    titles = (word for line in lines("entities_titles") for word in line.partition(":")[2].split())
    return frozenset(fold(word) for word in (*titles, *listed("entities_not_names")))


def unnamed(query: str, names: Collection[str]) -> str:
    """Return the query without these names and their apostrophe suffixes, unless nothing is left."""
    parts = {part for name in names for part in _NAME_SPLIT.split(fold(name)) if len(part) > _SHORTEST}
    left = _WORD.sub(lambda match: "" if _NAME_SPLIT.split(fold(match[0]))[0] in parts else match[0], query)
    return " ".join(left.split()) if _WORD.search(left) else query


def names_asked(query: str, spellings: Collection[str], language: Language) -> frozenset[str]:
    """Return the spellings of entities that the query means.

    All words of a name in any case mean it, and so does one of its words that the query writes as a name ("Ayşe" for
    "Ayşe Kaya"). In Turkish a suffix may follow without its apostrophe.
    """
    written = [part for word in _WORD.findall(query)[:MOST_WORDS] for part in (word, *_forms(word))]
    words = {fold(word) for word in written}
    capitals = {fold(word) for word in written if word[:1].isupper() and not is_stop_word(word, language)}
    return frozenset(
        name
        for name in spellings
        if (parts := [part for part in _NAME_SPLIT.split(fold(name)) if part])
        and (
            all(_is_mentioned(part, words, language) for part in parts)
            or any(len(part) > _SHORTEST and _is_mentioned(part, capitals, language) for part in parts)
        )
    )


def _is_mentioned(part: str, words: Collection[str], language: Language) -> bool:
    if part in words:
        return True
    if language is not Language.TR or len(part) < _SUFFIXED:
        return False
    return any(word.startswith(part) and len(word) - len(part) <= _LONGEST_SUFFIX for word in words)


def _forms(word: str) -> tuple[str, ...]:
    """Return a word, and its stem before an apostrophe: the suffix is grammar in both languages."""
    stem = re.split(r"['’]", word, maxsplit=1)[0]
    return (stem,) if stem else ()
