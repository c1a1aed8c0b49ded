"""Reading memories and changing single ones, for lists and pages."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypedDict, Unpack

from graphmem.cognition.relations import in_order
from graphmem.errors import GraphMemError, InvalidInputError
from graphmem.model.audit import Verb
from graphmem.model.category import Category
from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.language import Language
from graphmem.model.memory import Memory, Tier
from graphmem.model.palace import Owner, Page, Pointer
from graphmem.model.relation import Relation, RelationType
from graphmem.model.views import ChangeOfMind, MemoryView
from graphmem.services.audit import audited
from graphmem.services.drawer_deletion import content_stems, delete_drawer
from graphmem.services.ingestion.single_message import of_author
from graphmem.services.ops_log import OpsLog
from graphmem.services.quarantine import Quarantine
from graphmem.services.spaces import space_as_member
from graphmem.services.tombstones import Forgetting, Tombstones
from graphmem.store import filing, memory_views, relations, spaces
from graphmem.store.cursors import MAX_PAGE, require_count
from graphmem.store.database import Database, Transaction
from graphmem.store.memory_views import Filters
from graphmem.store.short_ids import memory_id

FOLLOWING = "its source"
"""The actor that removes a copy in a space."""


class MemoryFilters(TypedDict, total=False):
    """Filters of memories; a missing one or None filters nothing.

    The default is memories that hold now; `as_of` picks another instant, and `live` False includes all former ones.
    `said_from` and `recorded_from` are inclusive, `said_until` and `recorded_until` exclusive.
    """

    category: Category | None
    tier: Tier | None
    entity: str | None
    session: str | None
    speaker: str | None
    said_from: datetime | None
    said_until: datetime | None
    recorded_from: datetime | None
    recorded_until: datetime | None
    live: bool
    as_of: AsOf


def filters_of(*, live: bool = True, as_of: AsOf = PRESENT, **wanted: Any) -> Filters:
    """The store's filters of a list. Raises InvalidInputError."""
    if not live and not as_of.is_present:
        raise InvalidInputError("live is false and asOf is given.", field="asOf", remedy="Leave out one of the two.")
    given = {name: value for name, value in wanted.items() if value is not None}
    for clock in ("said", "recorded"):
        start, end = given.get(f"{clock}_from"), given.get(f"{clock}_until")
        if start and end and start >= end:
            field = f"{clock}From"
            raise InvalidInputError(f"{field} is {start}.", field=field, remedy=f"Give a time before {end}.")
    return Filters(**given, as_of=as_of if live else None)


@dataclass(frozen=True, slots=True)
class ForgettingMany:
    """The result of a bulk forget: number of matches, the latest of them, and each one's result.
    A dry run has no results."""

    total: int
    memories: tuple[Memory, ...]
    forgotten: tuple[Forgetting, ...] = ()


