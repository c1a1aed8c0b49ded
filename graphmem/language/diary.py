"""Sentences for a dream's diary and a memory's life, in the language of the memory."""

from __future__ import annotations

from functools import cache

from graphmem.language.wordlists import lines
from graphmem.model.language import Language


def sentence(language: Language, key: str, **filled: object) -> str:
    """Return a sentence of the list with its gaps filled; values may contain braces."""
    return _sentences(language)[key].format(**filled)


def counted(language: Language, key: str, count: int, **filled: object) -> str:
    """Return a sentence about one memory or several."""
    return sentence(language, f"{key}.{1 if count == 1 else 'n'}", count=count, **filled)


def has(language: Language, key: str) -> bool:
    """Whether the list has such a sentence."""
    return key in _sentences(language)


def because(language: Language, rule: str) -> str:
    """Return the reason for a rule's action in words; a rule without words gives its own name."""
    return _sentences(language).get(f"rule {rule}", rule)


@cache
def _sentences(language: Language) -> dict[str, str]:
    pairs = (line.partition(" = ") for line in lines(f"{language.value}/diary"))
    return {key.strip(): told.strip() for key, _, told in pairs}
