"""Initial strengths of a memory, flashbulbs, and the effect of a repetition.

Storage strength beside retrieval strength after Bjork and Bjork, A new theory of disuse, 1992; flashbulb memories after
Brown and Kulik, Cognition 5(1), 1977.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphmem.cognition.importance import initial_stability

INITIAL_STORAGE, MOST_STORAGE = 1.0, 10.0
INITIAL_UTILITY = 0.5

FLASHBULB_AROUSAL = 0.8
"""Arousal from which an event is a flashbulb."""
FLASHBULB_IMPORTANCE = 0.9
"""The least importance of a flashbulb."""
FLASHBULB_STABILITY = 1.5
"""Factor on the stability of a flashbulb."""

REINFORCED_STABILITY = 1.1
"""Factor on the stability of a repeated memory: a repetition teaches less than a successful recall."""

LONGEST_STABILITY_DAYS = 36_500.0
"""A century, FSRS's own longest interval, so that no repetition overflows."""


@dataclass(frozen=True, slots=True)
class Strength:
    """importance and utility 0–1, stability in days, storage 1–10, `access_count` from 0."""

    importance: float
    stability: float
    storage: float = INITIAL_STORAGE
    utility: float = INITIAL_UTILITY
    access_count: int = 0
    pinned: bool = False
    flashbulb: bool = False


def initial(*, importance: float, arousal: float) -> Strength:
    """Return the strengths of a new memory.

    One of arousal ≥ 0.8 is a flashbulb: pinned, important and slow to fade.
    """
    if arousal < FLASHBULB_AROUSAL:
        return Strength(importance, initial_stability(importance))
    raised = max(importance, FLASHBULB_IMPORTANCE)
    return Strength(raised, initial_stability(raised) * FLASHBULB_STABILITY, pinned=True, flashbulb=True)


def reinforced(strength: Strength) -> Strength:
    """The strengths after a repetition: stability and access count go up."""
    longer = min(strength.stability * REINFORCED_STABILITY, LONGEST_STABILITY_DAYS)
    return replace(strength, stability=max(longer, strength.stability), access_count=strength.access_count + 1)
