"""Decay: a memory's strengths now, as functions of stored values and elapsed time, never written back.

A value is stored with the time at which it was last set. Its present value follows from the elapsed time alone, so that
it is the same whether a dream ran daily, once or never (a decay written at each run compounds: 0.64 becomes 0.0009 in
thirty days). Retention by FSRS-6 after the package `fsrs` (Ye, Su and Cao, KDD 2022, and its successors).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from fsrs import Scheduler

from graphmem.cognition import activation
from graphmem.model.memory import Memory, Tier

IMPORTANCE_FLOOR = 0.05
"""No memory's importance falls below it."""

TIER_PACE = {Tier.WORKING: 10.0, Tier.EPISODIC: 3.0, Tier.SEMANTIC: 1.0, Tier.DORMANT: 0.0}
"""Factor on a category's daily loss of importance. Dormant memories do not lose any."""

UTILITY_REST = 0.5
"""The utility towards which an unreported one moves: nothing is known of it any more."""

UTILITY_PACE = 0.01
"""Share of the way to rest that a utility moves in a day."""

MOST_DAYS = 36_500.0
"""A hundred years: predictions end there."""

_FSRS_DECAY = -Scheduler().parameters[20]
_FSRS_FACTOR = 0.9 ** (1 / _FSRS_DECAY) - 1

FADED_BELOW = 0.5
"""Retention below which a memory is hardly recalled."""

STORED_FROM = 2.0
"""Storage strength, 1–10, from which a memory was well known: two recalls, each after it had faded."""


class Curve(StrEnum):
    """The forgetting curve of a retention."""

    POWER = "power"
    """(1 + t/9S)^−2, on which the thresholds of rehearsal are based."""
    FSRS6 = "fsrs6"
    """(1 + F·t/S)^−w20 with the package's parameters; 0.9 after one stability, nearly like POWER."""


def importance(stored: float, days: float, *, decay: float, tier: Tier) -> float:
    """The importance 0–1 now: stored · e^(−decay · pace of the tier · days), not below 0.05.

    Never above what is stored. `decay` is the category's loss a day, `days` the time since it was set.
    """
    faded = stored * math.exp(-decay * TIER_PACE[tier] * max(days, 0.0))
    return min(stored, max(faded, IMPORTANCE_FLOOR))


def utility(stored: float, days: float) -> float:
    """The utility 0–1 now: 0.5 + (stored − 0.5) · e^(−0.01 · days), as many small steps towards 0.5 do."""
    return UTILITY_REST + (stored - UTILITY_REST) * math.exp(-UTILITY_PACE * max(days, 0.0))


def retention(days: float, stability: float, curve: Curve = Curve.POWER) -> float:
    """The probability 0–1 of recall so many days after the last access; stability in days."""
    if curve is Curve.POWER or stability <= 0:
        return activation.retention(days, stability)
    return float((1 + _FSRS_FACTOR * max(days, 0.0) / stability) ** _FSRS_DECAY)


def days_until(level: float, stability: float) -> float:
    """Days without access until the retention of the power curve falls to `level`, 0 < level ≤ 1."""
    return float(9 * stability * (level**-0.5 - 1))


def on_the_tip_of_the_tongue(storage: float, retained: float) -> bool:
    """Whether a well-known memory is hardly recalled now.

    It has high storage and low retrieval strength (Bjork and Bjork, 1992).
    """
    return storage >= STORED_FROM and retained < FADED_BELOW


@dataclass(frozen=True, slots=True)
class Strength:
    """A memory's strengths at an instant.

    `retention` is by the power curve, `retention_fsrs6` by FSRS-6; importance and utility are 0–1. Beside them: whether
    it is on the tip of the tongue, and when it fades without use.
    """

    retention: float
    retention_fsrs6: float
    importance: float
    utility: float
    on_the_tip: bool
    fades_at: datetime


def strength(memory: Memory, now: datetime) -> Strength:
    """The strengths of a stored memory at `now`."""
    days = max((now - memory.last_accessed_at).total_seconds() / activation.SECONDS_A_DAY, 0.0)
    faded = max((now - memory.in_mind_at).total_seconds() / activation.SECONDS_A_DAY, 0.0)
    age = (now - memory.recorded_at).total_seconds() / activation.SECONDS_A_DAY
    retained = retention(faded, memory.stability)
    left = min(days_until(FADED_BELOW, memory.stability), MOST_DAYS)
    return Strength(
        retention=retained,
        retention_fsrs6=retention(faded, memory.stability, Curve.FSRS6),
        importance=importance(memory.importance, age, decay=memory.category.traits.decay, tier=memory.tier),
        utility=utility(memory.utility, days),
        on_the_tip=on_the_tip_of_the_tongue(memory.storage_strength, retained),
        fades_at=memory.in_mind_at + timedelta(days=left),
    )
