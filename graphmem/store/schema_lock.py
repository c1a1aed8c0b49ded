"""A lock for changes of the schema, on any server, and statements that run to their end.

Neo4j makes a constraint in several steps. If two processes make the same one, or one stops among the steps, an index
without its constraint is left, an error that no repetition cures.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

from graphmem.ports import Progress
from graphmem.store.database import Database
from graphmem.store.queries import bind

_MAKE = bind("schema/make_lock", __name__)
_HOLD = bind("schema/hold_lock", __name__)

NOTICED_SECONDS = 1.0
"""A longer wait for another process is reported."""

T = TypeVar("T")


@asynccontextmanager
async def schema_locked(database: Database, progress: Progress) -> AsyncIterator[None]:
    """Hold the schema's lock, waiting for another process that holds it.

    The lock is in the graph, in a transaction that stays open: the server releases it when its holder dies.
    """
    await database.run(_MAKE)
    news = asyncio.get_running_loop().call_later(
        NOTICED_SECONDS, progress, "waiting for another process that prepares the schema", 0, None
    )
    try:
        async with database.locks_held(_HOLD):
            news.cancel()
            yield
    finally:
        news.cancel()


async def run_to_end(statement: Coroutine[None, None, T]) -> T:
    """Run a statement to its end even if its caller is cancelled; then raise the cancellation."""
    running = asyncio.ensure_future(statement)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        raise
