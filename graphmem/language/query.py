"""What a question looks for: its content words, and which known names it mentions."""

from __future__ import annotations

import re
from collections.abc import Collection

from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.model.language import Language

_WORD = re.compile(r"[^\W_]+(?:[.'’\-][^\W_]+)*", re.UNICODE)
_NAME_SPLIT = re.compile(r"[\s.'’\-_]+")


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


def _forms(word: str) -> tuple[str, ...]:
    """A word, or its stem before an apostrophe: the suffix after it is grammar in both languages."""
    stem = re.split(r"['’]", word, maxsplit=1)[0]
    return (stem,) if stem else ()
