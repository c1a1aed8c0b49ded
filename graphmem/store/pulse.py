"""A check every few seconds that the database answers, over its own connection.

The driver cannot tell: a stalled process keeps its connections open, and a statement waits for ever.
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
"""After so long without an answer, requests stop waiting."""

PATIENCE_SECONDS = 60.0
"""Longest wait for one ping: a server just started on a busy machine needs long for the first,
and a repeated ping would never get an answer."""

UNBLOCKED_SECONDS = 0.5
"""Time to read an answer that came while this process itself was blocked."""

T = TypeVar("T")


class Pulse:
    """Pings until it is cancelled. `lost` is set while the database has not answered for LOST_SECONDS."""

    def __init__(self) -> None:
        self.lost = asyncio.Event()
        self._address = Address("")
        self._left = asyncio.Event()
        self._asked: float | None = None

    def silent_seconds(self) -> float:
        """Seconds since the unanswered ping, 0 if none is open."""
        return 0.0 if self._asked is None else time.monotonic() - self._asked

    def moved(self, address: Address) -> None:
        """Ping another address from now on, and drop the open ping of the former server."""
        self._address = address
        self._asked = None
        self._left.set()
        self._left = asyncio.Event()
        self.lost.clear()

    async def run(self, address: Address) -> None:
        """Ping for ever, following the database to new addresses."""
        self._address = address
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            with contextlib.suppress(DatabaseError, TimeoutError):
                await self._listen()
            if self.silent_seconds() >= LOST_SECONDS:
                self.lost.set()

    async def _listen(self) -> None:
        """Ping over one connection until it fails or the database moves."""
        asked = self._address
        # Without the driver's retries, whose pauses would hide for many seconds that a server is back.
        database = await self._answer(Database.connect(asked, connections=1, retry_seconds=0))
        try:
            while asked is self._address:
                await self._answer(database.run(_PING))
                self._asked = None
                self.lost.clear()
                await asyncio.sleep(INTERVAL_SECONDS)
        finally:
            await database.aclose()

    async def _answer(self, question: Coroutine[None, None, T]) -> T:
        """The answer, however late. Raises DatabaseError for a refusal.
        Raises TimeoutError after PATIENCE_SECONDS or when the database has moved meanwhile."""
        if self._asked is None:
            self._asked = time.monotonic()
        answering, leaving = asyncio.ensure_future(question), asyncio.ensure_future(self._left.wait())

        async def wait(seconds: float) -> bool:
            await asyncio.wait([answering, leaving], timeout=max(seconds, 0), return_when=asyncio.FIRST_COMPLETED)
            return answering.done() or leaving.done()

        try:
            if not (await wait(LOST_SECONDS - self.silent_seconds()) or await wait(UNBLOCKED_SECONDS)):
                self.lost.set()
                await wait(PATIENCE_SECONDS)
            if not answering.done():
                raise TimeoutError
            return answering.result()
        finally:
            answering.cancel()
            leaving.cancel()
