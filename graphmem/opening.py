"""The database behind an open memory: found or started, watched as long as it is used, given back in time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from graphmem.config import Settings
from graphmem.ports import Progress
from graphmem.server import RunningServer, Watchdog, acquire, release
from graphmem.store.database import Address, Database
from graphmem.store.pulse import Pulse

CLOSE_SECONDS = 5.0
"""For each thing left to write at the end: a database that hangs must not keep a process from ending."""


async def server_of(
    settings: Settings, stack: AsyncExitStack, pulse: Pulse, progress: Progress
) -> RunningServer | None:
    """The embedded server, released at the end, or None when the settings name another."""
    if settings.neo4j_uri:
        return None
    server = await acquire(settings, progress)

    async def give_back() -> None:
        await release(server, hangs=pulse.lost.is_set())

    stack.push_async_callback(give_back)
    return server


def address_of(settings: Settings, server: RunningServer | None) -> Address:
    """Where the database answers: the embedded server's, or the settings' own."""
    if server is not None:
        return Address(server.uri, server.user, server.password, server.database)
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    return Address(settings.neo4j_uri or "", settings.neo4j_user, password, settings.neo4j_database)


def watch(
    settings: Settings, server: RunningServer | None, database: Database, pulse: Pulse, stack: AsyncExitStack
) -> None:
    """Know whether the database answers, and start the embedded one again when it does not."""

    async def revived(again: RunningServer) -> None:
        address = address_of(settings, again)
        await database.move(address)
        pulse.moved(address)

    stack.push_async_callback(ended, asyncio.create_task(pulse.run(database.address), name="pulse"))
    if server is not None:
        watchdog = Watchdog(settings, server, pulse.silent_seconds, revived)
        stack.push_async_callback(ended, asyncio.create_task(watchdog.run(), name="watchdog"))


async def in_time(pulse: Pulse, work: Callable[[], Awaitable[None]]) -> None:
    """Do it unless the database is away, and give it up when it takes too long."""
    if not pulse.lost.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await work()


async def ended(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
