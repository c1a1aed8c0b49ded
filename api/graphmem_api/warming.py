"""What the first who asks would wait for, done before a server says that it is ready."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.errors import GraphMemError
from graphmem.facade import GraphMem
from graphmem.services.warming import warm

LONGEST_SECONDS = 90.0
"""After so long a server is ready all the same: to answer slowly is better than not to be asked at all."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def warming(memory: GraphMem) -> AsyncIterator[None]:
    """Try a first recall in the background; the memory is ready only then. What is not done at the end is given up."""
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
