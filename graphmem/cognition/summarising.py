"""Selection of the statements that summarise a category: the best supported, each with new content.

Extractive, selected as in digests, from live statements, also by age.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.cognition.digesting import Statement, chosen, weight

LINES = 5
LONGEST = 600
"""Characters of all lines together; if none is short enough, the weightiest one is taken."""

HALF_LIFE_DAYS = 365.0
OLD = 0.5
"""Least share of its weight that an old statement keeps: it still holds."""


@dataclass(frozen=True, slots=True)
class Known:
    """A candidate statement with its features.

    Its numbers, days and names, and its turns (counts), whether only a program says it, start of valid time,
    characters, and stems of its words.
    """

    id: str
    specifics: int
    support: int
    outside: bool
    since: datetime
    length: int
    words: frozenset[str]


def summary(known: Sequence[Known], now: datetime) -> list[str]:
    """Ids of the summarising statements, the weightiest first; five at most."""
    weights = {one.id: _weight(one, now) for one in known}
    statements = [Statement(one.id, weights[one.id], one.length, one.words) for one in known]
    if found := chosen(statements, budget=LONGEST, most=LINES):
        return found
    return [min(weights, key=lambda id_: (-weights[id_], id_))] if weights else []


def _weight(one: Known, now: datetime) -> float:
    days = max((now - one.since).total_seconds() / 86_400, 0.0)
    fresh = OLD + (1 - OLD) * float(0.5 ** (days / HALF_LIFE_DAYS))
    told = weight(specifics=one.specifics, support=one.support, outside=one.outside)
    return told * fresh
