"""Does the database still answer? Asked every few seconds over a connection of its own, which no request can occupy.

The driver cannot tell: a process that stands still keeps its connections open, and a statement waits for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from typing import TypeVar

from graphmem.errors import DatabaseError
from graphmem.store.database import Address, Database
from graphmem.store.queries import bind

_PING = bind("schema/ping", __name__)

INTERVAL_SECONDS = 2.0

LOST_SECONDS = 10.0
"""Without an answer for so long nobody is kept waiting any more."""

PATIENCE_SECONDS = 60.0
"""A question is not given up before: a server that has just started, on a busy machine, takes its time over the first
one, and to ask again and again would never be answered."""

UNBLOCKED_SECONDS = 0.5
"""An answer that came while this process itself was busy is read within this time."""

T = TypeVar("T")


class Pulse:
    """Asks until it is cancelled. `lost` is set while the database has not answered for LOST_SECONDS."""

    def __init__(self) -> None:
        self.lost = asyncio.Event()
        self._address = Address("")
        self._asked: float | None = None

    def silent_seconds(self) -> float:
        """How long the database has owed an answer, 0 when it owes none."""
        return 0.0 if self._asked is None else time.monotonic() - self._asked

    def moved(self, address: Address) -> None:
        """Ask there from now on. What another server owed, this one does not."""
        self._address = address
        self._asked = None

    async def run(self, address: Address) -> None:
        """Ask for ever, there or where the database moves to."""
        self._address = address
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            with contextlib.suppress(DatabaseError, TimeoutError):
                await self._listen()
            if self.silent_seconds() >= LOST_SECONDS:
                self.lost.set()

    async def _listen(self) -> None:
        """Ask over one connection until it fails or the database has moved."""
        asked = self._address
        database = await self._answer(Database.connect(asked, connections=1))
        try:
            while asked is self._address:
                await self._answer(database.run(_PING))
                self._asked = None
                self.lost.clear()
                await asyncio.sleep(INTERVAL_SECONDS)
        finally:
            await database.aclose()

    async def _answer(self, question: Coroutine[None, None, T]) -> T:
        """The answer, however late. Raises DatabaseError for a refusal and TimeoutError after PATIENCE_SECONDS."""
        if self._asked is None:
            self._asked = time.monotonic()
        answering = asyncio.ensure_future(question)
        try:
            await asyncio.wait([answering], timeout=max(LOST_SECONDS - self.silent_seconds(), 0))
            await asyncio.wait([answering], timeout=UNBLOCKED_SECONDS)
            if not answering.done():
                self.lost.set()
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await answering
        finally:
            answering.cancel()
