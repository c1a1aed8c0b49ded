"""Pattern files: phrases as data, compiled once.

A line is a phrase in folded text (lower case, no accents, straight apostrophes), a regular expression without nested
repetition so that no text can stall it. `[name]` opens a section, `@name = …` defines a part that later lines insert
as `%name%`. Phrases match whole words. Gaps in phrases are bounded and messages are too (`filters.LONGEST`), so the
cost is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines

_PART = re.compile(r"%(\w+)%")
_BLANKS = re.compile(r"[ \t\u00a0]+")
_UNTIE = str.maketrans({"’": "'", "‘": "'", "´": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """One line of a pattern file."""

    pattern: re.Pattern[str]
    section: str


@lru_cache(maxsize=64)
def plain(text: str) -> str:
    """Return the text in the form of phrases: folded, straight quotes, single blanks; line ends stay."""
    return _BLANKS.sub(" ", fold(text.translate(_UNTIE))).strip()


def possible(name: str, text: str) -> tuple[Phrase, ...]:
    """Return the phrases of a file in its order; none if no phrase occurs in the text."""
    return _phrases(name) if _whole(name).search(text) else ()


@cache
def _phrases(name: str) -> tuple[Phrase, ...]:
    return tuple(Phrase(_compiled(expression), section) for section, expression in _entries(name))


@cache
def _whole(name: str) -> re.Pattern[str]:
    return _compiled("|".join(f"(?:{expression})" for _, expression in _entries(name)))


@cache
def any_of(name: str, section: str = "") -> re.Pattern[str]:
    """Return one pattern for a whole section, if only the fact of a match counts."""
    expressions = (expression for where, expression in _entries(name) if where == section)
    return _compiled("|".join(f"(?:{expression})" for expression in expressions))


def listed_in(name: str, section: str) -> tuple[str, ...]:
    """Return the lines of a section as written."""
    return tuple(written for where, written in _entries(name) if where == section)


@cache
def expression(name: str, section: str) -> re.Pattern[str]:
    """Return one pattern for a section as written; it sets its own word boundaries and case."""
    return re.compile("|".join(listed_in(name, section)))


@cache
def _entries(name: str) -> tuple[tuple[str, str], ...]:
    parts: dict[str, str] = {}
    found: list[tuple[str, str]] = []
    section = ""
    for line in lines(name):
        if line.startswith("[") and line.endswith("]") and line[1:-1].replace("_", "").isalpha():
            section = line[1:-1]
        elif line.startswith("@"):
            key, _, value = line[1:].partition("=")
            parts[key.strip()] = f"(?:{_filled(value.strip(), parts)})"
        else:
            found.append((section, _filled(line, parts)))
    return tuple(found)


def _filled(expression: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda match: parts[match[1]], expression)


def _compiled(expression: str) -> re.Pattern[str]:
    # The end is a boundary only for a phrase that ends with a word; some end with the blank before the next one.
    return re.compile(rf"(?<!\w)(?:{expression})(?:(?<!\w)|(?!\w))", re.MULTILINE)
