"""What the first who asks would wait for, done before a server says that it is ready."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from graphmem.errors import GraphMemError
from graphmem.facade import GraphMem
from graphmem.services.warming import warm
from graphmem.shards import Shards, Stores

LONGEST_SECONDS = 90.0
"""After so long a server is ready all the same: to answer slowly is better than not to be asked at all."""

log = logging.getLogger(__name__)


def warming(stores: Stores) -> AbstractAsyncContextManager[None]:
    """Try all that is open in the background, which is ready only then; what is not done when this ends is given up."""
    return stores.beside(_warming) if isinstance(stores, Shards) else _warming(stores)


@asynccontextmanager
async def _warming(memory: GraphMem) -> AsyncIterator[None]:
    memory.warm = False
    trying = asyncio.create_task(_try(memory), name="warming")
    try:
        yield
    finally:
        trying.cancel()
        await asyncio.gather(trying, return_exceptions=True)


async def _try(memory: GraphMem) -> None:
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await warm(memory.database, memory.embedder)
    except (GraphMemError, TimeoutError) as error:  # whoever asks is told
        log.warning("the first recall was not tried: %s", error)
    finally:
        memory.warm = True
