"""Costs of model calls per owner, by source, model and day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from graphmem.model.ids import digest
from graphmem.model.palace import Owner
from graphmem.model.usage import DailyUsage, Usage
from graphmem.store import filing
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.queries import bind
from graphmem.store.rows import row_of

_ADD = bind("usage/add_usage", __name__)
_REPORT = bind("usage/usage_report", __name__)


async def add(database: Database, owner: Owner, usage: Sequence[DailyUsage]) -> None:
    """Add to the owner's sums; each day, source and model at most once. Raises as `filing.lock`."""
    rows = sorted((_row(owner, each) for each in usage), key=lambda row: str(row["id"]))

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await transaction.run(_ADD, owner=owner.key, rows=rows)

    await database.write(work)


async def report(database: Database, owner: Owner, *, since: date, until: date) -> list[DailyUsage]:
    """The owner's sums per day (UTC), source and model, from `since` until before `until`."""
    rows = await database.run(_REPORT, owner=owner.key, since=since.isoformat(), until=until.isoformat())
    return [DailyUsage(date.fromisoformat(row.pop("day")), Usage(**row)) for row in rows]


def _row(owner: Owner, daily: DailyUsage) -> Row:
    day, usage = daily.day.isoformat(), daily.usage
    return {"id": digest("usage", owner.key, usage.source, usage.model, day), "day": day, **row_of(usage)}
