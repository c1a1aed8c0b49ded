"""Adds graph signals to a part's hits: causal chains, and ended turns of a profile."""

from __future__ import annotations

from graphmem.services.retrieval.causal_walk import walked
from graphmem.services.retrieval.found import SubQueryResult
from graphmem.services.retrieval.profile_validity import with_ended
from graphmem.services.retrieval.search import Search
from graphmem.store.database import Database


async def by_graph(database: Database, search: Search, part: SubQueryResult, model: str) -> SubQueryResult:
    """Add the graph signals that the part's intent needs; `model` is the embedder's name."""
    return await with_ended(database, search, await walked(database, search, part), model)
