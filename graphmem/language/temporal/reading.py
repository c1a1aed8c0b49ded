"""What is read out of a text about time."""

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
"""What a rule without such groups needs: "weekend", "seneye", "in 2019"."""


class Role(StrEnum):
    """What an expression of time does to the statement around it. FROM is the first half of a span. BY takes the time
    in, BEFORE leaves it out."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BY = "by"
    BEFORE = "before"
    FROM = "from"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern over folded text, what a match means (None: nothing after all) and the role it has by itself.

    Patterns are compiled when a text needs them: a hundred of them are a tenth of what an import takes.
    """

    pattern: str
    resolve: Callable[[Match, Moment], Days | None]
    role: Role
    needs: frozenset[str]
    """Kinds of words of which at least one has to be in the text; trying every rule on every text is slow."""

    def matches(self, folded: str) -> Iterator[Match]:
        """Every match in a folded text."""
        return _compiled(self.pattern).finditer(folded)


def rule(pattern: str, resolve: Callable[[Match, Moment], Days | None], role: Role) -> Rule:
    """A rule whose needs are the kinds of words its groups stand for."""
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
        """The same time with the words around it that give it its role."""
        return replace(
            self, role=role, start=self.start if start is None else start, end=self.end if end is None else end
        )


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language's rules, the earlier ones first; `connect` adds the words around a time that give it its role, None
    for a habit ("every Monday"); `joined` tells whether two times are the ends of one span."""

    rules: tuple[Rule, ...]
    connect: Callable[[str, Written], Written | None]
    joined: Callable[[str, Written, Written], bool]


@dataclass(frozen=True, slots=True)
class Expression:
    """A resolved expression of time: where it stands, its first and last day, and how it reads as ISO dates. What was
    to be then is `off` where the text says that it will not be."""

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
    """When a statement holds. Days are the speaker's own; `valid_until` is the last day, None for an open end.

    `valid_from` is None where the text bounds only an end that has passed ("worked there until 2014"). `foresight`
    says that the statement is about the future; `expected` that no day is named for its end, which plans only tend to
    have by then. `recurrence` is what comes again and again, in content lines of RFC 5545.
    """

    valid_from: date | None
    valid_until: date | None
    foresight: bool
    expressions: tuple[Expression, ...] = ()
    expected: bool = False
    recurrence: str | None = None
