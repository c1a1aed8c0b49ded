"""One step from memories to their neighbours: along relations, and over the entities that both name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.store.database import Database
from graphmem.store.queries import bind
from graphmem.store.remembered import Edge, Scope

REACH = 400
"""Edges of one memory, of the types asked for, that are read at the most: weak ones are a hundred of each memory."""

ENTITIES = 8
"""Entities of one memory that are followed, the rarest: what everything names leads nowhere in particular."""

ENTITY_REACH = 40
"""Of what names an entity, so many of the last are looked at."""

_LINKED = bind("recall/linked_memories", __name__)
_CONAMED = bind("recall/conamed_memories", __name__)


@dataclass(frozen=True, slots=True)
class Shared:
    """Two memories that name one entity, which `mentions` memories name in all."""

    seed: str
    id: str
    name: str
    mentions: int


async def linked(
    database: Database, scope: Scope, seeds: Sequence[str], types: Sequence[str], limit: int
) -> list[tuple[str, str, Edge]]:
    """What each seed is linked to by relations of these types, at most `limit` each: seed, the other, and the edge."""
    rows = await database.run(_LINKED, **scope.params(), seeds=list(seeds), types=list(types), reach=REACH, limit=limit)
    return [(row["seed"], row["id"], _edge(row["seed"], row["id"], row)) for row in rows]


async def conamed(database: Database, scope: Scope, seeds: Sequence[str], limit: int) -> list[Shared]:
    """What names an entity that a seed names, at most `limit` of each seed, by the rarest entity first."""
    rows = await database.run(
        _CONAMED, **scope.params(), seeds=list(seeds), entities=ENTITIES, reach=ENTITY_REACH, limit=limit
    )
    return [Shared(**row) for row in rows]


def _edge(seed: str, id_: str, row: dict[str, object]) -> Edge:
    ends = (seed, id_) if row["outgoing"] else (id_, seed)
    return Edge(str(row["type"]), *ends, float(str(row["confidence"])))
