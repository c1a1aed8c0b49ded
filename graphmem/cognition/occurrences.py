"""The next occurrence of a recurrence, by `dateutil.rrule` (RFC 5545, section 3.8.5)."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import lru_cache

from dateutil.rrule import rrule, rruleset, rrulestr

from graphmem.model.recurrence import Frequency, parts_of

LONGEST = 1_000
"""Characters of a recurrence."""


def next_occurrence(recurrence: str, day: date) -> date | None:
    """The first day of the recurrence from `day` on; None if it is over."""
    found = _times(recurrence).after(datetime.combine(day, time.min) - timedelta(microseconds=1))
    return None if found is None else found.date()


def read_recurrence(recurrence: str) -> str:
    """The recurrence if it is valid. Raises ValueError for another, and for one more frequent than daily."""
    if len(recurrence) > LONGEST or parts_of(recurrence).get("FREQ") not in set(Frequency):
        raise ValueError("it is no recurrence of days")
    _times(recurrence)
    return recurrence


@lru_cache(maxsize=1_000)
def _times(recurrence: str) -> rrule | rruleset:
    return rrulestr(recurrence, forceset=True)
