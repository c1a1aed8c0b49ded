"""A due plan."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from graphmem.model.memory import Memory


@dataclass(frozen=True, slots=True)
class Due:
    """A plan that is due from `first` to `last`, both included (UTC), and when somebody was last told.

    `later` is the newest statement of which an open review asks whether it ended the plan.
    """

    memory: Memory
    first: date
    last: date
    told_at: datetime | None = None
    later: Memory | None = None
