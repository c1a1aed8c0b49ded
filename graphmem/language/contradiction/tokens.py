"""Tokens of a statement: a number, a date, a name, or a word with its key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, numbered, words
from graphmem.model.language import Language


class Kind(StrEnum):
    """The kind of a token; only words are compared by meaning."""

    WORD = "word"
    NAME = "name"
    NUMBER = "number"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Token:
    """One word.

    `key` is equal for all forms and synonyms of a word; `place` counts the text's words from 0.

    `link` ties it to its verb: an English preposition, a Turkish case.
    """

    key: str
    kind: Kind
    folded: str
    place: int
    link: str = ""
    is_verb: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A word as it stands in the text, before any reading."""

    head: str
    folded: str
    suffix: str
    is_first: bool


_WORD = re.compile(
    r"\d+(?:[.:,/\-]\d+)*[^\W_]*(?:['’][^\W\d_]+)?"
    r"|[^\W\d_]+(?:[\-.]?\d[\w\-]*(?:\.\d+)*|(?:[\-.][^\W\d_]+)*)[+#]*(?:['’][^\W\d_]+)?"
    r"|[,;.!?]"
)
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|inci|nci|uncu|ncu)")
_CLOCK = re.compile(r"(\d)\s+([ap]m)\b", re.IGNORECASE)
_TITLE = re.compile(r"\b(Dr|Mr|Mrs|Ms|Prof|St)\.")
_SHORTEST_DATE = 4
RELATIVE_DAYS = frozenset(
    {"today", "tomorrow", "yesterday", "tonight", "bugun", "yarin", "dun", "weekend", "haftaya", "haftasonu"}
)


def written(text: str) -> Iterator[Written]:
    """Return the words and marks of a text in order; a mark is a token of its own, since it ends a clause."""
    first = True
    for found in _WORD.findall(_TITLE.sub(r"\1", _CLOCK.sub(r"\1\2", text))):
        head, _, suffix = found.replace("’", "'").partition("'")
        yield Written(head, fold(head), fold(suffix) if suffix else "", first)
        first = found in ".!?"


def phrases(name: str) -> Callable[[str], str]:
    """Return a function that replaces the phrases of the list `name` ("a b => c") by their right side."""
    return _phrases(name)


@cache
def _phrases(name: str) -> Callable[[str], str]:
    pairs = (line.partition("=>") for line in lines(name))
    meaning = {left.strip(): right.strip() for left, _, right in pairs}
    longest = sorted(meaning, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: meaning[found[0].lower()], text)


def number(word: Written, language: Language) -> str | None:
    """Return the value of a number in digits or words, an identifier such as "tk1" as it is, else None."""
    if not word.head.isalpha() and any(char.isdigit() for char in word.head):
        ordinal = _ORDINAL.fullmatch(word.folded)
        value = ordinal[1] if ordinal else word.folded
        return re.sub("[.,]", "", value) if _THOUSANDS.fullmatch(value) else value
    return _number_words(language).get(word.folded)


def date(folded: str, *, has_capital: bool) -> str | None:
    """Return `month:5`, `day:2` or a relative day, else None.

    Abbreviations that are also words do not count.
    """
    if folded in RELATIVE_DAYS:
        return folded
    if folded == "may":
        return "month:5" if has_capital else None
    if len(folded) < _SHORTEST_DATE:
        return None
    for name, list_name in (("month", "months"), ("day", "weekdays")):
        place = numbered(list_name).get(folded) or numbered(list_name).get(folded.removesuffix("s"))
        if place:
            return f"{name}:{place}"
    return None


def is_given_name(folded: str, *, has_capital: bool) -> bool:
    """Whether a word is a given name; one that is also a common word only with a capital."""
    if folded in words("given_names_ambiguous"):
        return has_capital
    return folded in words("given_names")


def concepts(name: str) -> dict[str, str]:
    """Return each word of a list with the first word of its line."""
    return _concepts(name)


@cache
def _concepts(name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines(name):
        first, *rest = line.split()
        for word in (first, *rest):
            found.setdefault(word, first)
    return found


@cache
def _number_words(language: Language) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines(f"{language.value}/gate_numbers"):
        value, *spellings = line.split()
        found |= dict.fromkeys(spellings, value)
    return found
