"""Recall: from a question to the turns that answer it, each with the reason it was chosen.

    question → terms + vector → arms (text and vector, side by side) → RRF → signals → room prior → top k

A small owner's turns are all ranked; of a large one's, the indexes give three times as many as are needed. Nothing here
asks a model to write or judge anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from graphmem.errors import EmbeddingError, InvalidInputError
from graphmem.language.detect import detect
from graphmem.language.query import query_terms
from graphmem.model.palace import Owner
from graphmem.model.recall import RecallResult, Strategy
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services import ranking
from graphmem.services.usage import paid_by
from graphmem.store import recall as arms
from graphmem.store import tenants
from graphmem.store.database import Database

WHOLE_UP_TO = 1_000
"""Owners with at most so many drawers are ranked whole: the deeper the lists, the better they fuse (LoCoMo recall@10
with lists of 90, 210, 300 and all: 75.7, 78.4, 80.2, 81.5), and a thousand hits cost little more than ninety."""

DEEP_UP_TO, DEEP = 10_000, 300
"""Owners with at most so many drawers are asked for lists this deep, which among so few costs 4 ms more."""

POOL = 30
OVERFETCH = 4
"""Beyond that the text arm is asked for POOL × OVERFETCH hits, what the time of a recall allows."""

VECTOR_OVERFETCH = 7
"""The vector arm is asked for more: its index is approximate, and what it leaves out of a shallow list is not
always last. Against exact search over 100,000 turns, of the best 10 and the best 30 are found, at a depth of 120:
99.2 % and 97.7 %; 160: 99.6 and 98.9; 210: 99.8 and 99.3; 300: 99.9 and 99.7. `graphmem bench recall` publishes it."""

MAX_LIMIT = 200
MAX_QUERY = 200_000
"""Characters. A longer query is refused; the embedder reads its own maximum of tokens, the text arm 64 words."""


@dataclass(slots=True)
class _Search:
    """One recall on its way through the stages."""

    owner: Owner
    query: str
    limit: int
    language: str
    terms: tuple[str, ...]
    latency: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage in milliseconds."""
        since = perf_counter()
        yield
        self.latency[name] = round((perf_counter() - since) * 1000, 2)


class Recall:
    """Answers questions over one database with one embedder. Holds no state of any owner."""

    def __init__(self, database: Database, embedder: Embedder) -> None:
        self._database = database
        self._embedder = embedder

    async def recall(self, owner: Owner, query: str, *, limit: int = 10) -> RecallResult:
        """The `limit` turns of the owner that answer `query` best, fewer when the owner has fewer.

        A blank query, an empty store and an embedder that is down all give a proper result with a note; only a limit
        or a query out of bounds raises InvalidInputError.
        """
        _check(query, limit)
        language = detect(query)
        search = _Search(owner, query, limit, language.value, query_terms(query, language))
        with search.stage("total"), paid_by(owner):
            ranked, strategy = await self._ranked(search)
        return RecallResult(
            query=query,
            hits=ranked.hits,
            language=search.language,
            strategy=strategy,
            terms=search.terms,
            candidates=ranked.candidates,
            latency_ms=search.latency,
            notes=tuple(search.notes),
        )

    async def _ranked(self, search: _Search) -> tuple[ranking.Ranked, Strategy]:
        if not search.query.strip():
            search.notes.append("The query is empty.")
            return ranking.NOTHING, Strategy.NONE
        counting = asyncio.ensure_future(tenants.counts(self._database, search.owner))
        by_vector, by_text = await asyncio.gather(self._vector_arm(search, counting), self._text_arm(search, counting))
        counts = await counting
        if counts.drawers == 0:
            search.notes.append("Nothing is remembered yet: mine a conversation first.")
            return ranking.NOTHING, Strategy.NONE
        if counts.pending:
            search.notes.append(f"{counts.pending} turns wait for their embedding and are found by their words only.")
        hits = {"text": by_text} if by_vector is None else {"vector": by_vector, "text": by_text}
        pool = ranking.pool_of(search.query, hits)
        best = pool.best(search.limit)
        with search.stage("describe"):
            described = await arms.describe(self._database, search.owner, best)
        strategy = Strategy.WHOLE if counts.drawers <= WHOLE_UP_TO else Strategy.POOL
        return ranking.ranked(pool, best, described), strategy

    async def _vector_arm(self, search: _Search, counting: Awaitable[tenants.OwnerCounts]) -> arms.Hits | None:
        """The turns nearest to the query; None when it could not be embedded."""
        vector = await self._vector(search)
        depth = _depth(await counting, search.limit, VECTOR_OVERFETCH)
        if vector is None or depth == 0:
            return None
        with search.stage("vector"):
            return await arms.nearest(self._database, search.owner, vector, depth)

    async def _text_arm(self, search: _Search, counting: Awaitable[tenants.OwnerCounts]) -> arms.Hits:
        """The turns that share words with the query; needs no embedding, so it runs beside it."""
        depth = _depth(await counting, search.limit, OVERFETCH)
        if depth == 0:
            return arms.NO_HITS
        with search.stage("text"):
            return await arms.matching(self._database, search.owner, search.terms, search.language, depth)

    async def _vector(self, search: _Search) -> Vectors | None:
        """The query's vector, or None with a note when the embedder cannot be reached: words still find things."""
        with search.stage("embed"):
            try:
                vectors = await self._embedder.embed([search.query], Purpose.QUERY)
            except EmbeddingError as error:
                search.notes.append(f"Searched by words only: {error.message}")
                return None
        row: Vectors = vectors[0]
        return row


def _depth(counts: tenants.OwnerCounts, limit: int, overfetch: int) -> int:
    """How many hits an arm is asked for, by the size of the owner."""
    if counts.drawers <= WHOLE_UP_TO:
        return counts.drawers
    return max(DEEP if counts.drawers <= DEEP_UP_TO else POOL * overfetch, limit * overfetch)


def _check(query: str, limit: int) -> None:
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInputError(f"limit is {limit}.", field="limit", remedy=f"Ask for 1 to {MAX_LIMIT} results.")
    if len(query) > MAX_QUERY:
        raise InvalidInputError(
            f"The query has {len(query):,} characters.", field="query", remedy=f"Keep it under {MAX_QUERY:,}."
        )
