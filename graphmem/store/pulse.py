"""Does the database still answer? Asked every few seconds over a connection of its own, which no request can occupy.

The driver cannot tell: a process that stands still keeps its connections open, and a statement waits for ever.
"""

from __future__ import annotations

import asyncio
import time

from graphmem.errors import DatabaseError
from graphmem.store.database import Address, Database
from graphmem.store.queries import bind

_PING = bind("schema/ping", __name__)

INTERVAL_SECONDS = 2.0
BEAT_SECONDS = 4.0
"""A server that does not say `1` within this time is busy with a collection of garbage, or not at all."""

LOST_SECONDS = 10.0
"""Without an answer for so long nobody is kept waiting any more. It takes two questions: no single one decides."""


class Pulse:
    """Asks until it is cancelled. `lost` is set while the database has not answered for LOST_SECONDS."""

    def __init__(self) -> None:
        self.lost = asyncio.Event()
        self._address = Address("")
        self._heard = time.monotonic()
        self._missed = 0

    def silent_seconds(self) -> float:
        """How long ago the database answered, 0 when its last answer came when it was asked."""
        return time.monotonic() - self._heard if self._missed else 0.0

    def moved(self, address: Address) -> None:
        """Ask there from now on."""
        self._address = address

    async def run(self, address: Address) -> None:
        """Ask for ever, there or where the database moves to."""
        self._address = address
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            await self._listen()

    async def _listen(self) -> None:
        """Ask over one connection until it fails."""
        asked = self._address
        try:
            async with asyncio.timeout(BEAT_SECONDS):
                database = await Database.connect(asked, connections=1)
        except (DatabaseError, TimeoutError):
            self._note(answered=False)
            return
        try:
            while asked is self._address and await self._beat(database):  # noqa: ASYNC110 - it asks, nothing tells
                await asyncio.sleep(INTERVAL_SECONDS)
        finally:
            await database.aclose()

    async def _beat(self, database: Database) -> bool:
        try:
            async with asyncio.timeout(BEAT_SECONDS):
                await database.run(_PING)
        except (DatabaseError, TimeoutError):
            self._note(answered=False)
            return False
        self._note(answered=True)
        return True

    def _note(self, *, answered: bool) -> None:
        if answered:
            self._heard, self._missed = time.monotonic(), 0
            self.lost.clear()
            return
        self._missed += 1
        if self._missed > 1 and self.silent_seconds() >= LOST_SECONDS:
            self.lost.set()
