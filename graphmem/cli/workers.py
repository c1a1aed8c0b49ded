"""`graphmem serve --workers N`: N processes that serve at one socket, and their supervisor.

The supervisor binds the socket, keeps the shared state, and starts a new worker when one ends. It opens no memory: its
workers share an embedded Neo4j, as any processes of a home do. A worker ends with its supervisor.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from contextlib import suppress
from time import monotonic

from graphmem import home_token
from graphmem.cli.logs import log_to
from graphmem.cli.output import err
from graphmem.cli.serve import GRACE_SECONDS, Worker, serve_until_stopped, serving
from graphmem.config import Settings
from graphmem.errors import ConfigurationError
from graphmem.server.supervisor import STOP_SECONDS

MOST = 64

STEADY_SECONDS = 10.0
"""A worker that lived so long is replaced at once; a younger one after a pause that doubles."""

PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 30.0

END_SECONDS = GRACE_SECONDS + STOP_SECONDS + 30.0
"""Seconds for a worker to end: the last one also stops an embedded Neo4j."""

_RUN = ("-P", "-c", "from graphmem.cli.app import main; main()")

log = logging.getLogger(__name__)


def require_sensible(workers: int) -> None:
    """Raise ConfigurationError for more workers than a machine should have."""
    if not 1 <= workers <= MOST:
        raise ConfigurationError(
            f"--workers {workers} is no number of processes that can serve.",
            remedy=f"Choose 1 to {MOST}; this machine has {os.cpu_count()} cores, and Neo4j needs some, too.",
        )


async def work(settings: Settings, identity: str) -> None:
    """Serve as a worker of the supervisor: its number, and inherited descriptors of socket and pipe."""
    from graphmem_api.shared import WorkerLink

    number, listener, link = (int(one) for one in identity.split(":"))
    with _Shared(fileno=listener) as at, socket.socket(fileno=link) as end:
        await serve_until_stopped(settings, at, Worker(WorkerLink(end, number)))


class _Shared(socket.socket):
    """A socket that several processes accept from: none of them shortens its queue."""

    def listen(self, _backlog: int = 0, /) -> None:
        super().listen(socket.SOMAXCONN)


async def supervise(settings: Settings, listener: socket.socket, count: int) -> int:
    """Run `count` workers at the bound socket until SIGINT or SIGTERM; returns the exit code.

    A second signal ends running requests.
    """
    if (told := home_token.tightened(settings)) is not None:
        err.print(told, style="yellow", markup=False, soft_wrap=True)
    home_token.ensure(settings)
    log_to(sys.stderr, settings)
    supervisor = _Supervisor(settings, listener, count)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, supervisor.stop)
    return await supervisor.run()


class _Supervisor:
    def __init__(self, settings: Settings, listener: socket.socket, count: int) -> None:
        from graphmem_api.shared import SupervisorLink

        self._settings, self._listener = settings, listener
        self._shared = SupervisorLink(settings)
        self._numbers = range(1, count + 1)
        self._first_ready = {number: asyncio.Event() for number in self._numbers}
        self._processes: dict[int, Process] = {}
        self._stopping = asyncio.Event()
        self._code = 0

    def stop(self) -> None:
        """End all workers and let them finish their requests; a second call ends them at once."""
        self._stopping.set()
        for process in self._processes.values():
            _end(process)

    async def run(self) -> int:
        tasks: list[asyncio.Task[None]] = []
        try:
            # The first one starts Neo4j and prepares the schema; if it fails, the others need not try.
            for numbers in (self._numbers[:1], self._numbers[1:]):
                tasks += [asyncio.create_task(self._keep(number)) for number in numbers]
                for number in numbers:
                    await self._first_ready[number].wait()
            if not self._stopping.is_set():
                with serving(self._settings, self._listener):
                    await self._stopping.wait()
                    self._listener.close()  # new connections would wait for nobody
                    err.print("Stopping …", style="dim")
                    await asyncio.gather(*tasks)
        finally:
            if not self._stopping.is_set():
                self.stop()
            await asyncio.gather(*tasks)
        return self._code

    async def _keep(self, number: int) -> None:
        """Keep a worker of that number running until the server stops. One that never served ends the server."""
        pause, ready = 0.0, self._first_ready[number]
        while not self._stopping.is_set():
            began = monotonic()
            code = await self._one(number)
            if self._stopping.is_set():
                break
            if not ready.is_set():
                self._code = code if code > 0 else 128 - code
                self.stop()
                break
            steady = monotonic() - began > STEADY_SECONDS
            pause = 0.0 if steady else min(max(2 * pause, PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)
            log.warning("worker %d ended (%d); another takes its place in %g s", number, code, pause)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stopping.wait()
        ready.set()

    async def _one(self, number: int) -> int:
        """The exit code of one process."""
        ours, theirs = socket.socketpair()
        with theirs:
            files = (self._listener.fileno(), theirs.fileno())
            address = ("--host", self._settings.host, "--port", str(self._settings.port))
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *_RUN,
                "serve",
                *address,
                *("--worker", f"{number}:{files[0]}:{files[1]}"),
                pass_fds=files,
                stdin=DEVNULL,
                # Ctrl-C goes to a terminal's whole foreground; only the supervisor ends workers.
                process_group=0,
            )
        self._processes[number] = process
        if self._stopping.is_set():
            _end(process)
        answering = asyncio.create_task(self._answer(ours, self._first_ready[number]))
        ended, stopping = asyncio.create_task(process.wait()), asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait([ended, stopping], return_when=asyncio.FIRST_COMPLETED)
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    return await asyncio.shield(ended)
            log.error("worker %d did not end in %g s and is killed", number, END_SECONDS)
            process.kill()
            return await ended
        finally:
            for task in (answering, stopping):
                task.cancel()
            await asyncio.gather(answering, stopping, return_exceptions=True)

    async def _answer(self, link: socket.socket, ready: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection(sock=link)
        try:
            while line := await reader.readline():
                writer.write(self._shared.answer(line, ready.set))
        finally:
            writer.close()


def _end(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.terminate()
