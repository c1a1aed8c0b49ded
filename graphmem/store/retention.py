"""Memories kept for longer than a retention rule allows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.retention import Rule
from graphmem.store.database import Database
from graphmem.store.memory_views import memory_of
from graphmem.store.queries import bind

AT_ONCE = 500
_FIRST = datetime(1, 1, 1, tzinfo=UTC)

_OUTLIVED = bind("memory/outlived_memories", __name__)


async def outlived_memories(database: Database, owner: Owner, rule: Rule, now: datetime) -> AsyncIterator[Memory]:
    """Memories older than the retention rule that covers them, the first said first."""
    category = None if rule.category is None else rule.category.value
    source = None if rule.source is None else rule.source.value
    at, id_ = _FIRST, ""
    while True:
        rows = await database.run(
            _OUTLIVED, owner=owner.key, category=category, source=source, before=now - rule.kept,
            after_at=at, after_id=id_, limit=AT_ONCE,
        )  # fmt: skip
        for row in rows:
            yield memory_of(row["memory"])
        if len(rows) < AT_ONCE:
            return
        at, id_ = rows[-1]["memory"]["said_at"], rows[-1]["memory"]["id"]
