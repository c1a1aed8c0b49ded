"""From when memory is read: the present, the whole of time, or a moment of either clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.model.interval import FOREVER
from graphmem.model.transcript import require_utc

BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
"""Before anything was true or recorded."""

LAST = FOREVER - timedelta(microseconds=1)
"""After every moment at which a belief ended: only what is still believed is retracted later."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Four comparisons with both clocks of a node or edge, all of which must hold for it to be read:

    valid_from <= starts, valid_until > ends, recorded_at <= recorded, retracted_at > retracted.
    """

    starts: datetime
    ends: datetime
    recorded: datetime
    retracted: datetime


@dataclass(frozen=True, slots=True)
class AsOf:
    """What was true at `valid_at`, as it was known at `known_at`; UTC.

    Without `known_at` it is what is known now, without `valid_at` what was believed then about that very moment. With
    neither it is the present: what is believed now and not over, things to come included. `timeline` reads what is
    over, too, and goes with `known_at` only. ValueError for a time not in UTC, or both `timeline` and `valid_at`.
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
        """The last moment at which a turn was said that may tell of it; None for any."""
        return min((moment for moment in (self.valid_at, self.known_at) if moment is not None), default=None)

    @property
    def is_present(self) -> bool:
        """Whether nothing but the present is asked for."""
        return self.valid_at is None and self.known_at is None and not self.timeline

    def bounds(self, now: datetime) -> Bounds:
        """The comparisons that read this instant, seen from `now`.

        What is known now is what nobody ended the belief in, whatever the clock says: it may have gone back.
        """
        recorded, retracted = (FOREVER, LAST) if self.known_at is None else (self.known_at, self.known_at)
        if self.timeline:
            return Bounds(FOREVER, BEGINNING, recorded, retracted)
        if self.is_present:
            return Bounds(FOREVER, now, recorded, retracted)
        valid = self.valid_at or self.known_at or now
        return Bounds(valid, valid, recorded, retracted)


PRESENT = AsOf()
