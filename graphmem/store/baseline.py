"""Bare server operations, as a baseline for benchmarks."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.palace import Owner
from graphmem.ports import Vectors
from graphmem.store.database import Database
from graphmem.store.queries import bind

_RAW_INSERT = bind("tenant/raw_insert", __name__)


async def insert(database: Database, owner: Owner, ids: Sequence[str], texts: Sequence[str], vectors: Vectors) -> None:
    """Insert one batch of bare nodes in one statement."""
    rows = [
        {"id": id_, "text": text, "embedding": vector.tolist()}
        for id_, text, vector in zip(ids, texts, vectors, strict=True)
    ]
    await database.run(_RAW_INSERT, owner=owner.key, rows=rows)
