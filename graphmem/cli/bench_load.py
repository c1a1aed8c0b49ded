"""The servers of `graphmem bench load`: real `graphmem serve` processes over the Neo4j of this home."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from graphmem.cli.output import opened
from graphmem.cli.progress import Display
from graphmem.errors import GraphMemError
from graphmem.evaluation import load, report
from graphmem.evaluation.load import Asker, Server
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.ports import Progress

LABEL = "bench"
START_SECONDS = 120.0
END_SECONDS = 20.0
"""Seconds for a server to end: more than it gives itself."""

_SERVE = ("-c", "from graphmem.cli.app import main; main()", "serve", "--host", "127.0.0.1", "--port", "0")
_READY = "Ctrl-C"
_PORT = re.compile(r"POST http://[^\s:]+:(\d+)/graphql")


async def measure(
    news: Display, *, agents: int, seconds: float, replicas: int, workers: int = 1, seed: int
) -> report.Report:
    """Run `load.run` at servers that end with it, for owners erased at the end."""
    async with opened(news) as memory, AsyncExitStack() as stack:
        names = load.owners(agents, seed)
        stack.push_async_callback(_erase, memory, [name for name, _ in names], news)
        who = []
        for number, (name, mark) in enumerate(names):
            who.append(Asker(mark, (await memory.keys.issue(Owner.named(name), LABEL)).secret))
            news("issuing keys", number + 1, agents)
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="graphmem-bench-")))
        servers = []
        for number in range(replicas):
            servers.append(await stack.enter_async_context(start_server(memory, home / str(number), workers=workers)))
            news("starting servers", number + 1, replicas)
        result = await load.run(servers, who, seconds=seconds, seed=seed, progress=news)
        result["settings"]["workers"] = workers
        return result


async def _erase(memory: GraphMem, owners: list[str], news: Progress) -> None:
    for number, owner in enumerate(owners):
        await memory.erase(owner=owner)
        with suppress(OSError):  # its output is no longer read; the other servers still need stopping
            news("erasing owners", number + 1, len(owners))


@asynccontextmanager
async def start_server(
    memory: GraphMem, home: Path, owner: str | None = None, *, workers: int = 1
) -> AsyncIterator[Server]:
    """A server in a home of its own, removed at the end. Raises GraphMemError if it does not start."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *_SERVE,
        *("--workers", str(workers)),
        env=environment(memory, home, owner),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        # Ctrl-C goes to all of a terminal's processes; this one has to answer until the agents have stopped.
        start_new_session=True,
    )
    last: deque[str] = deque(maxlen=20)
    reading: asyncio.Task[None] | None = None
    try:
        port = await _read_port(process, last)
        reading = asyncio.create_task(_read(process, last))
        yield Server(port, process.pid)
    finally:
        await _ended(process)
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


def environment(memory: GraphMem, home: Path, owner: str | None = None) -> dict[str, str]:
    """The settings of such a server: this Neo4j, no request limits, no dreams of other owners.

    Without a name its default owner is an unused one.
    """
    address = memory.database.address
    rates = ("READS_PER_MINUTE", "READS_PER_SECOND", "WRITES_PER_MINUTE", "WRITES_PER_SECOND")
    return os.environ | {
        "GRAPHMEM_HOME": str(home),
        "GRAPHMEM_ARTIFACTS": str(memory.settings.artifacts_dir),
        "GRAPHMEM_DREAM_SCHEDULE": "off",
        "GRAPHMEM_REHEARSAL_SCHEDULE": "off",
        "GRAPHMEM_OPS_LOG": "off",
        "GRAPHMEM_OWNER": owner or f"bench-load-{secrets.token_hex(4)}",
        "NEO4J_URI": address.uri,
        "NEO4J_USERNAME": address.user,
        "NEO4J_PASSWORD": address.password,
        "NEO4J_DATABASE": address.database,
        "COLUMNS": "200",
        **{f"GRAPHMEM_{name}": "0" for name in rates},
    }


async def _read_port(process: Process, last: deque[str]) -> int:
    """The port that a server announces."""
    assert process.stderr is not None
    port = None
    with suppress(TimeoutError):
        async with asyncio.timeout(START_SECONDS):
            while line := (await process.stderr.readline()).decode("utf-8", "replace"):
                last.append(line.rstrip())
                port = int(found[1]) if (found := _PORT.search(line)) else port
                if port is not None and _READY in line:
                    return port
    told = " ".join(last)[-400:] or "It said nothing."
    raise GraphMemError(f"A server did not start: {told}", remedy="Try `graphmem serve --port 0`.")


async def _read(process: Process, last: deque[str]) -> None:
    """Read the server's output: a server whose output nobody reads would stop at a full pipe."""
    assert process.stderr is not None
    while line := await process.stderr.readline():
        last.append(line.decode("utf-8", "replace").rstrip())


async def _ended(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except (TimeoutError, asyncio.CancelledError):
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
