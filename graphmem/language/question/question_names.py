"""Names in a question, and whether a text has the same name: all of its words, in any inflection.

"Priya Nair" is not "Priya Nayar", "Moss" not "Mossy", "Frosty 2" not "Frosty 3": part of a name beside another, or a
similar name, belongs to somebody else. One word alone is often a first name, so that "Priya Nair" answers for "Priya".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache

from graphmem.language.coverage import forms_of
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.language.wordlists import words as listed
from graphmem.language.words import Word, words
from graphmem.model.language import Language

LOOKS_ALIKE = 0.65
"""Share of letters in matching runs from which another name resembles a word of the asked one.
Okoro and Okafor have 0.73, Kiki and Kiwi 0.75, Pyke and Pike 0.75."""

MOST_READ = 4_000
"""Characters of a text that are read."""

SHORTEST = 4
"""Least letters of a word that may resemble another."""


class Naming(StrEnum):
    """The mention of a name in a text: in full, by a part, by a similar name or part of another, or none."""

    WHOLE = "whole"
    PART = "part"
    OTHER = "other"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class Name:
    """The words of a name."""

    words: tuple[str, ...]

    def in_text(self, text: str) -> Naming:
        """Return how a text mentions it."""
        return _in_text(self.words, text)


@lru_cache(maxsize=512)
def asked_names(query: str, language: Language) -> tuple[Name, ...]:
    """Return the names in a question: adjacent capitalised words, with a number behind them.

    The first word belongs to a name if another stands beside it, or if there is no other name.
    """
    runs: list[list[Word]] = [[]]
    for word in _read(query):
        run = runs[-1]
        if _is_number(word) and word.joins and run and not _is_number(run[-1]):
            run.append(word)
        elif not _is_number(word) and _may_name(word, language):
            if run and not word.joins:
                runs.append([])
            runs[-1].append(word)
            if word.suffix:
                runs.append([])
        elif run:
            runs.append([])
    named = [run for run in runs if any(word.folded not in _no_names() for word in run)]
    beyond = [run for run in named if len(run) > 1 or not run[0].is_first]
    return tuple(Name(tuple(word.text for word in run)) for run in beyond or named)


@lru_cache(maxsize=4_000)
def _in_text(name: tuple[str, ...], text: str) -> Naming:
    read = _read(text)
    meant = [_meant(name, word) for word in read]
    said = {place for place in meant if place is not None}
    free = [_is_free(name, read, meant, at) for at, found in enumerate(meant) if found is not None]
    if len(said) == len(name) and (any(free) or len(name) == 1):
        return Naming.WHOLE
    others = [word for at, word in enumerate(read) if meant[at] is None]
    if any(_looks_like(name, word) for word in others) or (said and not any(free)):
        return Naming.OTHER
    return Naming.PART if said else Naming.NOT


def _meant(name: Sequence[str], word: Word) -> int | None:
    """Return the place of a word in the name; a word in lower case matches by its stem, with any suffix."""
    said, may_end = word.folded, not (_is_name(word) or _is_number(word))
    return next(
        (at for at, one in enumerate(name) if fold(one) == said or (may_end and forms_of(one) & forms_of(word.text))),
        None,
    )


def _is_free(name: Sequence[str], read: Sequence[Word], meant: Sequence[int | None], at: int) -> bool:
    """Whether a word of a name belongs to no other name.

    No further name stands right behind it, nor another number behind a name with a number.
    """
    behind = read[at + 1] if at + 1 < len(read) else None
    if behind is None or not behind.joins or meant[at + 1] is not None or read[at].suffix:
        return True
    if _is_number(behind):
        return not name[-1].isdigit()
    return not behind.has_capital or behind.folded in _no_names()


def _looks_like(name: Sequence[str], word: Word) -> bool:
    """Whether a capitalised word is nearly a word of the name, or the name in one word."""
    said = word.folded
    if not _is_name(word) or len(said) < SHORTEST or said in _no_names():
        return False
    return any(len(one) >= SHORTEST and _alike(fold(one), said) >= LOOKS_ALIKE for one in (*name, "".join(name)))


@lru_cache(maxsize=20_000)
def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


@lru_cache(maxsize=4_000)
def _read(text: str) -> tuple[Word, ...]:
    return words(text[:MOST_READ])


def _is_number(word: Word) -> bool:
    return word.text.isdigit()


def _is_name(word: Word) -> bool:
    """Whether a word is written as a name: with a capital, or with a suffix behind an apostrophe."""
    return word.has_capital or bool(word.suffix and not _is_number(word))


def _may_name(word: Word, language: Language) -> bool:
    """Whether a word of a question may belong to a name: "Jan" may, though it is a month, but no title."""
    return word.has_capital and not is_stop_word(word.text, language) and word.folded not in _titles()


@lru_cache(maxsize=1)
def _titles() -> frozenset[str]:
    return frozenset(fold(word) for line in lines("entities_titles") for word in line.partition(":")[2].split())


@lru_cache(maxsize=1)
def _no_names() -> frozenset[str]:
    """Return capitalised words that are no name, and titles."""
    return _titles() | {fold(word) for word in listed("entities_not_names")}
