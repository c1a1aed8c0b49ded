"""Adds graph signals to a part's hits: causal chains, and ended turns of a profile."""

from __future__ import annotations

from graphmem.services.retrieval.causal_walk import add_causal_chains
from graphmem.services.retrieval.profile_validity import add_ended_signal
from graphmem.services.retrieval.query_hits import SubQueryResult
from graphmem.services.retrieval.search import Search
from graphmem.store.database import Database


async def add_graph_signals(database: Database, search: Search, part: SubQueryResult, model: str) -> SubQueryResult:
    """Add the graph signals that the part's intent needs; `model` is the embedder's name."""
    return await add_ended_signal(database, search, await add_causal_chains(database, search, part), model)
