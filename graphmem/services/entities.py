"""Entities: profiles with facts and timeline, and merges that can be undone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.model.entity import EntityType
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.views import EntityRow, EntityView
from graphmem.store import entity_views
from graphmem.store.database import Database

MOST = 100


@dataclass(frozen=True, slots=True)
class Entities:
    """The owner's people, places, projects and things."""

    database: Database

    async def get(self, owner: Owner, uri: str) -> EntityView:
        """An entity with its facts, former ones included, in the order they began. Raises NotFoundError."""
        return await entity_views.entity(self.database, owner, uri)

    async def mentions(self, owner: Owner, uri: str, *, first: int = 20) -> list[Memory]:
        """Memories that name it, the latest first."""
        return await entity_views.mentions(self.database, owner, uri, datetime.now(UTC), min(first, MOST))

    async def all(self, owner: Owner, *, kind: EntityType | None = None, first: int = 50) -> list[EntityRow]:
        """Those named most often first."""
        return await entity_views.entities(self.database, owner, kind, min(first, MOST))

    async def merge(self, owner: Owner, uri: str, into: str) -> EntityView:
        """Take one entity for another of its type; `unmerge` undoes it. Raises NotFoundError or InvalidInputError."""
        await entity_views.join(self.database, owner, uri, into, datetime.now(UTC))
        return await self.get(owner, into)

    async def unmerge(self, owner: Owner, uri: str) -> EntityView:
        """Undo the merge of `uri`; no rule merges the two again. Raises NotFoundError or InvalidInputError."""
        await entity_views.part(self.database, owner, uri, datetime.now(UTC))
        return await self.get(owner, uri)