@dataclass(frozen=True, slots=True)
class Memories:
    """The owner's memories, one by one and by pages."""

    database: Database
    ops_log: OpsLog = field(default_factory=lambda: OpsLog(None))

    async def get(self, owner: Owner, id_: str) -> MemoryView:
        """A memory with sources, relations, former texts and tiers. A prefix of its id will do, as below.

        Raises NotFoundError, or InvalidInputError for a prefix of several ids.
        """
        return await memory_views.memory(self.database, owner, await memory_id(self.database, owner, id_))

    async def page(
        self, owner: Owner, *, first: int = 20, after: str | None = None, **wanted: Unpack[MemoryFilters]
    ) -> Page[Memory]:
        """Memories, the last said first. Raises InvalidInputError."""
        return await memory_views.memories(self.database, owner, filters_of(**wanted), first=first, after=after)

    async def count(self, owner: Owner, **wanted: Unpack[MemoryFilters]) -> int:
        """The size of such a list; reads all its memories. Raises InvalidInputError."""
        return await memory_views.count(self.database, owner, filters_of(**wanted))

    async def span(self, owner: Owner) -> tuple[datetime, datetime] | None:
        """The time of the first statement and the owner's first record; None without memories."""
        return await memory_views.span(self.database, owner)

    @audited(Verb.PIN, lambda view: [view.memory.id], memory=True)
    async def pin(self, owner: Owner, id_: str, *, pinned: bool = True) -> MemoryView:
        """Protect a memory from decay and pruning, or undo that. Raises NotFoundError."""
        whole = await memory_id(self.database, owner, id_)
        await memory_views.flag(self.database, owner, whole, pinned=pinned)
        return await self.get(owner, whole)

    @audited(Verb.SET_IMMUTABLE, lambda view: [view.memory.id], memory=True)
    async def set_immutable(self, owner: Owner, id_: str, *, immutable: bool = True) -> MemoryView:
        """Make a memory a truth anchor, which no later statement changes, or release it. Raises NotFoundError."""
        whole = await memory_id(self.database, owner, id_)
        await memory_views.flag(self.database, owner, whole, immutable=immutable)
        return await self.get(owner, whole)

    @audited(Verb.FORGET, lambda _: [], memory=True)
    async def forget(self, owner: Owner, id_: str, *, by: str = "library", by_tool: bool = False) -> Forgetting:
        """Forget a memory and those that say the same: no recall returns them, not even of the past.

        A tombstone keeps them from coming back; for a tool (`by_tool`) it bars only the turns. Raises NotFoundError.
        """
        whole = await memory_id(self.database, owner, id_)
        told = await self.tombstones.forget(owner, whole, by=by, by_tool=by_tool)
        await self._withdraw_copies(owner)
        return told

    async def forget_many(
        self,
        owner: Owner,
        *,
        by: str = "library",
        dry: bool = True,
        limit: int = MAX_PAGE,
        **wanted: Unpack[MemoryFilters],
    ) -> ForgettingMany:
        """Forget the latest memories that match filters, each as `forget` does; a dry run only lists them.

        Raises InvalidInputError without a filter besides `live`.
        """
        if not any(value is not None for name, value in wanted.items() if name not in ("live", "as_of")):
            raise InvalidInputError(
                "filters name no memories.", field="filters", remedy="Give one besides live; eraseOwner erases all."
            )
        require_count(limit, field="limit")
        found = (await self.page(owner, first=limit, **wanted)).items
        total = await self.count(owner, **wanted)
        return ForgettingMany(
            total, found, () if dry else tuple([await self.forget(owner, one.id, by=by) for one in found])
        )

    @property
    def tombstones(self) -> Tombstones:
        """The tombstones of this database."""
        return Tombstones(self.database, self.ops_log)

    @property
    def quarantine(self) -> Quarantine:
        """The quarantine: memories that wait for a review."""
        return Quarantine(self.database, self.tombstones)

    @audited(Verb.DELETE_DRAWER, lambda _: [])
    async def delete_drawer(self, owner: Owner, pointer: str, *, by: str = "library") -> int:
        """Delete a verbatim turn with its words, and the memories that only it supports; returns their number.

        The owner's ops-log lines with one of the words are removed as well. Raises NotFoundError, and GraphMemError if
        only these lines could not be removed.
        """
        memories, gone = await delete_drawer(self.database, owner, Pointer.parse(pointer), by)
        if gone:
            await asyncio.to_thread(self.ops_log.remove, owner, partial(_says, gone))
        await self._withdraw_copies(owner)
        return memories

    async def _withdraw_copies(self, author: Owner) -> None:
        """Remove the copies of forgotten or deleted memories from every space.

        After a failure, the next recall that finds a copy removes it.
        """
        if author.author is not None:
            return  # a space shares nothing
        with suppress(GraphMemError):
            for space in await spaces.ever_of(self.database, author):
                for copy in await spaces.strayed(self.database, space, conversation=of_author(author.key)):
                    if copy.becomes is None:
                        await self.delete_drawer(space_as_member(author, space), copy.pointer, by=FOLLOWING)

    async def related(self, owner: Owner, *types: RelationType) -> list[relations.RelatedPair]:
        """Statements with one of these relations, in the order they were said."""
        return await relations.related_pairs(self.database, owner, types)

    async def changes(self, owner: Owner, *, limit: int = 5) -> list[ChangeOfMind]:
        """The last changes of mind: what replaced what, the last said first."""
        return await relations.changes(self.database, owner, limit)

    @audited(Verb.RELATE, lambda edge: [edge.source, edge.target])
    async def relate(
        self, owner: Owner, source: str, target: str, kind: RelationType, *, confidence: float = 1.0
    ) -> Relation:
        """Link two memories by hand.

        Raises NotFoundError for an unknown one, InvalidInputError for a memory and itself and for a cause after its
        effect.
        """
        source = await memory_id(self.database, owner, source, "source")
        target = await memory_id(self.database, owner, target, "target")
        if source == target:
            raise InvalidInputError(
                f"{source} cannot be related to itself.", field="target", remedy="Name two different memories."
            )
        if not 0.0 < confidence <= 1.0:
            raise InvalidInputError(
                f"confidence is {confidence}.", field="confidence", remedy="Give a number above 0, at most 1."
            )
        begins = await memory_views.require(self.database, owner, {"source": source, "target": target})
        if kind is RelationType.CAUSES and not in_order(begins[source], begins[target]):
            raise InvalidInputError(
                f"{source} begins on {begins[source].date()}, after {begins[target].date()}, when {target} does.",
                field="source",
                remedy="A cause comes before its effect: swap the two, or learn the cause with the day it began.",
            )
        relation, now = Relation(source, target, kind, confidence, "manual"), datetime.now(UTC)

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            await relations.link(transaction, owner, [(relation, now)], now)

        await self.database.write(work)
        return relation


def _says(gone: frozenset[str], text: str) -> bool:
    """Whether a log line has one of these words, in any language."""
    return any(content_stems(text, language) & gone for language in Language)
