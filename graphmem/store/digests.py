"""Inputs of digests: the memories of a room's turns, and the gists that weigh memories."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.errors import NotFoundError
from graphmem.model.palace import Owner
from graphmem.store.database import Database
from graphmem.store.memory_recall import Scope
from graphmem.store.queries import bind

REACH = 500
"""Latest closets of a room, and latest turns of each, that are read for their memories."""

_ROOM = bind("palace/room_memories", __name__)
_GISTS = bind("memory/gists_of_memories", __name__)


async def of_room(database: Database, scope: Scope, wing: int, room: int, limit: int) -> tuple[str, list[str]]:
    """The title of a room by its numbers, and ids of its memories, the latest first. Raises NotFoundError."""
    given: dict[str, object] = {"wing": wing, "room": room, "reach": REACH, "limit": limit}
    rows = await database.run(_ROOM, **scope.params(), **given)
    if not rows:
        raise NotFoundError(
            f"No room W-{wing:03d}/R-{room:02d}.", field="name", remedy="Take its number from the `palace`."
        )
    return str(rows[0]["title"] or ""), list(rows[0]["ids"])


async def gists(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, str | None]:
    """Return the gists of memories by id, as `language.gist` reads them.

    Memories that a later fact contradicts are left out.
    """
    return {row["id"]: row["gist"] for row in await database.run(_GISTS, owner=owner.key, ids=list(ids))}
