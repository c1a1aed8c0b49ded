"""A time limit for clients to send a request; uvicorn itself waits for ever for the first one.

Otherwise a client that opens hundreds of connections and sends one letter a minute would hold them until the
process has no file left to open.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
BODY_SECONDS = 60.0
"""Seconds for a body: four megabytes, the largest, over half a megabit per second."""

CONNECTIONS = 500
"""Connections at once; systems give a process a thousand files or more.

Beyond it, the one that has kept us waiting longest is closed.
"""


class TimedProtocol(H11Protocol):
    """HTTP/1.1 whose requests have to arrive in time."""

    _timer: asyncio.TimerHandle | None = None
    _awaited: str = ""
    _upgraded: bool = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._expect()
        if len(self.connections) > CONNECTIONS:
            waiting = [one for one in self.connections if isinstance(one, TimedProtocol) and one._timer]
            min(waiting, key=TimedProtocol._due, default=self)._give_up()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def handle_websocket_upgrade(self, event: Any) -> None:
        # A WebSocket client may say nothing for hours; uvicorn pings to learn whether it is still there.
        self._stop()
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _expect(self) -> None:
        """Start the client's time for its next part; a part that has begun keeps its remaining time."""
        if self._upgraded:
            return
        if self.cycle is None or self.cycle.response_complete:
            awaited, seconds = "header", HEADER_SECONDS
        elif self.cycle.more_body:
            awaited, seconds = "body", BODY_SECONDS
        else:
            awaited, seconds = "", 0.0
        if awaited != self._awaited or not self._timer:
            self._stop()
            self._awaited = awaited
            self._timer = self.loop.call_later(seconds, self._give_up) if awaited else None

    def _due(self) -> float:
        return self._timer.when() if self._timer else float("inf")

    def _give_up(self) -> None:
        self._stop()
        self.transport.close()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
