"""Upkeep of vector indexes: Neo4j maintains them, but they lack memories without a vector."""

from __future__ import annotations

from graphmem.model.palace import Owner
from graphmem.services.ingestion.writer import BACKFILL
from graphmem.store import embeddings, filing, jobs
from graphmem.store.database import Database, Transaction


async def ask_for_vectors(database: Database, owner: Owner) -> bool:
    """Enqueue a backfill job if any memory or drawer has no vector; returns whether one was enqueued."""
    if not (
        await embeddings.unembedded_memories(database, owner, 1)
        or await embeddings.unembedded_drawers(database, owner, 1)
    ):
        return False

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await jobs.enqueue_in(transaction, owner, BACKFILL)

    await database.write(work)
    return True
