"""Walks of the graph from many memories, a single statement for each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.errors import NotFoundError
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.views import EntityRow, Fact, Link, Source, Spell, Version
from graphmem.store import memory_walks
from graphmem.store.database import Database


@dataclass(frozen=True, slots=True)
class Walks:
    """Neighbourhoods of memories, in the order of the ids; empty for unknown ids."""

    database: Database

    async def memories(self, owner: Owner, ids: Sequence[str]) -> list[Memory | None]:
        """The memories themselves."""
        found = await memory_walks.by_ids(self.database, owner, ids)
        return [found.get(id_) for id_ in ids]

    async def memory(self, owner: Owner, id_: str) -> Memory:
        """One memory. Raises NotFoundError."""
        (found,) = await self.memories(owner, [id_])
        if found is None:
            raise NotFoundError(f"No memory {id_[:80]!r}.", field="id", remedy="Take an id from `memories`.")
        return found

    async def sources(self, owner: Owner, ids: Sequence[str]) -> list[tuple[Source, ...]]:
        """The source turns of each, fifty at most here and below."""
        found = await memory_walks.sources_of(self.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]

    async def links(self, owner: Owner, ids: Sequence[str]) -> list[tuple[Link, ...]]:
        """The relations of each."""
        found = await memory_walks.links_of(self.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]

    async def versions(self, owner: Owner, ids: Sequence[str]) -> list[tuple[Version, ...]]:
        """The former versions of each."""
        found = await memory_walks.versions_of(self.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]

    async def tiers(self, owner: Owner, ids: Sequence[str]) -> list[tuple[Spell, ...]]:
        """The stays of each in tiers."""
        found = await memory_walks.tiers_of(self.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]

    async def entities(self, owner: Owner, ids: Sequence[str]) -> list[tuple[EntityRow, ...]]:
        """The entities that each mentions."""
        found = await memory_walks.entities_of(self.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]

    async def facts(self, owner: Owner, ids: Sequence[str]) -> list[tuple[Fact, ...]]:
        """The facts that each states."""
        found = await memory_walks.facts_of(self.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]
