"""Recall: from a question to the turns that answer it, each with the reason it was chosen.

    question → terms + vector → arms (text and vector, side by side) → RRF → signals → room prior → top k

A small owner's turns are all ranked; of a large one's, the indexes give three times as many as are needed. Nothing here
asks a model to write or judge anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from graphmem.cognition import fusion
from graphmem.errors import EmbeddingError, InvalidInputError
from graphmem.language.detect import detect
from graphmem.language.query import query_terms
from graphmem.model.palace import Owner
from graphmem.model.recall import RecallResult, Strategy
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services import ranking
from graphmem.store import recall as arms
from graphmem.store import tenants
from graphmem.store.database import Database

WHOLE_UP_TO = 1_000
"""Owners with at most so many drawers are ranked whole: rank lists cut at a hundred cost two points of recall@10 on
LoCoMo, and asking the index for a thousand hits costs little more than asking for ninety."""

POOL = 30
OVERFETCH = 3
"""Each index arm is asked for POOL × OVERFETCH hits: the vector index is binary-quantised and exact only so."""

FINALISTS = 40
"""Candidates of a pool whose context is read before the final scoring, best of the fused ranks."""

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
        with search.stage("total"):
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
        counts, vector = await asyncio.gather(tenants.counts(self._database, search.owner), self._vector(search))
        if counts.drawers == 0:
            search.notes.append("Nothing is remembered yet: mine a conversation first.")
            return ranking.NOTHING, Strategy.NONE
        if counts.pending:
            search.notes.append(f"{counts.pending} turns wait for their embedding and are found by their words only.")
        if counts.drawers <= WHOLE_UP_TO and vector is not None:
            return await self._whole(search, vector, counts.drawers), Strategy.WHOLE
        return await self._pooled(search, vector), Strategy.POOL

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

    async def _whole(self, search: _Search, vector: Vectors, drawers: int) -> ranking.Ranked:
        """Score every drawer of a small owner, then read what the best ones say."""
        pool = ranking.whole_pool(search.query, await self._arms(search, vector, drawers))
        best = pool.best(search.limit)
        with search.stage("describe"):
            described = await arms.describe(self._database, search.owner, best, None)
        return ranking.ranked(pool, best, described)

    async def _pooled(self, search: _Search, vector: Vectors | None) -> ranking.Ranked:
        """Fuse the arms' rankings, read the finalists with their neighbours, score those."""
        hits = await self._arms(search, vector, max(POOL, search.limit) * OVERFETCH)
        fused = fusion.fuse({arm: found.ids for arm, found in hits.items()})
        finalists = sorted(fused, key=lambda id_: -fused[id_])[: max(FINALISTS, search.limit)]
        with search.stage("describe"):
            described = await arms.describe(self._database, search.owner, finalists, vector)
        pool = ranking.index_pool(search.query, finalists, hits, described)
        return ranking.ranked(pool, pool.best(search.limit), described)

    async def _arms(self, search: _Search, vector: Vectors | None, depth: int) -> dict[str, arms.Hits]:
        """Ask the arms side by side; without a vector only the text arm."""
        matching = arms.matching(self._database, search.owner, search.terms, search.language, depth)
        with search.stage("arms"):
            if vector is None:
                return {"text": await matching}
            nearest = arms.nearest(self._database, search.owner, vector, depth)
            by_vector, by_text = await asyncio.gather(nearest, matching)
            return {"vector": by_vector, "text": by_text}


def _check(query: str, limit: int) -> None:
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInputError(f"limit is {limit}.", field="limit", remedy=f"Ask for 1 to {MAX_LIMIT} results.")
    if len(query) > MAX_QUERY:
        raise InvalidInputError(
            f"The query has {len(query):,} characters.", field="query", remedy=f"Keep it under {MAX_QUERY:,}."
        )
