"""Which memory a request is about: the one there is, or of several servers the owner's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from starlette.requests import HTTPConnection

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.schedule import keeping
from graphmem.shards import Shards, Stores


class Patience:
    """Whether the database that a request waits for is away, once it is known which one that is."""

    def __init__(self) -> None:
        self._known = asyncio.Event()
        self._lost = asyncio.Event()

    def follow(self, memory: GraphMem) -> None:
        """Wait for this one's database, and no other."""
        self._lost = memory.pulse.lost
        self._known.set()

    async def lost(self) -> None:
        """Return once it is away."""
        await self._known.wait()
        await self._lost.wait()


def patience_of(connection: HTTPConnection) -> Patience:
    """The patience of a request, which everything that answers it shares."""
    state: dict[str, Any] = connection.scope.setdefault("state", {})
    found: Patience | None = state.get("patience")
    if found is None:
        found = state["patience"] = Patience()
        stores: Stores = connection.app.state.stores
        if isinstance(stores, GraphMem):
            found.follow(stores)
    return found


async def memory_for(connection: HTTPConnection, owner: Owner) -> GraphMem:
    """The memory that the owner's is in. Raises ShardUnavailableError, a DatabaseError."""
    stores: Stores = connection.app.state.stores
    memory = await stores.store_for(owner)
    patience_of(connection).follow(memory)
    return memory


def working(stores: Stores) -> AbstractAsyncContextManager[None]:
    """Do the background work of all that is open, as long as this lasts."""
    return stores.beside(_working) if isinstance(stores, Shards) else _working(stores)


@asynccontextmanager
async def _working(memory: GraphMem) -> AsyncIterator[None]:
    """Jobs are done, what is due is asked for, and idle sessions ended meanwhile; what is under way at the end is
    handed back."""
    background = asyncio.create_task(memory.background.run(), name="background")
    try:
        async with keeping(memory.schedules):
            yield
    finally:
        background.cancel()
        await asyncio.gather(background, return_exceptions=True)
