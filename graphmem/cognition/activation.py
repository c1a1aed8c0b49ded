"""Activation of a memory: ACT-R's base level, and its retention.

Base-level learning after Anderson and Lebiere, The atomic components of thought, 1998, equation 4.1, in the
approximation that needs only the number of uses and the age of the last: B = ln n − d·ln t with d = 0.5. Retention is
the power curve R = (1 + t/(9·S))^−2 over days since the last access and stability in days.
"""

from __future__ import annotations

import math

DECAY = 0.5
"""ACT-R's d."""

SECONDS_A_DAY = 86_400.0


def base_level(uses: int, age_seconds: float) -> float:
    """ln n − 0.5·ln t; uses and seconds below one count as one."""
    return math.log(max(uses, 1)) - DECAY * math.log(max(age_seconds, 1.0))


def activation(uses: int, age_seconds: float) -> float:
    """The base level squeezed into 0–1 by the logistic function; 0.5 for one use a second ago."""
    return 1 / (1 + math.exp(-base_level(uses, age_seconds)))


def retention(age_days: float, stability_days: float) -> float:
    """The probability 0–1 of recall: 1 at once, then falling, more slowly for a larger stability."""
    if stability_days <= 0:
        return 0.0
    return float((1 + max(age_days, 0.0) / (9 * stability_days)) ** -2)


def storage_gain(age_days: float, stability_days: float) -> float:
    """The gain of storage strength by a recall: 1 − R; harder recalls teach more (Bjork and Bjork, 1992)."""
    return 1.0 - retention(age_days, stability_days)
