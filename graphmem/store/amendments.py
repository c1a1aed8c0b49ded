"""A person's changes to one memory: reading it, marking it as invalidated, restoring it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import NotFoundError
from graphmem.model.ids import digest
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.store import memories
from graphmem.store.database import Transaction
from graphmem.store.memory_views import memory_of
from graphmem.store.queries import bind

_TO_CHANGE = bind("memory/memory_to_change", __name__)
_MARK = bind("memory/mark_invalidated", __name__)
_RESTORE = bind("memory/restore_memory", __name__)


@dataclass(frozen=True, slots=True)
class ChangeTarget:
    """A memory before a person changes it.

    `edits` are ids of live memories that an edit put in its place, `derived` of those made from it; `tombstone`
    withholds it if it was forgotten.
    """

    memory: Memory
    session: str | None
    edits: tuple[str, ...]
    derived: tuple[str, ...]
    tombstone: str | None


async def change_target(transaction: Transaction, owner: Owner, id_: str) -> ChangeTarget:
    """The memory with its edits and derived memories. Raises NotFoundError."""
    rows = await transaction.run(_TO_CHANGE, owner=owner.key, id=id_)
    if not rows:
        raise NotFoundError(f"No memory {id_[:80]!r}.", field="id", remedy="Take an id from `memories`, or its start.")
    row = rows[0]
    found = row["memory"]
    return ChangeTarget(
        memory=memory_of(found),
        session=row["session"],
        edits=tuple(row["edits"]),
        derived=tuple(row["derived"]),
        tombstone=found.get("tombstone"),
    )


async def mark(
    transaction: Transaction, owner: Owner, ids: Sequence[str], id_: str | None, reason: str, by: str
) -> None:
    """Record why and by whom memories were invalidated; `id_` is the memory whose change caused it."""
    await transaction.run(_MARK, owner=owner.key, ids=list(ids), id=id_, reason=reason, by=by)


async def restore(transaction: Transaction, owner: Owner, id_: str, now: datetime) -> int:
    """Restore a retracted memory and those retracted with it; returns the number of memories."""
    version = digest(id_, "restored", now.isoformat())
    await memories.keep_version(transaction, owner, id_, version, now)
    rows = await transaction.run(_RESTORE, owner=owner.key, id=id_, version=version, now=now)
    return int(rows[0]["restored"])
