"""Starts the server process and waits until it is ready."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import sys
import time
from pathlib import Path

import psutil

from graphmem.config import Settings
from graphmem.errors import ServerStartError
from graphmem.ports import Progress
from graphmem.server import aot, child, conf, ports
from graphmem.server.failure import StartLog, explain
from graphmem.server.lockfile import NEO4J_VERSION
from graphmem.server.state import ServerFiles, ServerState, write_private

POLL_SECONDS = 0.1
QUIET_SECONDS = 300.0
"""A start is given up when the process lives but no log has moved for this long."""
PORT_ATTEMPTS = 3
KILL_SECONDS = 10.0


async def start(
    files: ServerFiles,
    settings: Settings,
    jars: tuple[Path, ...],
    progress: Progress,
    *,
    idle_seconds: float,
) -> ServerState:
    """Start a server and return its state once Neo4j answers. Raises ServerStartError or StoreLockedError.

    The caller holds `start.lock` and `users.lock` and has made sure that no server process lives.
    """
    what = _announcement(files)
    for attempt in range(1, PORT_ATTEMPTS + 1):
        _write_launch(files, settings, jars, idle_seconds)
        log = StartLog.of(files.logs)
        await _spawn(files)
        state = await wait_ready(files, log, progress, what)
        if state is not None:
            return state
        # Another program may take a port between the check and Java's bind; then choose again.
        if attempt == PORT_ATTEMPTS or not log.port_taken():
            break
    raise explain(log)


def _announcement(files: ServerFiles) -> str:
    """The progress label of this start; removes the files of a killed server."""
    if not files.state.exists():
        return "starting Neo4j"
    files.state.unlink()
    files.pin.unlink(missing_ok=True)
    return "starting Neo4j, which did not stop cleanly and recovers first (a minute or more)"


def _write_launch(files: ServerFiles, settings: Settings, jars: tuple[Path, ...], idle_seconds: float) -> None:
    files.ensure_password()
    bolt, http = ports.choose(files.ports, bolt=settings.bolt_port, http=settings.http_port)
    files.conf.write_text(conf.neo4j_conf(settings, bolt_port=bolt, http_port=http), encoding="utf-8")
    options = conf.jvm_options(settings)
    launch = {
        "classpath": [str(jar) for jar in jars],
        "jvm_options": options,
        "aot": aot.launch_plan(settings, jars, options, files.root / f"aot-{secrets.token_hex(4)}.record"),
        "user": conf.USER,
        "database": conf.DATABASE,
        "idle_seconds": idle_seconds,
        "state": {"bolt_port": bolt, "http_port": http, "version": NEO4J_VERSION},
    }
    write_private(files.launch, json.dumps(launch))


async def _spawn(files: ServerFiles) -> None:
    """Run child.py until it has detached: `child.lock` is then held as long as the server lives."""
    if files.child_log.exists():
        files.child_log.replace(files.child_log.with_suffix(".log.1"))
    log = os.open(files.child_log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        starter = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # else Python would put this package's directory first on the path, and our modules shadow others
            str(child.__file__),
            str(files.root),
            cwd=files.root,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    finally:
        os.close(log)
    await starter.wait()


async def wait_ready(files: ServerFiles, log: StartLog, progress: Progress, what: str) -> ServerState | None:
    """Wait for the living server process to announce itself.

    None if it ends before, or is ended because its database cannot be opened. `progress` counts seconds.
    """
    begun = moved = time.monotonic()
    written, reported = -1, -1
    while True:
        if state := files.running():
            return state
        if not files.child_lives():
            return None
        now = time.monotonic()
        if (size := log.size()) != written:
            written, moved = size, now
            if log.has_failed():
                await kill(files)
                return None
        if now - moved > QUIET_SECONDS:
            await kill(files)
            raise ServerStartError(
                f"Neo4j is not ready and its log has not moved for {QUIET_SECONDS:.0f} seconds.",
                remedy=f"It was ended; start again. Logs: {files.logs}",
            )
        if (seconds := int(now - begun)) != reported:
            reported = seconds
            progress(what, seconds, None)
        await asyncio.sleep(POLL_SECONDS)


async def kill(files: ServerFiles) -> None:
    """Kill a server process that does not end otherwise, and wait for it. Committed data survive this."""
    if process := files.child_process():
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    await gone(files, KILL_SECONDS)


async def gone(files: ServerFiles, seconds: float) -> bool:
    """Wait so many seconds for the end of the server process; returns whether it has ended."""
    deadline = time.monotonic() + seconds
    while files.child_lives():
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(POLL_SECONDS)
    return True
