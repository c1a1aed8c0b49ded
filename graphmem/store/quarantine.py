"""Memories that wait for a review: retracted as soon as they were written, so that no answer has them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.model.memory import Memory
from graphmem.model.palace import Owner, Page
from graphmem.store import memory_views
from graphmem.store.cursors import cursor_of, page_of, position_of, require_count
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.memory_views import memory_of
from graphmem.store.queries import bind

BY = "quarantine"
"""The means of invalidation that such a memory records."""

_HOLD = bind("memory/hold_memories", __name__)
_AWAITING = bind("memory/awaiting_memories", __name__)
_IS_AWAITING = bind("memory/is_awaiting", __name__)


async def hold(transaction: Transaction, owner: Owner, ids: Sequence[str], reason: str, now: datetime) -> None:
    """Let memories that this transaction wrote, with their facts and relations, wait for a review."""
    await memory_views.forget(transaction, owner, ids, now)
    await transaction.run(_HOLD, owner=owner.key, ids=list(ids), reason=reason, by=BY)


async def page(database: Database, owner: Owner, *, first: int, after: str | None) -> Page[Memory]:
    """A page of waiting memories, the last recorded first. Raises InvalidInputError."""
    require_count(first)
    at, id_ = position_of(after)
    rows = await database.run(_AWAITING, owner=owner.key, by=BY, after_at=at, after_id=id_, limit=first + 1)
    return page_of(rows, first, lambda row: memory_of(row["memory"]), lambda one: cursor_of(one.recorded_at, one.id))


async def is_held(runner: Runner, owner: Owner, id_: str) -> bool:
    """Whether a memory waits for a review."""
    rows = await runner.run(_IS_AWAITING, owner=owner.key, id=id_, by=BY)
    return bool(rows and rows[0]["is_held"])
