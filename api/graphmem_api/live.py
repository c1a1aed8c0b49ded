"""Subscriptions of one application: who may have how many, when they look again, and how they end.

What changed is read from the graph every second, so that what another server did arrives as soon as what this one did.
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
"""Of all keys together: beyond it requests that end would have to wait for those that do not."""

FORBIDDEN = 4403
"""The code by which graphql-transport-ws closes a socket whose key is not good, or not any more."""


class Live:
    """The subscriptions that are open."""

    def __init__(self, authenticator: Authenticator) -> None:
        self._authenticator = authenticator
        self._open: Counter[str] = Counter()
        self._ending = asyncio.Event()

    def end(self) -> None:
        """Let all of them end: the server stops."""
        self._ending.set()

    @contextmanager
    def seat(self, access: Access) -> Iterator[None]:
        """A place among the subscriptions of a key. Raises GraphQLError where there is none left."""
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
        """Again and again, a second apart, until the server stops. Raises GraphQLError, and closes the socket, once the
        key `secret` was revoked, has expired or went with its owner; this machine's own user has none."""
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
