"""Histories of memories, for people to read."""

from __future__ import annotations

from graphmem.errors import NotFoundError
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind

MOST_TURNS = 10
"""Source turns that a memory's history names; further ones are only counted."""

MOST_CHANGES = 500
"""Changes of a dream that its diary covers."""

_LIFE = bind("memory/life_of_memory", __name__)
_DIARY = bind("dream/diary_changes", __name__)


async def life(database: Database, owner: Owner, id_: str) -> Row:
    """A memory's whole history. Raises NotFoundError."""
    rows = await database.run(_LIFE, owner=owner.key, id=id_, limit=MOST_TURNS)
    if not rows:
        raise NotFoundError(f"No memory {id_[:80]!r}.", field="id", remedy="Take an id from `memories` or `recall`.")
    return rows[0]


async def changes(database: Database, owner: Owner, run: str) -> list[Row]:
    """A dream's changes in the order of its plan."""
    return await database.run(_DIARY, owner=owner.key, run=run, limit=MOST_CHANGES)
