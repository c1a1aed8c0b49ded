"""When something is due for an owner by itself, and what became of it the last time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.model.job import JobKind

SCHEDULED = (JobKind.DREAM, JobKind.REHEARSE)
"""What can be due by itself."""


class Outcome(StrEnum):
    """What became of a slot."""

    APPLIED = "applied"
    """It was carried out and changed something."""
    NOTHING = "nothing"
    """There was nothing to change."""
    HELD = "held"
    """A brake stopped it: nothing is written until somebody confirms it, or the next one is planned."""
    UNDONE = "undone"
    """It was carried out and taken back by itself, since fewer questions found their answer."""
    RESTED = "rested"
    """The owner had dreamt as often as a day allows."""
    FAILED = "failed"
    """It ended with an error and is tried again, as the job of the slot tells."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """One kind of work of one owner by a cron expression in a time zone.

    `next_run` is the next slot, None while it is paused. What follows `version` is of the last slot that was worked
    off: `last_run` is the id of its dream, `runs` counts slots, `unchanged` those in a row that changed nothing.
    """

    id: str
    kind: JobKind
    cron: str
    time_zone: str
    paused: bool
    next_run: datetime | None
    version: int
    last_slot: datetime | None = None
    last_outcome: Outcome | None = None
    last_run: str | None = None
    last_error: str | None = None
    last_ended_at: datetime | None = None
    runs: int = 0
    unchanged: int = 0
