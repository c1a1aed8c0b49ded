"""The effect of an outcome on a memory: FSRS-6's review on its stability, a step on its utility.

FSRS-6 after the package `fsrs` (Ye, Su and Cao, KDD 2022, and its successors), without learning steps and without fuzz:
a success is a review rated Good, a failure one rated Again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fsrs import Card, Rating, Scheduler, State

from graphmem.cognition.strength import LONGEST_STABILITY_DAYS

LEARNING_RATE = 0.1
"""Share of the way to the outcome that a utility moves."""

INITIAL_DIFFICULTY = 5.0
"""The middle of FSRS's 1–10, for a memory without reviews."""

_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Stability in days, difficulty 1–10 and utility 0–1 after an outcome."""

    stability: float
    difficulty: float
    utility: float


def review(
    *, stability: float, difficulty: float, utility: float, last: datetime, now: datetime, success: bool
) -> Reviewed:
    """Review a memory, last accessed at `last`, by a use that helped or did not. Times are UTC."""
    card = Card(
        state=State.Review, stability=max(stability, 0.001), difficulty=difficulty, last_review=min(last, now), due=now
    )
    rated, _ = _SCHEDULER.review_card(card, Rating.Good if success else Rating.Again, now)
    target = 1.0 if success else 0.0
    return Reviewed(
        stability=min(rated.stability or stability, LONGEST_STABILITY_DAYS),
        difficulty=rated.difficulty or difficulty,
        utility=utility + LEARNING_RATE * (target - utility),
    )
