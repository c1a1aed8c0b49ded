"""One process at a time changes the schema, on the embedded server and on others, and ends what it began.

Neo4j makes a constraint in several steps. Two processes that make the same one, or one that leaves among the steps,
get errors no repetition cures: an index without its constraint.
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
"""Who waits longer than this for another process is told so."""

T = TypeVar("T")


@asynccontextmanager
async def alone(database: Database, progress: Progress) -> AsyncIterator[None]:
    """Be the only one that changes the schema, waiting for another process that does.

    The lock lies in the graph, in a transaction that stays open: the server lets go of it when its holder dies.
    """
    await database.run(_MAKE)
    news = asyncio.get_running_loop().call_later(
        NOTICED_SECONDS, progress, "waiting for another process that prepares the schema", 0, None
    )
    try:
        async with database.holding(_HOLD):
            news.cancel()
            yield
    finally:
        news.cancel()


async def whole(statement: Coroutine[None, None, T]) -> T:
    """Run a statement to its end even when its caller is cancelled meanwhile; the cancellation follows then."""
    running = asyncio.ensure_future(statement)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        raise
