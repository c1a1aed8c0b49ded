"""Pattern files: phrases as data, compiled once.

A line is a phrase in folded text (lower case, no accents, straight apostrophes), a regular expression without nested
repetition so that no text can stall it. `[name]` opens a section, `@name = …` defines a part that later lines insert
as `%name%`, and a leading `! `, `+ ` or `- ` marks a phrase that settles the matter, says more, or says less
than an ordinary one. Phrases match whole words. Gaps in phrases are bounded and messages are too (`filters.LONGEST`),
so the cost is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from graphmem.language.observer.fragments import Index
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines

_PART = re.compile(r"%(\w+)%")
_BLANKS = re.compile(r"[ \t\u00a0]+")
_UNTIE = str.maketrans({"’": "'", "‘": "'", "´": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"})


class Force(Enum):
    """How much one phrase says."""

    DECISIVE = "!"
    STRONG = "+"
    ORDINARY = ""
    WEAK = "-"


@dataclass(frozen=True, slots=True)
class Phrase:
    """One line of a pattern file."""

    pattern: re.Pattern[str]
    force: Force
    section: str


@lru_cache(maxsize=64)
def plain(text: str) -> str:
    """The text as phrases see it: folded, straight quotes, single blanks; line ends are kept."""
    return _BLANKS.sub(" ", fold(text.translate(_UNTIE))).strip()


def listed(name: str) -> tuple[Phrase, ...]:
    """All phrases of a file, in its order."""
    return _indexed(name)[0]


def possible(name: str, text: str) -> Iterator[Phrase]:
    """The phrases of a file that may stand in a text, in file order; for the others a word is missing."""
    entries, index = _indexed(name)
    return (entries[place] for place in index.candidates(text))


@cache
def _indexed(name: str) -> tuple[tuple[Phrase, ...], Index]:
    entries = _entries(name)
    phrases = tuple(Phrase(_compiled(expression), force, section) for section, force, expression in entries)
    return phrases, Index([expression for _, _, expression in entries])


@cache
def any_of(name: str, section: str = "") -> re.Pattern[str]:
    """One pattern for a whole section, where only the fact of a match counts."""
    expressions = (expression for where, _, expression in _entries(name) if where == section)
    return _compiled("|".join(f"(?:{expression})" for expression in expressions))


def listed_in(name: str, section: str) -> tuple[str, ...]:
    """The lines of a section, as they stand."""
    return tuple(written for where, _, written in _entries(name) if where == section)


@cache
def expression(name: str, section: str) -> re.Pattern[str]:
    """One pattern for a section as it stands: where its words begin and end, and whether capitals count, it says."""
    return re.compile("|".join(listed_in(name, section)))


@cache
def _entries(name: str) -> tuple[tuple[str, Force, str], ...]:
    parts: dict[str, str] = {}
    found: list[tuple[str, Force, str]] = []
    section = ""
    for line in lines(name):
        if line.startswith("[") and line.endswith("]") and line[1:-1].replace("_", "").isalpha():
            section = line[1:-1]
        elif line.startswith("@"):
            key, _, value = line[1:].partition("=")
            parts[key.strip()] = f"(?:{_filled(value.strip(), parts)})"
        else:
            force = Force(line[0]) if line[:2] in {"! ", "+ ", "- "} else Force.ORDINARY
            expression = line[2:].strip() if force is not Force.ORDINARY else line
            found.append((section, force, _filled(expression, parts)))
    return tuple(found)


def _filled(expression: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda match: parts[match[1]], expression)


def _compiled(expression: str) -> re.Pattern[str]:
    # The end is a boundary only for a phrase that ends with a word; some end with the blank before the next one.
    return re.compile(rf"(?<!\w)(?:{expression})(?:(?<!\w)|(?!\w))", re.MULTILINE)
