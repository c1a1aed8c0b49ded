"""What a part of a question found with what the graph says of it: chains of causes, and what of a profile is over."""

from __future__ import annotations

from graphmem.services.retrieval.causal_walk import walked
from graphmem.services.retrieval.found import SubQueryResult
from graphmem.services.retrieval.profile_validity import with_ended
from graphmem.services.retrieval.search import Search
from graphmem.store.database import Database


async def by_graph(database: Database, search: Search, part: SubQueryResult, model: str) -> SubQueryResult:
    """The part with the signals of the graph that its intent asks for; `model` is the embedder's."""
    return await with_ended(database, search, await walked(database, search, part), model)
