"""A schedule of an owner's automatic job, and the outcome of its last slot."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.model.job import JobKind

SCHEDULED = (JobKind.DREAM, JobKind.REHEARSE)
"""Kinds of jobs that can have a schedule."""


class Outcome(StrEnum):
    """The outcome of a slot."""

    APPLIED = "applied"
    """It was applied and changed something."""
    NOTHING = "nothing"
    """There was nothing to change."""
    HELD = "held"
    """A brake stopped it: nothing is written before a confirmation or the next plan."""
    UNDONE = "undone"
    """It was applied and undone by the probe, since fewer questions found their answer."""
    RESTED = "rested"
    """The owner already had the day's number of dreams."""
    FAILED = "failed"
    """It failed; the slot's job retries it."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """One kind of job of one owner by a cron expression in a time zone.

    `next_run` is the next slot, None while paused. Fields after `version` are of the last slot that ran: `last_run` is
    the id of its dream, `runs` counts slots, `unchanged` the latest ones in a row without a change.
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
