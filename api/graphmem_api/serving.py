"""The memory behind an application: the choice of a memory for an owner, and the background work."""

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
    """The memory, and with it the database, that serves an owner; only this function chooses it."""
    served: Served = connection.app.state.served
    return await served.memory_for(owner) if isinstance(served, Databases) else served


@asynccontextmanager
async def working(served: Served) -> AsyncIterator[None]:
    """Do the background work of each database while this block runs, and resume interrupted moves."""
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
    """Do jobs, request due ones and end idle sessions while this block runs.

    It hands back the jobs that are under way at the end.
    """
    background = asyncio.create_task(memory.background.run(), name="background")
    try:
        async with keeping(memory.schedules):
            yield
    finally:
        background.cancel()
        await asyncio.gather(background, return_exceptions=True)
