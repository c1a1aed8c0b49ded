"""Entities: profiles with facts and timeline, and merges that can be undone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.language.naming.spellings import mention
from graphmem.model.audit import Verb
from graphmem.model.entity import EntityType
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner, Page
from graphmem.model.views import EntityRow, EntityView
from graphmem.services.audit import audited
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

    async def named(self, owner: Owner, name: str) -> str:
        """The address that a person means by an address, a name or another spelling, of any type.

        Raises NotFoundError, or InvalidInputError that lists the addresses when several entities go by the name.
        """
        if "://" in name:
            await entity_views.entity(self.database, owner, name, "name")
            return name
        found = await entity_views.named(self.database, owner, name) or await self._spelled(owner, name)
        if not found:
            raise NotFoundError(f"No entity {name[:120]!r}.", field="name", remedy="`graphmem entities` lists them.")
        if len(found) > 1:
            raise InvalidInputError(
                f"{name[:120]!r} is the name of {len(found)} entities.",
                field="name",
                remedy=f"Name one of them: {', '.join(found[:8])}.",
            )
        return found[0]

    async def _spelled(self, owner: Owner, name: str) -> list[str]:
        """The address that a name has by another spelling of it, which nobody has used: Lisbon of Lizbon."""
        for kind in (EntityType.PLACE, EntityType.TECH):
            try:
                return [(await entity_views.entity(self.database, owner, mention(name, kind).uri)).uri]
            except NotFoundError:
                continue
        return []

    async def mentions(self, owner: Owner, uri: str, *, limit: int = 20) -> list[Memory]:
        """Memories that name it, the latest first. Raises InvalidInputError for `limit` out of 1 to 100."""
        return await entity_views.mentions(self.database, owner, uri, datetime.now(UTC), _bounded(limit))

    async def all(self, owner: Owner, *, kind: EntityType | None = None, limit: int = 50) -> list[EntityRow]:
        """Those named most often first. Raises InvalidInputError for `limit` out of 1 to 100."""
        page = await entity_views.entities(self.database, owner, kind, first=_bounded(limit), after=None)
        return sorted(page.items, key=lambda one: -one.mentions)

    async def page(
        self, owner: Owner, *, kind: EntityType | None = None, first: int = 20, after: str | None = None
    ) -> Page[EntityRow]:
        """A page of entities, those named most often first. Raises InvalidInputError."""
        if not 1 <= first <= MOST:
            raise InvalidInputError(f"first is {first}.", field="first", remedy=f"Ask for 1 to {MOST} items.")
        return await entity_views.entities(self.database, owner, kind, first=first, after=after)

    @audited(Verb.MERGE_ENTITIES, lambda view: [view.uri])
    async def merge(self, owner: Owner, uri: str, into: str) -> EntityView:
        """Take one entity for another of its type; `unmerge` undoes it. Raises NotFoundError or InvalidInputError."""
        await entity_views.join(self.database, owner, uri, into, datetime.now(UTC))
        return await self.get(owner, into)

    @audited(Verb.UNMERGE_ENTITIES, lambda view: [view.uri])
    async def unmerge(self, owner: Owner, uri: str) -> EntityView:
        """Undo the merge of `uri`; no rule merges the two again. Raises NotFoundError or InvalidInputError."""
        await entity_views.part(self.database, owner, uri, datetime.now(UTC))
        return await self.get(owner, uri)


def _bounded(limit: int) -> int:
    if not 1 <= limit <= MOST:
        raise InvalidInputError(f"limit is {limit}.", field="limit", remedy=f"Ask for 1 to {MOST} items.")
    return limit
