"""What indexes need of us. Neo4j keeps its indexes itself; what has no vector stands in none of meaning."""

from __future__ import annotations

from graphmem.model.palace import Owner
from graphmem.services.ingestion.writer import BACKFILL
from graphmem.store import embeddings, filing, jobs
from graphmem.store.database import Database, Transaction


async def ask_for_vectors(database: Database, owner: Owner) -> bool:
    """Ask for the vectors of what has none, as a job that a worker does; whether anything has none."""
    if not (
        await embeddings.unembedded_memories(database, owner, 1) or await embeddings.unembedded(database, owner, 1)
    ):
        return False

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await jobs.want(transaction, owner, BACKFILL)

    await database.write(work)
    return True
