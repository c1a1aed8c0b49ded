"""Finds known memories that a window of turns may affect, to show them to the chat model."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, zip_longest

from graphmem.errors import EmbeddingError
from graphmem.language.formation.splitting import Span
from graphmem.model.category import Category
from graphmem.model.memory import ExtractedStatement, Memory
from graphmem.model.palace import Owner
from graphmem.ports import Embedder, Purpose
from graphmem.services.ingestion.draft import Candidate, Message
from graphmem.services.ingestion.neighbours import Matters, find_neighbours
from graphmem.store import memory_views
from graphmem.store.database import Database
from graphmem.store.memories import Neighbour, Relative, Surroundings

MOST_SHOWN = 20
"""Most memories shown with one window."""

RULES = 5
"""Latest rules (POLICY), shown if a statement is one."""


@dataclass(frozen=True, slots=True)
class ShownMemory:
    """A memory as a prompt of an interrupted run showed it."""

    id: str
    text: str
    valid_from: datetime


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence of a turn."""

    message: str
    sentence: Span


@dataclass(frozen=True, slots=True)
class EarlierClause:
    """A clause of an earlier window of the same batch, of which nothing is stored yet."""

    place: Place
    text: str
    valid_from: datetime


Known = Neighbour | Relative | Memory | ShownMemory
"""A memory of the store."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KnownMemories:
    """Finds an owner's memories that statements may affect, in one store with one embedder."""

    database: Database
    embedder: Embedder
    matters: Matters

    async def near(self, owner: Owner, statements: Sequence[tuple[Message, ExtractedStatement]]) -> list[Known]:
        """At most MOST_SHOWN memories: nearest to the statements, of their slots and entities, and rules.

        Empty if the embedder or the store fails, since the model can read without them.
        """
        try:
            return await self._near(owner, [Candidate(message, statement, 0) for message, statement in statements])
        except EmbeddingError:
            return []
        except Exception:
            log.exception("the memories that a window may touch cannot be read")
            return []

    async def as_text(self, owner: Owner, told: Sequence[tuple[Message, ExtractedStatement]]) -> str:
        """The same as JSON, which `shown_memories` reads."""
        return json.dumps([[one.id, one.text, one.valid_from.isoformat()] for one in await self.near(owner, told)])

    async def _near(self, owner: Owner, candidates: Sequence[Candidate]) -> list[Known]:
        if not candidates:
            return []
        vectors = await self.embedder.embed([one.statement.text for one in candidates], Purpose.PASSAGE)
        for candidate, vector in zip(candidates, vectors, strict=True):
            candidate.vector = vector
        await self.matters.embed(candidates)
        surroundings = await find_neighbours(self.database.leader, owner, candidates, datetime.now(UTC), self.matters)
        known: dict[str, Known] = {one.id: one for one in await self._rules(owner, candidates)}
        # Round robin: each statement's best memory comes before any second best.
        for one in chain.from_iterable(zip_longest(*map(_in_order, surroundings))):
            if one is not None and len(known) < MOST_SHOWN:
                known.setdefault(one.id, one)
        return list(known.values())

    async def _rules(self, owner: Owner, candidates: Sequence[Candidate]) -> Sequence[Memory]:
        if all(one.statement.category is not Category.POLICY for one in candidates):
            return ()
        rules = memory_views.Filters(category=Category.POLICY.value)
        return (await memory_views.memories(self.database, owner, rules, first=RULES, after=None)).items


def shown_memories(serialised: str) -> list[Known]:
    """The memories of `as_text`."""
    return [ShownMemory(id_, text, datetime.fromisoformat(since)) for id_, text, since in json.loads(serialised)]


def _in_order(around: Surroundings) -> Iterator[Known]:
    yield from around.stated
    for near, relative in zip_longest(around.near, around.relatives):
        yield from (one for one in (near, relative) if one is not None)
