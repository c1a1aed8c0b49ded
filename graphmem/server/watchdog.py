"""Starts the embedded Neo4j again when it has died or stands still, for as long as somebody uses it.

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
"""A living server without an answer for so long is ended and started again. One that recovers a large store, or shares
its machine with too much else, is silent for a while, too."""

STOPPED_SECONDS = 5.0
"""Nor does a process come back by itself that a signal has stopped (SIGSTOP)."""

ASLEEP_SECONDS = 5.0
"""When more than this passes between two looks, it was this process that stood still (a laptop that slept, a loop that
was blocked), and for so long nobody heard what the database answered."""

PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 60.0
"""Between attempts that failed, doubled each time: a full disk is not freed by trying."""


class Watchdog:
    """Watches one server. `silent` says for how many seconds the database has not answered; `revived` is told where
    it answers now, before anything else is asked there."""

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
                # Its log tells why; the next request is told that the database is away.
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _hangs(self, state: ServerState) -> bool:
        now = time.monotonic()
        if now - self._looked_at > ASLEEP_SECONDS:
            self._awake_since = now
        self._looked_at = now
        silent = min(self._silent(), now - self._awake_since)
        return silent > HANGS_SECONDS or (silent > STOPPED_SECONDS and state.is_stopped())
