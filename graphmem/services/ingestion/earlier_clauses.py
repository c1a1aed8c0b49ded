"""Finds clauses of earlier windows of a batch that a window may affect, while nothing of the batch is stored yet."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest

import numpy as np

from graphmem.errors import EmbeddingError
from graphmem.language.formation.splitting import Span
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion.extraction import Extraction
from graphmem.services.ingestion.known_memories import MOST_SHOWN, EarlierClause, Place

log = logging.getLogger(__name__)


@dataclass(slots=True)
class EarlierClauses:
    """The clauses of a batch of turns that the encoder keeps, found again by the nearness of their statements."""

    embedder: Embedder
    extractions: Sequence[Extraction]
    _vectors: asyncio.Task[Vectors] | None = field(default=None, init=False)

    async def near(self, group: Sequence[Extraction]) -> list[EarlierClause]:
        """At most MOST_SHOWN clauses told before a group of turns, nearest to its statements.

        Empty if the embedder fails, since the model can read without them.
        """
        rows = [(one, number) for one in self.extractions for number in range(len(one.statements))]
        own = {id(one) for one in group}
        asked = [place for place, (one, _) in enumerate(rows) if id(one) in own]
        before = list(range(asked[0])) if asked else []
        if not before:
            return []
        try:
            vectors = await self._embedded()
        except EmbeddingError:
            return []
        except Exception:
            log.exception("the earlier clauses that a window may touch cannot be found")
            return []
        return await asyncio.to_thread(self._nearest, rows, vectors, asked, before)

    def _nearest(
        self, rows: Sequence[tuple[Extraction, int]], vectors: Vectors, asked: Sequence[int], before: Sequence[int]
    ) -> list[EarlierClause]:
        nearness = vectors[asked] @ vectors[before].T
        best = (np.argsort(-row, kind="stable")[:MOST_SHOWN] for row in nearness)
        # Round robin: each statement's best clause comes before any second best.
        order = chain.from_iterable(zip_longest(*best))
        found: dict[Place, EarlierClause] = {}
        for place in order:
            if place is not None and len(found) < MOST_SHOWN and (clause := _clause(*rows[place])):
                found.setdefault(clause.place, clause)
        return list(found.values())

    async def as_text(self, group: Sequence[Extraction]) -> str:
        """The same as JSON, which `read` reads."""
        found = await self.near(group)
        return json.dumps([[one.place.message, one.place.sentence.start, one.place.sentence.end] for one in found])

    def read(self, serialised: str) -> list[EarlierClause]:
        """The clauses of `as_text` that the batch still has."""
        turns = {one.message.id: one for one in self.extractions if one.parsed is not None}
        kept = [(turns[id_], Span(start, end)) for id_, start, end in json.loads(serialised) if id_ in turns]
        return [_told(extraction, span) for extraction, span in kept]

    async def _embedded(self) -> Vectors:
        """The vectors of all statements of the batch, which are embedded once."""
        if self._vectors is None:
            texts = [statement.text for one in self.extractions for statement in one.statements]
            self._vectors = asyncio.ensure_future(self.embedder.embed(texts, Purpose.PASSAGE))
        return await self._vectors


def _clause(extraction: Extraction, number: int) -> EarlierClause | None:
    """The sentence that a statement is quoted from; None without a quote."""
    quote, parsed = extraction.statements[number].quote, extraction.parsed
    if quote is None or parsed is None:
        return None
    found = (one.sentence for one in parsed.found if one.sentence.start <= quote.start < one.sentence.end)
    return next((_told(extraction, sentence) for sentence in found), None)


def _told(extraction: Extraction, sentence: Span) -> EarlierClause:
    text = extraction.parsed.text if extraction.parsed else ""
    return EarlierClause(Place(extraction.message.id, sentence), sentence.of(text), extraction.message.said_at)
