"""Entities: profiles with facts and timeline, and reversible merges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.language.naming.spellings import mention
from graphmem.model.audit import Verb
from graphmem.model.entity import EntityType
from graphmem.model.memory import Memory
from graphmem.model.own_types import OwnType
from graphmem.model.palace import Owner, Page
from graphmem.model.views import EntityRow, EntityView
from graphmem.services.audit import audited
from graphmem.services.ingestion.own_types import BY_PERSON
from graphmem.services.owner_settings import settings_of
from graphmem.store import entity_views
from graphmem.store.cursors import require_count
from graphmem.store.database import Database

MOST = 100


@dataclass(frozen=True, slots=True)
class Entities:
    """The owner's people, places, projects and things."""

    database: Database

    async def get(self, owner: Owner, uri: str) -> EntityView:
        """An entity with its present and former facts by start of valid time. Raises NotFoundError."""
        return await entity_views.entity(self.database, owner, uri)

    async def named(self, owner: Owner, name: str) -> str:
        """The address of the entity with this address, name or other spelling, of any type.

        Raises NotFoundError, or InvalidInputError that lists the addresses when several entities have the name.
        """
        if "://" in name:
            await entity_views.entity(self.database, owner, name, "name")
            return name
        found = await entity_views.addresses_named(self.database, owner, name) or await self._spelled(owner, name)
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
        """The address of an entity known by another language's spelling: Lisbon for Lizbon."""
        for kind in (EntityType.PLACE, EntityType.TECH):
            try:
                return [(await entity_views.entity(self.database, owner, mention(name, kind).uri)).uri]
            except NotFoundError:
                continue
        return []

    async def mentions(self, owner: Owner, uri: str, *, limit: int = 20) -> list[Memory]:
        """Memories that mention it, the latest first. Raises InvalidInputError for `limit` out of 1 to 100."""
        return await entity_views.mentions(self.database, owner, uri, datetime.now(UTC), _bounded(limit))

    async def all(self, owner: Owner, *, kind: EntityType | None = None, limit: int = 50) -> list[EntityRow]:
        """The most mentioned entities. Raises InvalidInputError for `limit` out of 1 to 100."""
        page = await entity_views.entities(self.database, owner, kind, first=_bounded(limit), after=None)
        return sorted(page.items, key=lambda one: -one.mentions)

    async def leading(self, owner: Owner, *, limit: int = 20) -> list[EntityRow]:
        """The most mentioned entities that several memories name or that have a fact.

        Raises InvalidInputError for `limit` out of 1 to 100.
        """
        return await entity_views.leading(self.database, owner, _bounded(limit))

    async def page(
        self, owner: Owner, *, kind: EntityType | None = None, first: int = 20, after: str | None = None
    ) -> Page[EntityRow]:
        """A page of entities, the most mentioned first. Raises InvalidInputError."""
        return await entity_views.entities(self.database, owner, kind, first=require_count(first), after=after)

    async def of_own_type(self, owner: Owner, own_type: str, *, limit: int = 50) -> list[EntityRow]:
        """Entities of a type that the owner declared, the most mentioned first.
        Raises InvalidInputError for another type, or for `limit` out of 1 to 100."""
        known = await self._declared(owner, own_type)
        return await entity_views.of_own_type(self.database, owner, known.name, _bounded(limit))

    @audited(Verb.DESCRIBE_ENTITY, lambda view: [view.uri])
    async def describe(
        self, owner: Owner, uri: str, own_type: str | None, fields: Mapping[str, Any] | None = None
    ) -> EntityView:
        """Set an entity's own type and its fields; only a person changes them again.

        A type of None removes its own type. Raises NotFoundError, and InvalidInputError for an undeclared type or an
        invalid field.
        """
        told = {} if own_type is None else (known := await self._declared(owner, own_type)).check(fields or {})
        if own_type is None and fields:
            raise InvalidInputError("Fields are of a type.", field="fields", remedy="Name the type, too.")
        name = None if own_type is None else known.name
        found = await self.get(owner, uri)
        await entity_views.describe(self.database, owner, found.uri, name, told, BY_PERSON)
        return await self.get(owner, found.uri)

    async def _declared(self, owner: Owner, own_type: str) -> OwnType:
        types = (await settings_of(self.database, owner)).of(None).own_types
        found = next((one for name, one in types.items() if name.casefold() == own_type.strip().casefold()), None)
        if found is None:
            known = ", ".join(types) or "none"
            raise InvalidInputError(
                f"{own_type[:60]!r} is no declared type.",
                field="ownType",
                remedy=f"Declare it with `graphmem types set`, or name one of these: {known[:300]}.",
            )
        return found

    @audited(Verb.MERGE_ENTITIES, lambda view: [view.uri])
    async def merge(self, owner: Owner, uri: str, into: str) -> EntityView:
        """Merge an entity into another of its type, reversibly. Raises NotFoundError or InvalidInputError."""
        await entity_views.join(self.database, owner, uri, into, datetime.now(UTC))
        return await self.get(owner, into)

    @audited(Verb.UNMERGE_ENTITIES, lambda view: [view.uri])
    async def unmerge(self, owner: Owner, uri: str) -> EntityView:
        """Undo the merge of `uri`; no rule merges the two again. Raises NotFoundError or InvalidInputError."""
        await entity_views.part(self.database, owner, uri, datetime.now(UTC))
        return await self.get(owner, uri)


def _bounded(limit: int) -> int:
    return require_count(limit, MOST, "limit")
