"""Memories in mind unasked: sessions' working memories, and the hot tier, which is in every block."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.memory import Memory


@dataclass(frozen=True, slots=True)
class Held:
    """A memory in a session's working memory since `held_since`.

    `accesses` counts its uses there, `touched_at` is the last; the one with the least `attention`, from 0, is evicted
    first.
    """

    memory: Memory
    session: str
    attention: float
    accesses: int
    held_since: datetime
    touched_at: datetime


@dataclass(frozen=True, slots=True)
class Hot:
    """A memory of the hot tier, with the reasons: utility (0–1), number of uses, age in days."""

    memory: Memory
    utility: float
    accesses: int
    age_days: float
