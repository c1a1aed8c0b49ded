"""Reads the rules of spaces for members' contexts: those that a curator confirmed, with their space.

A member gets them with spaces switched on in the settings. A copy whose source changed is updated first. A space that
is slow or fails is left out, so that no session waits for it.
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
from graphmem.store import memory_recall, memory_views, memory_walks, spaces
from graphmem.store.cursors import MAX_PAGE
from graphmem.store.database import Database
from graphmem.store.memory_views import Filters

STANDING = (Category.POLICY, Category.ARCHITECTURE, Category.PREFERENCE)
"""Categories of memories that may be rules."""

MOST = 50
"""Most rules read of one space, the last used first."""


@dataclass(frozen=True, slots=True)
class TeamRule:
    """A confirmed rule, with the label of its space and the pointers of its turns there."""

    space: str
    memory: Memory
    pointers: tuple[str, ...]


async def confirmed_rules(database: Database, space: Owner) -> list[MemoryView]:
    """The confirmed rules of a space, the last used first."""
    return await _views(database, space, await _ids(database, space))


async def rule_candidates(database: Database, space: Owner, limit: int) -> list[MemoryView]:
    """At most `limit` memories of a space that a curator may confirm as rules, the last recorded first."""
    pages = [
        await memory_views.memories(database, space, Filters(category=one.value), first=MAX_PAGE, after=None)
        for one in STANDING
    ]
    told = (memory for page in pages for memory in page.items if may_be_rule(memory) and not memory.pinned)
    latest = sorted(told, key=lambda memory: (memory.recorded_at, memory.id), reverse=True)
    return await _views(database, space, [memory.id for memory in latest[:limit]])


async def _ids(database: Database, space: Owner) -> list[str]:
    return await spaces.rules(database, space, [one.value for one in STANDING], datetime.now(UTC), MOST)


async def _views(database: Database, space: Owner, ids: Sequence[str]) -> list[MemoryView]:
    known = await memory_walks.by_ids(database, space, ids)
    sources = await memory_walks.sources_of(database, space, ids)
    return [MemoryView(known[id_], sources.get(id_, ()), (), (), (), ()) for id_ in ids if id_ in known]


def may_be_rule(memory: Memory) -> bool:
    """Whether a memory may be a space's rule: valid, of a category in STANDING, and said by a person."""
    return not _is_over(memory) and memory.category in STANDING and memory.data_source is DataSource.USER


def _is_over(memory: Memory) -> bool:
    until = memory.valid_until
    return memory.retracted_at is not None or (until is not None and until < datetime.now(UTC))


def require_rule(memory: Memory) -> None:
    """Raise InvalidInputError for a memory that no curator may confirm, by the terms of `may_be_rule`."""
    if not may_be_rule(memory):
        kinds = ", ".join(one.value for one in STANDING)
        raise InvalidInputError(
            f"Memory {shown(memory.id)} is {'over' if _is_over(memory) else memory.category.value}, "
            f"told by {memory.data_source.value}.",
            field="id",
            remedy=f"Confirm what holds and a person told: {kinds}.",
        )


@dataclass(frozen=True, slots=True)
class TeamRules:
    """Reads the confirmed rules of spaces over one database."""

    database: Database
    copies: Copies | None = None

    async def of(self, owner: Owner, session: str | None = None) -> list[TeamRule]:
        """The rules of all spaces that an owner may read; none unless the owner or agent has spaces on."""
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
        described = (await memory_recall.describe(self.database, space, ids)).candidates
        known = [described[id_] for id_ in ids if id_ in described]
        return [TeamRule(label, one.memory, tuple(f"{label} {place.pointer}" for place in one.places)) for one in known]
