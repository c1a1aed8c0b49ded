"""Valid time and transaction time: half-open intervals in UTC, never of zero length."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.model.transcript import require_utc

FOREVER = datetime(9999, 12, 31, tzinfo=UTC)
"""The stored form of an open end: filters in a vector index know no null. Callers get None."""


@dataclass(frozen=True, slots=True)
class Interval:
    """From `start` until before `end`; `end` None is open. Raises ValueError if it is empty or not in UTC."""

    start: datetime
    end: datetime | None = None

    def __post_init__(self) -> None:
        require_utc("start", self.start)
        require_utc("end", self.end)
        if self.end is not None and self.end <= self.start:
            raise ValueError(f"an interval ends after it starts, got {self.start} to {self.end}")

    def holds(self, moment: datetime) -> bool:
        """Whether the interval covers this moment."""
        return self.start <= moment and (self.end is None or moment < self.end)
