"""Prospective memory: a plan is told once when its day comes, before it sleeps.

Only a plan that names its day is ever due; "soon" and a plan that is merely expected to last a week are not. What comes
again and again is due each time: the next time is listed, and a block tells of what comes once a week at the most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from cachetools import TTLCache

from graphmem.cognition.occurrences import next_occurrence
from graphmem.language.temporal.appointed import LONGEST, appointed
from graphmem.language.temporal.calendar import Days
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
"""A plan is due from the day before its own on."""

LATE = timedelta(days=7)
"""So long after its day somebody is told of a plan that nobody was told of in time; until then it does not sleep."""

LOOKED_AT = 200
"""Plans that end soon, of which those are due whose day has come."""

RECURRING = 1_000
"""Things that come again and again, of which those are due whose day has come."""

MOST = 3
"""Plans that one block tells of."""

SURE_FROM = 0.3
"""Confidence of a reading from which somebody is told of it unasked."""

KINDS = frozenset({Category.PLAN, Category.DECISION, Category.EPISODE, Category.FACT, Category.PITFALL})
"""Categories of what is to happen; what somebody would like is none."""

KEPT_SECONDS = 60.0
OWNERS = 1_000


@dataclass(frozen=True, slots=True)
class Prospective:
    """What is due of an owner's plans. What is due is up to a minute old where it is told unasked."""

    database: Database
    _kept: TTLCache[str, tuple[Due, ...]] = field(default_factory=lambda: TTLCache(OWNERS, KEPT_SECONDS), repr=False)

    async def due(self, owner: Owner, *, now: datetime | None = None) -> tuple[Due, ...]:
        """The plans that are due now, the first to end first, whether or not somebody was told of them, and those of
        the last week that nobody was told of."""
        at = now or datetime.now(UTC)
        until = at + AHEAD + LONGEST + timedelta(days=2)
        rows, again = await asyncio.gather(
            store.ending(self.database, owner, at - LATE, at, until, LOOKED_AT),
            store.recurring(self.database, owner, at, RECURRING),
        )
        found = await asyncio.to_thread(lambda: (*_due(rows, at), *_again(again, at)))
        return tuple(sorted(found, key=lambda one: (one.last, one.first)))

    async def untold(self, owner: Owner) -> tuple[Due, ...]:
        """Those that nobody was told of yet, a few."""
        if (known := self._kept.get(owner.key)) is None:
            known = tuple(one for one in await self.due(owner) if one.told_at is None and _is_told_unasked(one))
            self._kept[owner.key] = known
        since = datetime.now(UTC) - LATE
        return tuple(one for one in known if one.memory.valid_until is None or one.memory.valid_until > since)[:MOST]

    def told(self, owner: Owner, ids: Collection[str]) -> None:
        """These are told now, and not again; the learner writes it down."""
        if (known := self._kept.get(owner.key)) is not None:
            self._kept[owner.key] = tuple(one for one in known if one.memory.id not in ids)

    def forget(self, owner: Owner) -> None:
        """Read the owner's plans anew the next time."""
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
    """What comes again today or tomorrow. Somebody was told of an earlier time of it, not of this one, before its
    eve."""
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
    """The day on which what recurs comes next, today's included; None of what is over, and of what names no day."""
    told = memory.recurrence
    return next_occurrence(told, now.date()) if told is not None and is_dated(told) else None


def _is_told_unasked(due: Due) -> bool:
    return due.memory.recurrence is None or is_rare(due.memory.recurrence)


def _is_appointment(memory: Memory) -> bool:
    known = memory.source_confidence >= SURE_FROM and memory.data_source is DataSource.USER
    return known and memory.category in KINDS


def _later(row: Row) -> Memory | None:
    """What somebody said later of a plan; words of a document or a tool stand in no block unasked."""
    later = memory_of(row["later"]) if row["later"] else None
    return later if later is not None and later.data_source is DataSource.USER else None


def day_of(memory: Memory, said_at: datetime) -> Days | None:
    """The days on which a plan is to happen; None of what is no plan that somebody is told of unasked."""
    if memory.valid_until is None or not _is_appointment(memory):
        return None
    return appointed(memory.text, Language(memory.language), said_at, memory.valid_until)
