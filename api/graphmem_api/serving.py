"""The memory behind an application: which one serves an owner, and its background work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.requests import HTTPConnection

from graphmem.databases import Databases, Served, memories_of, mend
from graphmem.errors import GraphMemError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.opening import ended
from graphmem.schedule import keeping

log = logging.getLogger(__name__)


async def memory_for(connection: HTTPConnection, owner: Owner) -> GraphMem:
    """The memory, and with it the database, that serves an owner: the one place where that is chosen."""
    served: Served = connection.app.state.served
    return await served.memory_for(owner) if isinstance(served, Databases) else served


@asynccontextmanager
async def working(served: Served) -> AsyncIterator[None]:
    """Work for each database, as long as this lasts, and take up the moves between them that broke off."""
    async with AsyncExitStack() as stack:
        for memory in memories_of(served):
            await stack.enter_async_context(_working(memory))
        if isinstance(served, Databases):
            stack.push_async_callback(ended, asyncio.create_task(_mended(served), name="moves"))
        yield


async def _mended(databases: Databases) -> None:
    try:
        for owner in await mend(databases):
            log.info("a move that broke off was taken up: %s", owner.key)
    except GraphMemError as error:
        log.warning("moves that broke off could not be taken up: %s", error)


@asynccontextmanager
async def _working(memory: GraphMem) -> AsyncIterator[None]:
    """Do jobs, ask for what is due and end idle sessions, as long as this lasts; jobs under way at the end are handed
    back."""
    background = asyncio.create_task(memory.background.run(), name="background")
    try:
        async with keeping(memory.schedules):
            yield
    finally:
        background.cancel()
        await asyncio.gather(background, return_exceptions=True)
