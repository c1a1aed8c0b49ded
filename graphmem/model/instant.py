"""The instant of a read: the present, all of time, or a moment of either clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.model.interval import FOREVER
from graphmem.model.transcript import require_utc

BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
"""Before anything was true or recorded."""

LAST = FOREVER - timedelta(microseconds=1)
"""Later than the end of any retracted memory: only live ones are retracted later."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Four comparisons with both clocks of a node or edge, all of which must hold for a read:

    valid_from <= starts, valid_until > ends, recorded_at <= recorded, retracted_at > retracted.
    """

    starts: datetime
    ends: datetime
    recorded: datetime
    retracted: datetime


@dataclass(frozen=True, slots=True)
class AsOf:
    """An instant of both clocks: true at `valid_at`, as known at `known_at`; UTC.

    Without `known_at`: as known now. Without `valid_at`: what was then believed of that very moment. With neither: the
    present, which is live and not over, future things included. `timeline` includes what is over, and allows only
    `known_at`. Raises ValueError for a time not in UTC, or for both `timeline` and `valid_at`.
    """

    valid_at: datetime | None = None
    known_at: datetime | None = None
    timeline: bool = False

    def __post_init__(self) -> None:
        for name, value in (("valid_at", self.valid_at), ("known_at", self.known_at)):
            if value is not None:
                require_utc(name, value)
        if self.timeline and self.valid_at is not None:
            raise ValueError("a timeline holds at every moment, so valid_at cannot narrow it")

    @property
    def said_by(self) -> datetime | None:
        """The last moment of turns that may be read; None for any."""
        return min((moment for moment in (self.valid_at, self.known_at) if moment is not None), default=None)

    @property
    def is_present(self) -> bool:
        """Whether it is a read of the present."""
        return self.valid_at is None and self.known_at is None and not self.timeline

    def bounds(self, now: datetime) -> Bounds:
        """The comparisons for this instant, seen from `now`.

        What is known now is all that is not retracted, whatever the clock says, which may have gone back.
        """
        recorded, retracted = (FOREVER, LAST) if self.known_at is None else (self.known_at, self.known_at)
        if self.timeline:
            return Bounds(FOREVER, BEGINNING, recorded, retracted)
        if self.is_present:
            return Bounds(FOREVER, now, recorded, retracted)
        valid = self.valid_at or self.known_at or now
        return Bounds(valid, valid, recorded, retracted)


PRESENT = AsOf()
