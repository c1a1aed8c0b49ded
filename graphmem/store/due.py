"""Plans that fall due, and whether somebody was told of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row, Runner
from graphmem.store.queries import bind
from graphmem.store.tiers import AWAKE

_DUE = bind("recall/due_memories", __name__)
_RECURRING = bind("recall/recurring_memories", __name__)
_TELL = bind("recall/tell_due", __name__)


async def ending_plans(
    database: Database, owner: Owner, since: datetime, now: datetime, until: datetime, limit: int
) -> list[Row]:
    """Plans that end between `now` and `until`, and those ended since `since` that nobody was told of.
    The first to end comes first."""
    tiers = [tier.value for tier in AWAKE]
    return await database.run(_DUE, owner=owner.key, tiers=tiers, since=since, now=now, until=until, limit=limit)


async def recurring_plans(database: Database, owner: Owner, now: datetime, limit: int) -> list[Row]:
    """Recurring plans valid at `now`, in the form of `ending_plans`.

    `told_at` is when somebody was last told.
    """
    tiers = [tier.value for tier in AWAKE]
    return await database.run(_RECURRING, owner=owner.key, tiers=tiers, now=now, limit=limit)


async def mark_announced(runner: Runner, owner: Owner, ids: Sequence[str], now: datetime) -> set[str]:
    """Record that somebody is told of these plans; returns the ids that nobody was told of before."""
    rows = await runner.run(_TELL, owner=owner.key, ids=sorted(ids), now=now) if ids else []
    return {row["id"] for row in rows}
