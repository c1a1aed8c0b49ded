"""Figures of a store for metrics."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenJobs:
    """Jobs of a kind in a state, and the age of the first in seconds."""

    kind: str
    state: str
    count: int
    age_seconds: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers of awake and dormant memories, and of turns and memories without a vector, of all owners."""

    awake: int
    asleep: int
    turns_without: int
    memories_without: int
