"""The watchdog restarts a dead or hanging embedded Neo4j, for as long as somebody uses it.

Every process that keeps a memory open watches. `start.lock` lets one of them act; the others find the new server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from graphmem.config import Settings
from graphmem.errors import ServerError
from graphmem.server import supervisor
from graphmem.server.state import ServerState
from graphmem.server.supervisor import RunningServer

CHECK_SECONDS = 1.0

HANGS_SECONDS = 90.0
"""A living server without an answer for so long is ended and started again.

A recovery of a large store, or a busy machine, also makes it silent for a while.
"""

STOPPED_SECONDS = 5.0
"""Seconds for a process that a signal has stopped (SIGSTOP); it does not recover by itself."""

ASLEEP_SECONDS = 5.0
"""A longer pause between two checks means that this process stood still, as in a sleeping laptop.

A blocked event loop does the same. Meanwhile nobody heard the database's answers.
"""

PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 60.0
"""The longest pause between failed attempts, doubled each time: retries do not free a full disk."""


class Watchdog:
    """A watchdog of one server.

    `silent` gives the seconds for which the database has not answered; `revived` gets its new address, before any other
    call goes there.
    """

    def __init__(
        self,
        settings: Settings,
        server: RunningServer,
        silent: Callable[[], float],
        revived: Callable[[RunningServer], Awaitable[None]],
    ) -> None:
        self.server = server
        self._settings = settings
        self._silent = silent
        self._revived = revived
        self._looked_at = self._awake_since = time.monotonic()

    async def run(self) -> None:
        """Watch until cancelled."""
        pause = PAUSE_SECONDS
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            state = self.server.files.running()
            if state is not None and not self._hangs(state):
                pause = PAUSE_SECONDS
                continue
            try:
                self.server = await supervisor.revive(self._settings, self.server, hanging=state)
                await self._revived(self.server)
            except (ServerError, OSError):
                # Its log has the reason; the next request gets an error that the database is away.
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _hangs(self, state: ServerState) -> bool:
        now = time.monotonic()
        if now - self._looked_at > ASLEEP_SECONDS:
            self._awake_since = now
        self._looked_at = now
        silent = min(self._silent(), now - self._awake_since)
        return silent > HANGS_SECONDS or (silent > STOPPED_SECONDS and state.is_stopped())
