"""What the first who asks would wait for, done before: Neo4j plans a recall and Python reads its lists for seconds."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from graphmem.errors import GraphMemError
from graphmem.facade import GraphMem
from graphmem.services.retrieval.options import Options
from graphmem.services.usage import paid_by_nobody
from graphmem.shards import Shards, Stores

QUESTIONS = ("What do we know about the last plan?", "Why did it change, and what came of it?")
"""A question that becomes a profile, and one that goes along causes."""


def warming(stores: Stores) -> AbstractAsyncContextManager[None]:
    """Ask all that is open in the background; what is not answered when this ends is given up."""
    return stores.beside(_warming) if isinstance(stores, Shards) else _warming(stores)


@asynccontextmanager
async def _warming(memory: GraphMem) -> AsyncIterator[None]:
    asking = asyncio.create_task(_ask(memory), name="warming")
    try:
        yield
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)


async def _ask(memory: GraphMem) -> None:
    """Of whatever the settings' owner has, and without a trace. No model is asked, since it costs something."""
    if memory.settings.recall_router == "rules" and not memory.settings.recall_rerank:
        with contextlib.suppress(GraphMemError), paid_by_nobody():  # whoever asks is told
            for question in QUESTIONS:
                await memory.recall_found(question, options=Options(touch=False))
