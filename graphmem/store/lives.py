"""What became of memories, as the graph keeps it: read for people, changed by nobody."""

from __future__ import annotations

from graphmem.errors import NotFoundError
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind

MOST_TURNS = 10
"""Turns that say a memory which its life names; the others are counted."""

MOST_CHANGES = 500
"""Changes of a dream that its diary is about."""

_LIFE = bind("memory/life_of_memory", __name__)
_DIARY = bind("dream/diary_changes", __name__)


async def life(database: Database, owner: Owner, id_: str) -> Row:
    """All that is known of what became of a memory. Raises NotFoundError."""
    rows = await database.run(_LIFE, owner=owner.key, id=id_, limit=MOST_TURNS)
    if not rows:
        raise NotFoundError(f"No memory {id_[:80]!r}.", field="id", remedy="Take an id from `memories` or `recall`.")
    return rows[0]


async def changes(database: Database, owner: Owner, run: str) -> list[Row]:
    """What a dream changed, in the order of its plan."""
    return await database.run(_DIARY, owner=owner.key, run=run, limit=MOST_CHANGES)
