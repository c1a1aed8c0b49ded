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
        self._left = asyncio.Event()
        self._asked: float | None = None

    def silent_seconds(self) -> float:
        """How long the database has owed an answer, 0 when it owes none."""
        return 0.0 if self._asked is None else time.monotonic() - self._asked

    def moved(self, address: Address) -> None:
        """Ask there from now on. What another server owed, this one does not, and nobody waits for it any longer."""
        self._address = address
        self._asked = None
        self._left.set()
        self._left = asyncio.Event()
        self.lost.clear()

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
        # What failed is asked anew here: the driver's pauses would hide a server that is back for many seconds.
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
        """The answer, however late. Raises DatabaseError for a refusal, and TimeoutError after PATIENCE_SECONDS or when
        the database has moved meanwhile."""
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
