"""Subscriptions of one application: how many a key may have, when they look again, and how they end.

They read changes from the graph every second, so that those of another server arrive as soon as this one's.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from graphql import GraphQLError
from starlette.websockets import WebSocket

from graphmem.errors import AuthenticationError
from graphmem.model.access import Access
from graphmem_api.auth import Authenticator

LOOK_SECONDS = 1.0
MOST_OF_A_KEY = 20
MOST = 150
"""Subscriptions of all keys together; beyond it, requests that end would wait for those that do not."""

FORBIDDEN = 4403
"""The code by which graphql-transport-ws closes a socket whose key is invalid, or no longer valid."""


class Live:
    """The open subscriptions."""

    def __init__(self, authenticator: Authenticator) -> None:
        self._authenticator = authenticator
        self._open: Counter[str] = Counter()
        self._ending = asyncio.Event()

    def end(self) -> None:
        """End all subscriptions: the server stops."""
        self._ending.set()

    @contextmanager
    def seat(self, access: Access) -> Iterator[None]:
        """Take a place among the subscriptions of a key. Raises GraphQLError if none is left."""
        name = access.owner.key if access.key is None else access.key.prefix
        if self._open[name] >= MOST_OF_A_KEY or self._open.total() >= MOST:
            told = {"code": "TOO_MANY_SUBSCRIPTIONS", "remedy": "End one, or listen to more with fewer."}
            raise GraphQLError(f"A key may have {MOST_OF_A_KEY} subscriptions at once.", extensions=told)
        self._open[name] += 1
        try:
            yield
        finally:
            self._open[name] -= 1
            self._open += Counter()  # forgets names that have none

    async def looks(self, secret: str | None, socket: WebSocket | None) -> AsyncIterator[None]:
        """Yield once a second until the server stops. Raises GraphQLError once the key has ended.

        It then closes the socket too. A key (`secret`) ends when it is revoked, expires or goes with its owner; this
        machine's own user has none.
        """
        while not self._ending.is_set():
            await self._require(secret, socket)
            yield
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._ending.wait()

    async def _require(self, secret: str | None, socket: WebSocket | None) -> None:
        if secret is None:
            return
        try:
            await self._authenticator.access_with(secret)
        except AuthenticationError as error:
            if socket is not None:
                with contextlib.suppress(RuntimeError):  # several end at once
                    await socket.close(FORBIDDEN, "Forbidden")
            told = {"code": error.code, "remedy": error.remedy}
            raise GraphQLError(error.message, extensions=told) from None
