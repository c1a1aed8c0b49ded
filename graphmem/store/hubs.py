"""Entities as hubs of recall: those that a question may name, and their memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.store.database import Database
from graphmem.store.memory_recall import Scope
from graphmem.store.queries import bind

REACH = 200
"""Latest mentions of an asked entity that are searched for the weightiest memories.
The other retrievers, which know the question, find what else a popular entity has."""

PROFILE_REACH = 500
"""Latest mentions that are searched if the question is about the entity alone."""

_MEMORIES = bind("recall/hub_memories", __name__)
_OF_ENTITY = bind("recall/entity_memories", __name__)


@dataclass(frozen=True, slots=True)
class Hub:
    """An entity with its spellings and the addresses of entities merged into it.

    `read` adds the memories that state facts about it and those that mention it, the weightiest first.
    """

    uri: str
    type: str
    name: str
    spellings: tuple[str, ...]
    uris: tuple[str, ...]
    facts: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()


async def read(database: Database, scope: Scope, hubs: Sequence[Hub], limit: int) -> tuple[Hub, ...]:
    """The hubs with their memories, `limit` of each kind at most."""
    if not hubs:
        return ()
    asked = [{"uri": hub.uri, "uris": list(hub.uris)} for hub in hubs]
    rows = await database.run(_MEMORIES, **scope.params(), hubs=asked, reach=REACH, limit=limit)
    found = {row["uri"]: (tuple(dict.fromkeys(row["facts"])), tuple(row["memories"])) for row in rows}
    return tuple(replace(hub, facts=found[hub.uri][0], memories=found[hub.uri][1]) for hub in hubs)


async def memories(database: Database, scope: Scope, uri: str, limit: int) -> list[str]:
    """Ids of the memories that mention an entity, the most useful and then the weightiest first."""
    rows = await database.run(_OF_ENTITY, **scope.params(), uri=uri, reach=PROFILE_REACH, limit=limit)
    return list(rows[0]["ids"])
