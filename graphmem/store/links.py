"""One step from memories to their neighbours: along relations, and over the entities that both name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.cognition.relations import MATTER
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind
from graphmem.store.remembered import Edge, Scope

REACH = 400
"""Edges of one memory, of the types asked for, that are read at the most: weak ones are a hundred of each memory."""

ENTITIES = 8
"""Entities of one memory that are followed, the rarest: what everything names leads nowhere in particular."""

ENTITY_REACH = 40
"""Of what names an entity, so many of the last are looked at."""

_AWAKE = [tier.value for tier in Tier if tier is not Tier.DORMANT]

LATER = 2
"""What was told later of one memory, so much of it is shown beside it: a matter that changes changes seldom."""

_LINKED = bind("recall/linked_memories", __name__)
_CONAMED = bind("recall/conamed_memories", __name__)
_LATER = bind("recall/told_later", __name__)
_DISPUTING = bind("review/disputing", __name__)
_REPLACED = bind("recall/replaced_by", __name__)


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


async def told_later(
    database: Database, owner: Owner, memories: Sequence[str], turns: Sequence[str], project: str, now: datetime
) -> dict[str, tuple[str, ...]]:
    """By the ids of memories and turns, the live memories that were told after them of the same matter at work on the
    project, the last first."""
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


async def replaced_by(
    database: Database, owner: Owner, turns: Sequence[str], now: datetime
) -> dict[str, tuple[str, ...]]:
    """By the ids of turns, the memories that replaced what was made of them and hold now, the last said first."""
    rows = await database.run(
        _REPLACED, owner=owner.key, turns=list(turns), now=now, tiers=_AWAKE, reach=REACH, limit=LATER
    )
    return _by_key(rows)


async def disputing(database: Database, owner: Owner, memories: Sequence[str], now: datetime) -> dict[str, str]:
    """By the ids of memories, a user's newest statement of which an open review asks whether it
    ended them."""
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
