"""One step from memories to their neighbours: along relations, and through shared entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.cognition.relations import MATTER
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row
from graphmem.store.memory_recall import Edge, Scope
from graphmem.store.queries import bind

REACH = 400
"""Edges read per memory, of the requested types; weak ones are limited to a hundred per memory."""

ENTITIES = 8
"""Entities followed per memory, the rarest: an entity that everything mentions leads nowhere."""

ENTITY_REACH = 40
"""Latest mentions read per entity."""

_AWAKE = [tier.value for tier in Tier if tier is not Tier.DORMANT]

LATER = 2
"""Later memories shown beside one memory: a matter changes seldom."""

_LINKED = bind("recall/linked_memories", __name__)
_CONAMED = bind("recall/conamed_memories", __name__)
_LATER = bind("recall/told_later", __name__)
_DISPUTING = bind("review/disputing", __name__)
_REPLACED = bind("recall/replaced_by", __name__)


@dataclass(frozen=True, slots=True)
class Shared:
    """Two memories that mention the same entity, which has `mentions` in all."""

    seed: str
    id: str
    name: str
    mentions: int


async def linked(
    database: Database, scope: Scope, seeds: Sequence[str], types: Sequence[str], limit: int
) -> list[tuple[str, str, Edge]]:
    """Relations of these types from each seed, `limit` each at most: seed, other memory, edge."""
    rows = await database.run(_LINKED, **scope.params(), seeds=list(seeds), types=list(types), reach=REACH, limit=limit)
    return [(row["seed"], row["id"], _edge(row["seed"], row["id"], row)) for row in rows]


async def shared_entities(database: Database, scope: Scope, seeds: Sequence[str], limit: int) -> list[Shared]:
    """Memories that share an entity with a seed, `limit` per seed at most, the rarest entity first."""
    rows = await database.run(
        _CONAMED, **scope.params(), seeds=list(seeds), entities=ENTITIES, reach=ENTITY_REACH, limit=limit
    )
    return [Shared(**row) for row in rows]


async def later_memories(
    database: Database, owner: Owner, memories: Sequence[str], turns: Sequence[str], project: str, now: datetime
) -> dict[str, tuple[str, ...]]:
    """Later live memories about the same matter of a project, the latest first, by id.

    The id is that of a memory or a turn.
    """
    rows = await database.run(
        _LATER,
        owner=owner.key,
        memories=list(memories),
        turns=list(turns),
        project=project,
        rule=MATTER,
        now=now,
        tiers=_AWAKE,
        reach=REACH,
        limit=LATER,
    )
    return _by_key(rows)


async def replacements(
    database: Database, owner: Owner, turns: Sequence[str], now: datetime
) -> dict[str, tuple[str, ...]]:
    """The live memories that replaced those of each turn, the last said first, by the turn's id."""
    rows = await database.run(
        _REPLACED, owner=owner.key, turns=list(turns), now=now, tiers=_AWAKE, reach=REACH, limit=LATER
    )
    return _by_key(rows)


async def disputing_memories(
    database: Database, owner: Owner, memories: Sequence[str], now: datetime
) -> dict[str, str]:
    """The user's newest statement in an open review that would end a memory, by the memory's id."""
    rows = await database.run(_DISPUTING, owner=owner.key, memories=list(memories), now=now) if memories else []
    return {key: ids[0] for key, ids in _by_key(rows).items()}


def _by_key(rows: Sequence[Row]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in rows:
        found[row["key"]] = (*found.get(row["key"], ()), row["id"])
    return found


def _edge(seed: str, id_: str, row: dict[str, object]) -> Edge:
    ends = (seed, id_) if row["outgoing"] else (id_, seed)
    return Edge(str(row["type"]), *ends, float(str(row["confidence"])))
