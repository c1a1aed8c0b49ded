"""Referents of "she" and "he", if the same turn names exactly one possible person."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from graphmem.language.quotes import Note
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

_PRONOUN = re.compile(r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er|[Hh]im)\b(?!['’])")
_OTHERS = re.compile(
    r"\b(?:friend|colleague|coworker|neighbou?r|boss|manager|teacher|doctor|someone|somebody|guy|man|woman|girl|boy"
    r"|lady|person|dog|cat|puppy|kitten|client|customer|roommate|flatmate|coach|landlord|tenant|author|singer)s?\b"
)
_CAPITAL = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")


def pronoun_notes(text: str, start: int, end: int, people: Collection[str], language: Language) -> list[Note]:
    """Return a note with the name for an English stretch's first pronoun, if nobody else may be meant.

    Turkish "o" is as often a thing, so it gets none.
    """
    said = text[start:end]
    found = _PRONOUN.search(said) if language is not Language.TR else None
    if found is None:
        return []
    before = text[: start + found.start()]
    named = {name for name in people if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", before)}
    name = named.pop() if len(named) == 1 else ""
    if not _is_given(name) or name in said[: found.start()] or _others(before, name):
        return []
    return [Note(found.end(), name)]


def _is_given(name: str) -> bool:
    return bool(name) and name[0].isupper() and fold(name.split()[0]) in words("given_names")


def _others(before: str, name: str) -> bool:
    """Whether the words before mention somebody or something else that "he" or "she" may mean."""
    rest = before.replace(name, "")
    return bool(_OTHERS.search(rest) or _kin().search(rest) or _CAPITAL.search(rest))


@cache
def _kin() -> re.Pattern[str]:
    listed = {phrase.strip() for line in lines("statements_kin") for phrase in line.partition(":")[2].split(",")}
    return re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, listed), key=len, reverse=True))})s?\b", re.IGNORECASE)
