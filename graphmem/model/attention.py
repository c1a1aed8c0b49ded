"""What is in mind without being asked for: what sessions hold, and what stands in every block."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.memory import Memory


@dataclass(frozen=True, slots=True)
class Held:
    """A memory in the working memory of a session since `held_since`. `accesses` counts how often it was told there,
    `touched_at` is when it was last; of two the one of less `attention`, from 0, makes room first."""

    memory: Memory
    session: str
    attention: float
    accesses: int
    held_since: datetime
    touched_at: datetime


@dataclass(frozen=True, slots=True)
class Hot:
    """A memory that stands in every block, and what made it one of those: how useful it was (0–1), how often it was
    used, how many days it is old."""

    memory: Memory
    utility: float
    accesses: int
    age_days: float
