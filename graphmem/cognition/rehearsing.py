"""What is gone over lest it be forgotten, and what that does: the testing effect (Roediger and Karpicke, Psychological
Science 17(3), 2006), by which what is retrieved late, when it hardly comes to mind, stays for longer."""

from __future__ import annotations

from graphmem.cognition.strength import LONGEST_STABILITY_DAYS

BELOW = 0.3
"""Retention by the power curve below which a memory is due."""

GAIN = 1.5
"""Factor on the stability of what was rehearsed."""

MOST = 50
"""Memories of one rehearsal, those left alone for longest."""


def rehearsed(stability: float) -> float:
    """The stability in days after a rehearsal."""
    return max(stability, min(stability * GAIN, LONGEST_STABILITY_DAYS))
