"""What a question looks for: its content words, and which known names it mentions."""

from __future__ import annotations

import re
from collections.abc import Collection

from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.model.language import Language

_WORD = re.compile(r"[^\W_]+(?:[.'’\-][^\W_]+)*", re.UNICODE)
_NAME_SPLIT = re.compile(r"[\s.'’\-_]+")
_SHORTEST = 2
_SUFFIXED, _LONGEST_SUFFIX = 4, 6
"""Letters of a Turkish name from which a word may be it with a suffix, and of that suffix at most."""

MOST_WORDS = 200
"""Words of a query in which names are looked for."""


def query_terms(query: str, language: Language) -> tuple[str, ...]:
    """The words to search for, in order, without repeats.

    Question words and other function words match everywhere and cost most, so they go; a query of nothing else
    ("what is it about?") keeps them all. `tr'ye` and `Caroline's` are looked up without their suffix, too.
    """
    words = [part for word in _WORD.findall(query) for part in _forms(word)]
    content = [word for word in words if not is_stop_word(word, language)]
    return tuple(dict.fromkeys(content or words))


def names_in(query: str, names: Collection[str]) -> frozenset[str]:
    """Which of these people's names the query mentions, by any whole part of three letters or more."""
    asked = {part for word in _WORD.findall(query) for part in _NAME_SPLIT.split(fold(word))}
    return frozenset(
        name for name in names if any(len(part) > 2 and part in asked for part in _NAME_SPLIT.split(fold(name)))
    )


def unnamed(query: str, names: Collection[str]) -> str:
    """The query without these people's names and the suffixes after their apostrophes; itself when nothing is left."""
    parts = {part for name in names for part in _NAME_SPLIT.split(fold(name)) if len(part) > _SHORTEST}
    left = _WORD.sub(lambda match: "" if _NAME_SPLIT.split(fold(match[0]))[0] in parts else match[0], query)
    return " ".join(left.split()) if _WORD.search(left) else query


def names_asked(query: str, spellings: Collection[str], language: Language) -> frozenset[str]:
    """Which of these spellings of entities the query means.

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
            all(_is_said(part, words, language) for part in parts)
            or any(len(part) > _SHORTEST and _is_said(part, capitals, language) for part in parts)
        )
    )


def _is_said(part: str, words: Collection[str], language: Language) -> bool:
    if part in words:
        return True
    if language is not Language.TR or len(part) < _SUFFIXED:
        return False
    return any(word.startswith(part) and len(word) - len(part) <= _LONGEST_SUFFIX for word in words)


def _forms(word: str) -> tuple[str, ...]:
    """A word, or its stem before an apostrophe: the suffix after it is grammar in both languages."""
    stem = re.split(r"['’]", word, maxsplit=1)[0]
    return (stem,) if stem else ()
