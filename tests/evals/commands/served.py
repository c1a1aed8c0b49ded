"""`python -m tests.evals isolation` and `fuzz`: they ask over HTTP, with keys, as anybody outside would."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, MutableMapping, Sequence
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from typing import Any

from graphmem.cli.output import opened
from graphmem.cli.progress import Display
from graphmem.config import Settings, load_settings
from graphmem.evaluation import report
from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.model.palace import Owner
from tests.evals import fuzz, isolation

LABEL = "bench"
ANSWER_SECONDS = 120.0
_COMMAND = "from graphmem.cli.app import main; main()"


class Served:
    """A memory behind a real server of this process, and the keys that were issued for it."""

    def __init__(self, memory: GraphMem, port: int, errors: list[str]) -> None:
        self.errors = errors
        """Where each error was raised that was answered without its own words."""
        self._memory = memory
        self._port = port
        self._owners: list[str] = []

    async def issue(self, owner: str, scopes: Sequence[Scope] = (*Scope,)) -> str:
        """A key of an owner, who is erased at the end."""
        if owner not in self._owners:
            self._owners.append(owner)
        return (await self._memory.keys.issue(Owner.named(owner), LABEL, scopes=scopes)).secret

    async def send(self, key: str, body: bytes) -> tuple[int, bytes]:
        """POST a body to /graphql; the status and what was answered."""
        return await asyncio.to_thread(self._send, key, body)

    async def ask(self, key: str, document: str, variables: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Ask a document."""
        status, body = await self.send(key, json.dumps({"query": document, "variables": variables}).encode())
        return status, json.loads(body)

    async def forget(self) -> None:
        """Erase the owners, their keys included."""
        for owner in self._owners:
            await self._memory.erase(owner=owner)

    def _send(self, key: str, body: bytes) -> tuple[int, bytes]:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
        connection = HTTPConnection("127.0.0.1", self._port, timeout=ANSWER_SECONDS)
        try:
            connection.request("POST", "/graphql", body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@asynccontextmanager
async def served(news: Display) -> AsyncIterator[Served]:
    """A server over the memory of this home, on a port of its own."""
    import structlog
    import uvicorn
    from graphmem_api import create_app

    errors: list[str] = []

    def keep(_logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
        if "raised" in event:
            errors.append(
                f"{event.get('id', event['event'])}: {event.get('kind')} at {' < '.join(event['raised'][::-1])}"
            )
        return ""

    # What it logs of the errors that are provoked here is told in the result, and nowhere else.
    structlog.configure(processors=[keep], logger_factory=structlog.ReturnLoggerFactory())
    # Nor does anybody dream meanwhile: what changes here, somebody asked for.
    settings = load_settings().model_copy(update={"dream_schedule": None, "rehearsal_schedule": None})
    async with opened(news, settings) as memory:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            config = uvicorn.Config(
                create_app(_unpaced(memory), memory), log_level="error", ws="none", access_log=False
            )
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve(sockets=[listener]))
            while not server.started and not task.done():  # noqa: ASYNC110  uvicorn has no event for it
                await asyncio.sleep(0.02)
            here = Served(memory, listener.getsockname()[1], errors)
            try:
                yield here
            finally:
                await here.forget()
                server.should_exit = True
                await task


def _unpaced(memory: GraphMem) -> Settings:
    """Settings under which a key may ask as fast as it can: how fast that is, is what is measured."""
    names = ("reads_per_minute", "reads_per_second", "writes_per_minute", "writes_per_second")
    return memory.settings.model_copy(update=dict.fromkeys(names, 0))


async def isolated(news: Display, *, rounds: int, seed: int, verbs: bool) -> report.Report:
    """`isolation.run` over HTTP and, where asked for, commands as processes."""
    from graphmem.cli.app import command_names

    async with served(news) as here:
        return await isolation.run(
            here.ask,
            here.issue,
            rounds=rounds,
            seed=seed,
            verb=_run if verbs else None,
            known_verbs=command_names(),
            progress=news,
        )


async def fuzzed(news: Display, *, documents: int, transcripts: int, seed: int) -> report.Report:
    """`fuzz.run` over HTTP, as an owner of its own."""
    async with served(news) as here:
        key = await here.issue(f"bench-fuzz-{os.getpid()}")

        async def send(body: bytes) -> tuple[int, bytes]:
            return await here.send(key, body)

        result = await fuzz.run(send, documents_=documents, transcripts=transcripts, seed=seed, progress=news)
        result["found"] = [*result["found"], *here.errors]
        return result


async def _run(owner: str, arguments: Sequence[str]) -> str:
    """All that a command prints, for an owner."""
    name, *rest = arguments
    given = os.environ | {"GRAPHMEM_OWNER": owner}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", _COMMAND, name, *rest),
        env=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return said.decode("utf-8", "replace")
