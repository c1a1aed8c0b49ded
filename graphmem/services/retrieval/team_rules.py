"""Rules of spaces that stand in a member's context: those alone that a curator confirmed, marked with their space.

Whoever has spaces on in their settings gets them. A copy of a memory whose source changed follows it first. A space
that is slow or fails is left out: no session waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.errors import GraphMemError, InvalidInputError
from graphmem.model.category import Category
from graphmem.model.ids import shown
from graphmem.model.memory import DataSource, Memory
from graphmem.model.palace import Owner
from graphmem.model.space import Space
from graphmem.model.views import MemoryView
from graphmem.services.owner_settings import choices_of
from graphmem.services.retrieval.across_spaces import PATIENCE_SECONDS, Copies, labels_of
from graphmem.services.spaces import EVERY, Spaces
from graphmem.store import memory_views, memory_walks, remembered, spaces
from graphmem.store.database import Database
from graphmem.store.memory_views import Filters

STANDING = (Category.POLICY, Category.ARCHITECTURE, Category.PREFERENCE)
"""Categories of which a memory may stand as a rule."""

MOST = 50
"""Rules of one space that are looked at, the last confirmed first."""


@dataclass(frozen=True, slots=True)
class TeamRule:
    """A confirmed rule, by what its space is called, with the pointers of its turns there."""

    space: str
    memory: Memory
    pointers: tuple[str, ...]


async def standing(database: Database, space: Owner) -> list[MemoryView]:
    """The confirmed rules of a space, the last used first."""
    return await _views(database, space, await _ids(database, space))


async def proposed(database: Database, space: Owner, limit: int) -> list[MemoryView]:
    """What a curator may confirm in a space, the last told first."""
    pages = [
        await memory_views.memories(database, space, Filters(category=one.value), first=limit, after=None)
        for one in STANDING
    ]
    told = (memory for page in pages for memory in page.items if may_stand(memory) and not memory.pinned)
    latest = sorted(told, key=lambda memory: (memory.recorded_at, memory.id), reverse=True)
    return await _views(database, space, [memory.id for memory in latest[:limit]])


async def _ids(database: Database, space: Owner) -> list[str]:
    return await spaces.rules(database, space, [one.value for one in STANDING], datetime.now(UTC), MOST)


async def _views(database: Database, space: Owner, ids: Sequence[str]) -> list[MemoryView]:
    known = await memory_walks.by_ids(database, space, ids)
    sources = await memory_walks.sources_of(database, space, ids)
    return [MemoryView(known[id_], sources.get(id_, ()), (), (), (), ()) for id_ in ids if id_ in known]


def may_stand(memory: Memory) -> bool:
    """Whether a memory may stand as a rule of a space: it holds, is of such a category, and a person told it."""
    return not _is_over(memory) and memory.category in STANDING and memory.data_source is DataSource.USER


def _is_over(memory: Memory) -> bool:
    until = memory.valid_until
    return memory.retracted_at is not None or (until is not None and until < datetime.now(UTC))


def require_rule(memory: Memory) -> None:
    """Raise InvalidInputError for what no curator may confirm: what holds no more, is of another kind, or was told by
    a tool or a document."""
    if not may_stand(memory):
        kinds = ", ".join(one.value for one in STANDING)
        raise InvalidInputError(
            f"Memory {shown(memory.id)} is {'over' if _is_over(memory) else memory.category.value}, "
            f"told by {memory.data_source.value}.",
            field="id",
            remedy=f"Confirm what holds and a person told: {kinds}.",
        )


@dataclass(frozen=True, slots=True)
class TeamRules:
    """Reads the confirmed rules of spaces, over one database."""

    database: Database
    copies: Copies | None = None

    async def of(self, owner: Owner, session: str | None = None) -> list[TeamRule]:
        """The rules of all spaces that an owner may read, if the owner or the agent has spaces on."""
        if not (await choices_of(self.database, owner, session)).spaces:
            return []
        readable, _ = await Spaces(self.database).readable(owner, (EVERY,))
        found = await asyncio.gather(
            *(self._in_time(space, label) for space, label in zip(readable, labels_of(readable), strict=True))
        )
        return [rule for rules in found for rule in rules]

    async def _in_time(self, space: Space, label: str) -> list[TeamRule]:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._of(space.owner, label)
        except (GraphMemError, TimeoutError):
            return []

    async def _of(self, space: Owner, label: str) -> list[TeamRule]:
        ids = await _ids(self.database, space)
        if ids and self.copies is not None and await self.copies.follow(space, [], ids):
            ids = await _ids(self.database, space)
        described = (await remembered.describe(self.database, space, ids)).candidates
        known = [described[id_] for id_ in ids if id_ in described]
        return [TeamRule(label, one.memory, tuple(f"{label} {place.pointer}" for place in one.places)) for one in known]
