"""Values of reading times: rules, expressions and results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache

from graphmem.language.temporal.calendar import Days, Moment

Match = re.Match[str]
_GROUP = re.compile(r"\(\?P<(\w+)>")
_KINDS = frozenset({"mon", "dow", "season", "unit", "fixed", "holiday", "quarter", "digit"})
_KIND_OF = {"per": "unit", "mon1": "mon", "q": "quarter", "ord": "quarter"}
_KIND_OF |= dict.fromkeys(["d1", "y1", "decade"], "digit")
_NAMELESS = frozenset({"unit", "holiday", "digit"})
"""Words that a rule without such groups needs: "weekend", "seneye", "in 2019"."""


class Role(StrEnum):
    """The role of a time expression in its statement.

    FROM is the first half of a span. BY includes the time, BEFORE excludes it.
    """

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BY = "by"
    BEFORE = "before"
    FROM = "from"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern over folded text, its resolver (None: no time after all) and its role by itself.

    Patterns are compiled on first use: a hundred of them take a tenth of an import.
    """

    pattern: str
    resolve: Callable[[Match, Moment], Days | None]
    role: Role
    needs: frozenset[str]
    """Kinds of words of which the text needs at least one; trying every rule on every text is slow."""

    def matches(self, folded: str) -> Iterator[Match]:
        """Return every match in a folded text."""
        return _compiled(self.pattern).finditer(folded)


def rule(pattern: str, resolve: Callable[[Match, Moment], Days | None], role: Role) -> Rule:
    """Return a rule whose needs are the kinds of words of its groups."""
    kinds = frozenset(_KIND_OF.get(name, name) for name in _GROUP.findall(pattern)) & _KINDS
    return Rule(rf"(?<![\w'.-]){pattern}", resolve, role, kinds or _NAMELESS)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@dataclass(frozen=True, slots=True)
class Written:
    """A stretch of text that names a time. `resolve` needs the direction of the verb beside it."""

    start: int
    end: int
    resolve: Callable[[Moment], Days | None]
    role: Role = Role.AT

    def moved(self, *, role: Role, start: int | None = None, end: int | None = None) -> Written:
        """Return the same time with the words around it that give it its role."""
        return replace(
            self, role=role, start=self.start if start is None else start, end=self.end if end is None else end
        )


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language's rules, those of higher priority first.

    `connect` adds the words around a time that give it its role, None for a habit ("every Monday"); `joined` tells
    whether two times bound one span.
    """

    rules: tuple[Rule, ...]
    connect: Callable[[str, Written], Written | None]
    joined: Callable[[str, Written, Written], bool]


@dataclass(frozen=True, slots=True)
class Expression:
    """A resolved time expression: its place, its first and last day, and its form in ISO dates.

    `off` says how the text cancels the event of that time.
    """

    start: int
    end: int
    text: str
    first: date
    last: date
    role: Role
    iso: str
    off: bool = False


@dataclass(frozen=True, slots=True)
class TimeReading:
    """The valid time of a statement in the speaker's days; `valid_until` is the last day, None if open.

    `valid_from` is None if the text bounds only a past end ("worked there until 2014"). `foresight`: it is about the
    future; `expected`: its end has no day and is only typical of plans. `recurrence` is in content lines of RFC 5545.
    """

    valid_from: date | None
    valid_until: date | None
    foresight: bool
    expressions: tuple[Expression, ...] = ()
    expected: bool = False
    recurrence: str | None = None
