"""The memory behind an application: which one serves an owner, and its background work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import HTTPConnection

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.schedule import keeping


def memory_for(connection: HTTPConnection, owner: Owner) -> GraphMem:  # noqa: ARG001  one database serves all owners
    """The memory, and with it the database, that serves an owner: the one place where that is chosen."""
    memory: GraphMem = connection.app.state.memory
    return memory


@asynccontextmanager
async def working(memory: GraphMem) -> AsyncIterator[None]:
    """Do jobs, ask for what is due and end idle sessions, as long as this lasts; jobs under way at the end are handed
    back."""
    background = asyncio.create_task(memory.background.run(), name="background")
    try:
        async with keeping(memory.schedules):
            yield
    finally:
        background.cancel()
        await asyncio.gather(background, return_exceptions=True)
