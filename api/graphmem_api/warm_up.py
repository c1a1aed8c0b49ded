"""A first recall before a server reports ready, so that its first client need not wait for loading."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.errors import GraphMemError
from graphmem.facade import GraphMem
from graphmem.services.warm_up import fill_caches

LONGEST_SECONDS = 90.0
"""Seconds after which a server is ready all the same: slow answers are better than none."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def warm_up(memory: GraphMem) -> AsyncIterator[None]:
    """Try a first recall in the background; the server is ready only then.

    An attempt that is unfinished at the end is cancelled.
    """
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
            await fill_caches(memory.database, memory.embedder)
    except (GraphMemError, TimeoutError) as error:  # the next request reports it
        log.warning("the first recall was not tried: %s", error)
    finally:
        memory.warm = True
