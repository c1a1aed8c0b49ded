"""Which statements summarise what is known of somebody or something: the best supported, each saying something else.

Extractive, by marginal relevance (Carbonell and Goldstein, The use of MMR, 1998): weight · λ − overlap · (1 − λ).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

LINES = 5
LONGEST = 600
"""Characters of all lines together; the first is taken whatever its length."""

LAMBDA = 0.7

STATES_A_FACT = 1.4
"""What a fact that holds rests on tells what somebody is, not what they said."""

OUTSIDE = 0.6
"""What only a document, a tool or a feed says, beside what people say."""

A_SOURCE_MORE = 0.1
"""For each further turn that says it, five at the most."""

HALF_LIFE_DAYS = 365.0
OLD = 0.5
"""Least share of its weight that age leaves to a statement: it still holds."""


@dataclass(frozen=True, slots=True)
class Known:
    """A statement: importance and confidence 0–1, how many turns say it, the stems of its words."""

    id: str
    importance: float
    confidence: float
    support: int
    states: bool
    outside: bool
    since: datetime
    length: int
    words: frozenset[str]


def summary(known: Sequence[Known], now: datetime) -> list[str]:
    """Ids of the statements that summarise, the weightiest first; at most five."""
    weights = {one.id: _weight(one, now) for one in known}
    most = max(weights.values(), default=0.0)
    left = sorted(known, key=lambda one: (-weights[one.id], one.id))
    chosen: list[Known] = []
    length = 0
    while left and len(chosen) < LINES:
        best = max(left, key=lambda one: _gain(one, chosen, weights[one.id] / most))
        if chosen and _gain(best, chosen, weights[best.id] / most) <= 0:
            break
        chosen.append(best)
        length += best.length
        left = [one for one in left if one is not best and length + one.length <= LONGEST]
    return [one.id for one in chosen]


def _weight(one: Known, now: datetime) -> float:
    days = max((now - one.since).total_seconds() / 86_400, 0.0)
    fresh = OLD + (1 - OLD) * float(0.5 ** (days / HALF_LIFE_DAYS))
    told = 1.0 + A_SOURCE_MORE * min(max(one.support - 1, 0), 5)
    kind = (STATES_A_FACT if one.states else 1.0) * (OUTSIDE if one.outside else 1.0)
    return (0.1 + one.importance) * (0.5 + 0.5 * one.confidence) * told * kind * fresh


def _gain(one: Known, chosen: Sequence[Known], weight: float) -> float:
    overlap = max((_shared(one.words, other.words) for other in chosen), default=0.0)
    return LAMBDA * weight - (1 - LAMBDA) * overlap


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the shorter statement's words that the other has."""
    shorter = min(len(one), len(other))
    return len(one & other) / shorter if shorter else 0.0
