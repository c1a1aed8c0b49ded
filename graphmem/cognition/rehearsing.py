"""Rehearsal: the testing effect (Roediger and Karpicke, Psychological Science 17(3), 2006).

A memory retrieved late, when it is hardly recalled, then lasts longer.
"""

from __future__ import annotations

from graphmem.cognition.strength import LONGEST_STABILITY_DAYS

BELOW = 0.3
"""Retention by the power curve below which a memory is due."""

GAIN = 1.5
"""Factor on the stability of a rehearsed memory."""

MOST = 50
"""Memories of one rehearsal, the longest unused."""


def rehearsed(stability: float) -> float:
    """The stability in days after a rehearsal."""
    return max(stability, min(stability * GAIN, LONGEST_STABILITY_DAYS))
