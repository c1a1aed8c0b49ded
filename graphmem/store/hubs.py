"""Entities as hubs of recall: which of them a question may name, and the memories that hang on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.store.database import Database
from graphmem.store.queries import bind
from graphmem.store.remembered import Scope

REACH = 200
"""Of what names an entity that a question is about, so many of the last are looked at for the weightiest: what else a
popular one has is found by the retrievers that know what is asked."""

PROFILE_REACH = 500
"""The same where an entity is all that is asked."""

_MEMORIES = bind("recall/hub_memories", __name__)
_OF_ENTITY = bind("recall/entity_memories", __name__)


@dataclass(frozen=True, slots=True)
class Hub:
    """An entity with its spellings and the addresses of those merged into it.

    Once they are read, also the memories that state facts about it and those that name it, the weightiest first.
    """

    uri: str
    type: str
    name: str
    spellings: tuple[str, ...]
    uris: tuple[str, ...]
    facts: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()


async def read(database: Database, scope: Scope, hubs: Sequence[Hub], limit: int) -> tuple[Hub, ...]:
    """The hubs with their memories, `limit` of either kind at the most."""
    if not hubs:
        return ()
    asked = [{"uri": hub.uri, "uris": list(hub.uris)} for hub in hubs]
    rows = await database.run(_MEMORIES, **scope.params(), hubs=asked, reach=REACH, limit=limit)
    found = {row["uri"]: (tuple(dict.fromkeys(row["facts"])), tuple(row["memories"])) for row in rows}
    return tuple(replace(hub, facts=found[hub.uri][0], memories=found[hub.uri][1]) for hub in hubs)


async def memories(database: Database, scope: Scope, uri: str, limit: int) -> list[str]:
    """Ids of the memories that name an entity, the most useful and then the weightiest first."""
    rows = await database.run(_OF_ENTITY, **scope.params(), uri=uri, reach=PROFILE_REACH, limit=limit)
    return list(rows[0]["ids"])
