"""What metrics tell of a store."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenJobs:
    """Jobs of a kind in a state, and how many seconds ago the first of them was asked for."""

    kind: str
    state: str
    count: int
    age_seconds: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """Memories of all owners that are awake and asleep, and turns and memories without a vector."""

    awake: int
    asleep: int
    turns_without: int
    memories_without: int
