"""Whether the database answers, asked of one that falls silent while its connections stay open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from graphmem.store import pulse as module
from graphmem.store.database import Address, Database
from graphmem.store.pulse import Pulse


class Front:
    """A port before the real server, which can fall silent, and counts what the server said."""

    def __init__(self, address: Address) -> None:
        self.host, _, port = address.uri.partition("//")[2].partition(":")
        self.port = int(port)
        self.deaf = False
        self.said = 0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to = await asyncio.open_connection(self.host, self.port)
        await asyncio.gather(self._copy(reader, to), self._copy(there, writer, answers=True))

    async def _copy(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, answers: bool = False) -> None:
        while data := await source.read(4096):
            if not self.deaf:
                self.said += answers
                to.write(data)
        to.close()


@asynccontextmanager
async def fronted(address: Address) -> AsyncIterator[tuple[Front, Address]]:
    front = Front(address)
    server = await asyncio.start_server(front.carry, "127.0.0.1", 0)
    try:
        yield front, replace(address, uri=f"bolt://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    finally:
        server.close()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - what is waited for is outside of the loop
            await asyncio.sleep(0.02)


async def test_nobody_waits_for_a_silent_server_once_the_database_answers_elsewhere(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "INTERVAL_SECONDS", 0.05)
    monkeypatch.setattr(module, "LOST_SECONDS", 0.5)
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 600.0)  # beyond the test's: a question that is kept fails it
    pulse = Pulse()
    async with fronted(database.address) as (former, there), fronted(database.address) as (new, elsewhere):
        asking = asyncio.create_task(pulse.run(there))
        try:
            await until(lambda: former.said > 5)
            former.deaf = True
            await until(pulse.lost.is_set)
            pulse.moved(elsewhere)
            assert not pulse.lost.is_set()
            assert pulse.silent_seconds() == 0
            await until(lambda: new.said > 5)
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
