"""Prospective memory: a plan is announced once when its day comes, before it becomes dormant.

Only a plan with a date is ever due; "soon", or a plan that is merely expected to last a week, is not. A recurring plan
is due each time: its next time is listed, and a block mentions it only if it recurs weekly or less often.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from cachetools import TTLCache

from graphmem.cognition.occurrences import next_occurrence
from graphmem.language.temporal.calendar import Days
from graphmem.language.temporal.due_days import LONGEST, appointed
from graphmem.model.category import Category
from graphmem.model.due import Due
from graphmem.model.language import Language
from graphmem.model.memory import DataSource, Memory
from graphmem.model.palace import Owner
from graphmem.model.recurrence import is_dated, is_rare
from graphmem.store import due as store
from graphmem.store.database import Database, Row
from graphmem.store.memory_views import memory_of

AHEAD = timedelta(days=1)
"""A plan is due from the day before its own."""

LATE = timedelta(days=7)
"""Time after its day during which an unannounced plan is still announced; until then it stays awake."""

LOOKED_AT = 200
"""Plans that end soon, which are checked for their day."""

RECURRING = 1_000
"""Recurring plans that are checked for their day."""

MOST = 3
"""Plans that one block mentions."""

SURE_FROM = 0.3
"""Confidence from which a reading is announced unasked."""

KINDS = frozenset({Category.PLAN, Category.DECISION, Category.EPISODE, Category.FACT, Category.PITFALL})
"""Categories of events to come; a wish is none."""

KEPT_SECONDS = 60.0
OWNERS = 1_000


@dataclass(frozen=True, slots=True)
class Prospective:
    """An owner's due plans. Those announced unasked are up to a minute old."""

    database: Database
    _kept: TTLCache[str, tuple[Due, ...]] = field(default_factory=lambda: TTLCache(OWNERS, KEPT_SECONDS), repr=False)

    async def due(self, owner: Owner, *, now: datetime | None = None) -> tuple[Due, ...]:
        """The plans due now, announced or not, and unannounced ones of the last week; the first to end first."""
        at = now or datetime.now(UTC)
        until = at + AHEAD + LONGEST + timedelta(days=2)
        rows, again = await asyncio.gather(
            store.ending_plans(self.database, owner, at - LATE, at, until, LOOKED_AT),
            store.recurring_plans(self.database, owner, at, RECURRING),
        )
        found = await asyncio.to_thread(lambda: (*_due(rows, at), *_again(again, at)))
        return tuple(sorted(found, key=lambda one: (one.last, one.first)))

    async def unannounced(self, owner: Owner) -> tuple[Due, ...]:
        """A few due plans that nobody was told of yet."""
        if (known := self._kept.get(owner.key)) is None:
            known = tuple(one for one in await self.due(owner) if one.told_at is None and _is_told_unasked(one))
            self._kept[owner.key] = known
        since = datetime.now(UTC) - LATE
        return tuple(one for one in known if one.memory.valid_until is None or one.memory.valid_until > since)[:MOST]

    def mark_announced(self, owner: Owner, ids: Collection[str]) -> None:
        """Mark plans as announced in this process; the learner stores it."""
        if (known := self._kept.get(owner.key)) is not None:
            self._kept[owner.key] = tuple(one for one in known if one.memory.id not in ids)

    def forget(self, owner: Owner) -> None:
        """Drop the owner's cached plans."""
        self._kept.pop(owner.key, None)


def _due(rows: Sequence[Row], now: datetime) -> tuple[Due, ...]:
    found = []
    for row in rows:
        memory = memory_of(row["memory"])
        days = day_of(memory, row["said_at"])
        if days is not None and days.first <= (now + AHEAD).date():
            found.append(Due(memory, days.first, days.last, row["told_at"], _later(row)))
    return tuple(found)


def _again(rows: Sequence[Row], now: datetime) -> list[Due]:
    """Plans that recur today or tomorrow. One is new if it was last announced before this time's eve."""
    found = []
    for row in rows:
        memory = memory_of(row["memory"])
        day = next_time(memory, now) if _is_appointment(memory) else None
        if day is not None and day <= (now + AHEAD).date():
            told = row["told_at"]
            is_new = told is None or told.date() < day - AHEAD
            found.append(Due(memory, day, day, None if is_new else told, _later(row)))
    return found


def next_time(memory: Memory, now: datetime) -> date | None:
    """The next day of a recurring memory, today included; None if it is over or has no day."""
    told = memory.recurrence
    return next_occurrence(told, now.date()) if told is not None and is_dated(told) else None


def _is_told_unasked(due: Due) -> bool:
    return due.memory.recurrence is None or is_rare(due.memory.recurrence)


def _is_appointment(memory: Memory) -> bool:
    known = memory.source_confidence >= SURE_FROM and memory.data_source is DataSource.USER
    return known and memory.category in KINDS


def _later(row: Row) -> Memory | None:
    """A later statement about a plan; text of a document or tool never enters a block unasked."""
    later = memory_of(row["later"]) if row["later"] else None
    return later if later is not None and later.data_source is DataSource.USER else None


def day_of(memory: Memory, said_at: datetime) -> Days | None:
    """The days of a plan; None for a memory that is not announced unasked."""
    if memory.valid_until is None or not _is_appointment(memory):
        return None
    return appointed(memory.text, Language(memory.language), said_at, memory.valid_until)
