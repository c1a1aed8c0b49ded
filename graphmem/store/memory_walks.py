"""Neighbourhoods of many memories, one statement for all of them; GraphQL walks the graph with them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.views import EntityRow, Fact, Link, Source, Spell, Version
from graphmem.store.database import Database, Runner
from graphmem.store.entity_views import fact_of
from graphmem.store.memory_views import memory_of, sources, version_of
from graphmem.store.queries import Query, bind

T = TypeVar("T")

MOST = 50
"""Items of each kind per memory."""

_BY_ID = bind("memory/memories_by_id", __name__)
_LINKS = bind("memory/links_of_memories", __name__)
_VERSIONS = bind("memory/versions_of_memories", __name__)
_TIERS = bind("memory/tiers_of_memories", __name__)
_ENTITIES = bind("memory/entities_of_memories", __name__)
_FACTS = bind("memory/facts_of_memories", __name__)


async def by_ids(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, Memory]:
    """The owner's memories with these ids."""
    rows = await database.run(_BY_ID, owner=owner.key, ids=list(ids))
    return {row["memory"]["id"]: memory_of(row["memory"]) for row in rows}


async def sources_of(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, tuple[Source, ...]]:
    """The source turns of each memory, the earliest first."""
    return await sources(database, owner, ids, MOST)


async def links_of(runner: Runner, owner: Owner, ids: Sequence[str]) -> dict[str, tuple[Link, ...]]:
    """The relations of each memory, the surest first."""
    return await _found(runner, owner, ids, _LINKS, lambda row: Link(**row))


async def versions_of(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, tuple[Version, ...]]:
    """The former versions of each memory, the oldest first."""
    return await _found(database, owner, ids, _VERSIONS, version_of)


async def tiers_of(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, tuple[Spell, ...]]:
    """The stays of each memory in tiers, first to last."""
    return await _found(database, owner, ids, _TIERS, lambda row: Spell(**row))


async def entities_of(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, tuple[EntityRow, ...]]:
    """The entities that each memory mentions."""
    return await _found(
        database, owner, ids, _ENTITIES, lambda row: EntityRow(**(row | {"aliases": tuple(row["aliases"])}))
    )


async def facts_of(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, tuple[Fact, ...]]:
    """The facts that each memory states."""
    return await _found(database, owner, ids, _FACTS, fact_of)


def _in_order(
    read: Callable[[Database, Owner, Sequence[str]], Awaitable[dict[str, tuple[T, ...]]]],
) -> Callable[[Walks, Owner, Sequence[str]], Awaitable[list[tuple[T, ...]]]]:
    async def walk(walks: Walks, owner: Owner, ids: Sequence[str]) -> list[tuple[T, ...]]:
        found = await read(walks.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]

    return walk


@dataclass(frozen=True, slots=True)
class Walks:
    """The neighbourhoods of memories as above, in the order of the ids; empty for unknown ids."""

    database: Database

    async def memories(self, owner: Owner, ids: Sequence[str]) -> list[Memory | None]:
        """The memories themselves."""
        found = await by_ids(self.database, owner, ids)
        return [found.get(id_) for id_ in ids]

    sources = _in_order(sources_of)
    links = _in_order(links_of)
    versions = _in_order(versions_of)
    tiers = _in_order(tiers_of)
    entities = _in_order(entities_of)
    facts = _in_order(facts_of)


async def _found(
    runner: Runner, owner: Owner, ids: Sequence[str], query: Query, build: Callable[[dict[str, Any]], T]
) -> dict[str, tuple[T, ...]]:
    rows = await runner.run(query, owner=owner.key, ids=list(ids), limit=MOST)
    return {row["memory"]: tuple(build(one) for one in row["found"]) for row in rows}
