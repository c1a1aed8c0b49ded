"""The resources of an open memory: a database, found or started, watched and released; an embedder."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from graphmem.config import EmbedderKind, Settings
from graphmem.model.quota import Quota
from graphmem.ports import Embedder, Progress, Purpose, UsageSink
from graphmem.providers.cache import CachedEmbedder
from graphmem.providers.factory import LOCAL_MODELS, ONNX_SPECS, open_embedder
from graphmem.providers.given import GivenEmbedder
from graphmem.server import RunningServer, Watchdog, acquire, extract_model, release
from graphmem.server.state import ServerFiles
from graphmem.store import schema
from graphmem.store.database import Address, Database
from graphmem.store.pulse import Pulse

CLOSE_SECONDS = 5.0
"""Seconds for each write at the end: a database that hangs must not keep a process from ending."""


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
    """The database's address: the embedded server's, or the settings' own."""
    if server is not None:
        return Address(server.uri, server.user, server.password, server.database)
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    return Address(settings.neo4j_uri or "", settings.neo4j_user, password, settings.neo4j_database)


async def database_of(settings: Settings, server: RunningServer | None) -> Database:
    """The database at that address, with the default quota of owners. Raises as its `connect`."""
    database = await Database.connect(address_of(settings, server))
    database.quota = Quota(*settings.quota)
    return database


async def store_bytes(settings: Settings) -> int | None:
    """The embedded server's databases on disk, in bytes; None if the settings name another server."""
    return None if settings.neo4j_uri else await asyncio.to_thread(ServerFiles(settings.server_dir).bytes_on_disk)


def watch(
    settings: Settings, server: RunningServer | None, database: Database, pulse: Pulse, stack: AsyncExitStack
) -> None:
    """Track whether the database answers, and restart the embedded one when it does not."""

    async def revived(again: RunningServer) -> None:
        address = address_of(settings, again)
        await database.move(address)
        pulse.moved(address)

    stack.push_async_callback(ended, asyncio.create_task(pulse.run(database.address), name="pulse"))
    if server is not None:
        watchdog = Watchdog(settings, server, pulse.silent_seconds, revived)
        stack.push_async_callback(ended, asyncio.create_task(watchdog.run(), name="watchdog"))


async def in_time(pulse: Pulse, work: Callable[[], Awaitable[None]]) -> None:
    """Run the work unless the database is away, and cancel it when it takes too long."""
    if not pulse.lost.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await work()


async def ended(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def embedder_of_store(settings: Settings, database: Database) -> EmbedderKind | None:
    """The local embedder of a store's vectors, unless the settings name one; None for the settings' own.

    So a store that an earlier release filled continues unchanged, though new ones get another default.
    """
    kind = settings.embedder_kind
    if settings.embedder is not None or kind is EmbedderKind.OPENAI:
        return None
    stored = await schema.stored_embedder(database)
    own = None if stored is None else LOCAL_MODELS.get(stored.model)
    return None if own is kind else own


async def embedder_of(
    settings: Settings, stack: AsyncExitStack, usage: UsageSink, progress: Progress, *, given: Embedder | None = None
) -> CachedEmbedder:
    """The `given` embedder, else the configured one, behind the query cache and warmed up.

    An embedder opened here is closed at the end.
    """
    if given is not None:
        checked = GivenEmbedder(given)
        await checked.embed(["warm up"], Purpose.QUERY)
        return CachedEmbedder(checked)
    spec = ONNX_SPECS.get(settings.embedder_kind)
    model_dir = None
    if spec is not None:
        model_dir = await asyncio.to_thread(extract_model, spec.endpoint, settings, progress)
    inner = await open_embedder(settings, model_dir, usage)
    stack.push_async_callback(inner.aclose)
    if settings.embedder_kind is not EmbedderKind.OPENAI:
        await inner.embed(["warm up"], Purpose.QUERY)
    return CachedEmbedder(inner)
