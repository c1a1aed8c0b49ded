"""A limit of concurrent requests; further ones get 503 at once and do not pile up in memory.

Probes always run. Connections do not count: hundreds of silent ones cost little and must keep nobody out.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from graphmem_api.answers import refusal

REQUESTS = 200
PROBES = frozenset({"/livez", "/readyz"})


class Capacity:
    """Pass so many requests at a time to an application."""

    def __init__(self, app: ASGIApp, requests: int = REQUESTS) -> None:
        self._app = app
        self._free = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in PROBES:
            return await self._app(scope, receive, send)
        if not self._free:
            busy = refusal(
                503, "BUSY", "Too many requests run at once.", remedy="Try again.", headers={"retry-after": "1"}
            )
            return await busy(scope, receive, send)
        self._free -= 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._free += 1
