"""The awake memories of the latest statements with vectors, which a dream groups and compares."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.store import derived, embeddings
from graphmem.store.database import Database, Row
from graphmem.store.tiers import AWAKE

MOST = 10_000
"""Memories of each awake tier that a dream compares, the latest said."""


@dataclass(frozen=True, slots=True)
class AwakeMemories:
    """Memories, the latest first, and their vectors by row, all of one embedder.
    `is_whole`: there are no others, also none of another embedder or without a vector."""

    rows: Sequence[Row] = ()
    vectors: NDArray[np.float32] = field(repr=False, default_factory=lambda: np.zeros((0, 1), np.float32))
    model: str = ""
    is_whole: bool = True

    def by_subject(self) -> Iterator[tuple[Language, list[int]]]:
        """Places of rows with the same speaker (or none), language and project (or none), two or more each."""
        places: dict[tuple[str, str, str], list[int]] = {}
        for place, row in enumerate(self.rows):
            places.setdefault((row["speaker"] or "", row["language"], row["project"] or ""), []).append(place)
        for (_, language, _), found in sorted(places.items()):
            if len(found) > 1:
                yield Language(language), found


async def gather_awake(database: Database, owner: Owner, now: datetime, *, most: int = MOST) -> AwakeMemories:
    """The latest awake memories, about `most` of each tier; vectors become arrays page by page."""
    rows: list[Row] = []
    vectors: list[NDArray[np.float32]] = []
    is_whole = True
    for tier in AWAKE:
        read = 0
        async for page in derived.raw_memories(database, owner, tier, now):
            vectors.append(await asyncio.to_thread(_pop_vectors, page))
            rows += page
            read += len(page)
            if read >= most:
                is_whole = False
                break
    if not rows:
        return AwakeMemories(is_whole=not await embeddings.unembedded_memories(database, owner, 1))
    models = Counter(row["model"] for row in rows)
    model = max(models, key=lambda name: (models[name], name))
    whose = [place for place, row in enumerate(rows) if row["model"] == model]
    whose.sort(key=lambda place: (rows[place]["said_at"], rows[place]["id"]), reverse=True)
    chosen = np.concatenate(vectors)[whose]
    lengths = np.linalg.norm(chosen, axis=1, keepdims=True)
    chosen /= np.where(lengths > 0, lengths, 1.0)
    is_whole = is_whole and len(whose) == len(rows) and not await embeddings.unembedded_memories(database, owner, 1)
    return AwakeMemories([rows[place] for place in whose], chosen, model, is_whole)


def _pop_vectors(page: list[Row]) -> NDArray[np.float32]:
    return np.asarray([row.pop("embedding") for row in page], dtype=np.float32)
