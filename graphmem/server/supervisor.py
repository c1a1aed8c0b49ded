"""Hands out the embedded Neo4j: one server per GRAPHMEM_HOME, shared by all its processes.

The first user starts it, later ones find it, the last one out stops it. Every user holds `users.lock` shared, so the
kernel itself counts them, and a crashed user is not counted. See `locks` for the three locks and their order:
`start.lock` before `users.lock`; who holds `users.lock` exclusively never waits for another lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from graphmem.config import Settings
from graphmem.errors import ConfigurationError, ServerError
from graphmem.ports import Progress, silent
from graphmem.server import conf, launch
from graphmem.server.failure import StartLog, check_machine
from graphmem.server.locks import FileLock
from graphmem.server.resolve import resolve_neo4j
from graphmem.server.state import ServerFiles, ServerState

IDLE_SECONDS = 60.0
STOP_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server that this process may use until it releases it. `reused` is whether it ran before."""

    uri: str
    http_url: str
    user: str
    password: str = field(repr=False)
    reused: bool
    files: ServerFiles = field(repr=False)
    lease: FileLock = field(repr=False)
    database: str = conf.DATABASE


async def acquire(
    settings: Settings, progress: Progress = silent, *, idle_seconds: float = IDLE_SECONDS
) -> RunningServer:
    """Find or start the embedded Neo4j of `settings.home` and hold it until `release`.

    The first call on a machine downloads 195 MB. A process that ends without `release` is noticed: the server then
    stops by itself when nobody has used it for `idle_seconds`. `progress` is called in this event loop. Raises
    ArtifactError, ServerStartError or StoreLockedError.
    """
    files = files_of(settings)
    with named(settings):
        return await _acquire(settings, files, progress, idle_seconds)


async def _acquire(settings: Settings, files: ServerFiles, progress: Progress, idle_seconds: float) -> RunningServer:
    files.prepare()
    starting, lease = FileLock(files.start_lock), FileLock(files.users_lock)
    try:
        await starting.take(waiting=lambda: progress("waiting for another process that starts Neo4j", 0, None))
        await lease.take(shared=True, waiting=lambda: progress("waiting for Neo4j to stop", 0, None))
        state = await _find(files, progress)
        reused = state is not None
        if state is None:
            state = await _start(settings, files, progress, idle_seconds)
        return _running(files, state, lease, reused=reused)
    except BaseException:
        lease.drop()
        raise
    finally:
        starting.drop()


@contextlib.contextmanager
def named(settings: Settings) -> Iterator[None]:
    """Name the home and the reason in an error about an unusable home."""
    try:
        yield
    except OSError as error:
        raise ConfigurationError(
            f"{error.filename or settings.home} cannot be used ({error.strerror}).",
            remedy="Set GRAPHMEM_HOME to a directory of your own, on a disk with room that you may write to.",
        ) from error


async def revive(settings: Settings, server: RunningServer, *, hanging: ServerState | None = None) -> RunningServer:
    """Find or start the server that replaces a dead one, or a `hanging` one, which it ends first.

    The caller still holds its lease. Raises as `acquire` does.
    """
    files = server.files
    starting = FileLock(files.start_lock)
    await starting.take()
    try:
        if hanging is not None and files.running() == hanging:
            await launch.kill(files)
        state = await _find(files, silent) or await _start(settings, files, silent, IDLE_SECONDS)
        return _running(files, state, server.lease, reused=True)
    finally:
        starting.drop()


async def _start(settings: Settings, files: ServerFiles, progress: Progress, idle_seconds: float) -> ServerState:
    check_machine(settings)
    jars = await _in_thread(settings, progress)
    return await launch.start(files, settings, jars, progress, idle_seconds=idle_seconds)


def files_of(settings: Settings) -> ServerFiles:
    """The embedded server's files for these settings."""
    return ServerFiles(settings.server_dir.absolute())


def pin(server: RunningServer) -> None:
    """Let the server stay when its last user leaves, until it is stopped or dies."""
    if state := server.files.running():
        server.files.pin.write_text(str(state.pid), encoding="utf-8")


async def release(server: RunningServer, *, hangs: bool = False) -> None:
    """Release the server. The last user stops it, unless it is pinned; returns when it has stopped.

    A hanging server is killed, since it would not stop.
    """
    server.lease.drop()
    await stop_unused(server.files, hangs=hangs)


def in_use(files: ServerFiles) -> bool:
    """Whether some process uses the server now; the test takes the users' lock for a moment."""
    users = FileLock(files.users_lock)
    if not users.try_take():
        return True
    users.drop()
    return False


async def stop_unused(files: ServerFiles, *, hangs: bool = False) -> bool:
    """Stop the server if nobody uses it and it is not pinned; returns whether no server runs afterwards."""
    state = files.running()
    if state is not None and files.is_pinned(state):
        return False
    users = FileLock(files.users_lock)
    if not users.try_take():
        return False
    try:
        await (launch.kill(files) if hangs else end(files))
    finally:
        users.drop()
    return True


async def end(files: ServerFiles) -> None:
    """Ask the server process to shut down, wait for its end, and kill it after two minutes.

    A process stopped by a signal hears nothing and is killed at once: committed data survive that.
    """
    process = files.child_process()
    if process is None:
        return
    if (state := files.running()) and state.is_stopped():
        await launch.kill(files)
        return
    with contextlib.suppress(psutil.NoSuchProcess):
        process.send_signal(signal.SIGTERM)
    if await launch.gone(files, STOP_SECONDS):
        return
    await launch.kill(files)
    if files.child_lives():
        raise ServerError(f"the server process {process.pid} cannot be ended.", remedy=f"Log: {files.child_log}")


async def _find(files: ServerFiles, progress: Progress) -> ServerState | None:
    """The server that runs already, waited for while it starts; None without one."""
    state = files.running()
    if state is not None and state.is_stopped():
        await launch.kill(files)
    elif state is not None:
        return state
    if files.child_lives():
        # Its starter has died or given up: nobody else waits for it, since this process holds start.lock.
        return await launch.wait_ready(files, StartLog.of(files.logs), progress, "waiting for a Neo4j that is starting")
    return None


async def _in_thread(settings: Settings, progress: Progress) -> tuple[Path, ...]:
    """Fetch the jars beside the event loop, reporting inside it. A cancelled call also ends the download."""
    loop = asyncio.get_running_loop()
    stop = threading.Event()

    def report(what: str, done: int, total: int | None) -> None:
        loop.call_soon_threadsafe(progress, what, done, total)

    try:
        return await asyncio.to_thread(resolve_neo4j, settings, report, stop)
    finally:
        stop.set()


def _running(files: ServerFiles, state: ServerState, lease: FileLock, *, reused: bool) -> RunningServer:
    return RunningServer(
        uri=f"bolt://{conf.LOOPBACK}:{state.bolt_port}",
        http_url=f"http://{conf.LOOPBACK}:{state.http_port}",
        user=conf.USER,
        password=files.ensure_password(),
        reused=reused,
        files=files,
        lease=lease,
    )
