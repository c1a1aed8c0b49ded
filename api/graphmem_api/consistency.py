"""Causal consistency between replicas: a request waits for the writes that its sender has seen.

It applies behind a `neo4j://` address, whose members differ. The header `Graphmem-Bookmarks` and the GraphQL extension
`bookmarks` of an answer hold the newest bookmarks of the request. A request that brings either waits for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from graphql import GraphQLError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from strawberry.extensions import SchemaExtension

from graphmem.store.bookmarks import SeenBookmarks, seen
from graphmem_api.answers import refusal

HEADER = "graphmem-bookmarks"
EXTENSION = "bookmarks"
MOST = 4_000
"""Characters of a request's bookmarks: each has about a hundred, and there is at most one per writer."""

REMEDY = f"Send the last answer's {HEADER} (or its extension {EXTENSION!r}) as it came, or none."
_BOOKMARKS = re.compile(r"[\w:+/=-]+(,[\w:+/=-]+)*", re.ASCII)


class CausalConsistency:
    """Make each request wait for its bookmarks, and return those that it reached."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["app"].state.memory.database.address.routed:
            return await self._app(scope, receive, send)
        request = SeenBookmarks()
        try:
            request.awaited = _read(Headers(scope=scope).get(HEADER, ""))
        except ValueError as error:
            return await refusal(400, "BAD_REQUEST", str(error), remedy=REMEDY)(scope, receive, send)

        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start" and (told := _written(request)):
                MutableHeaders(scope=message)[HEADER] = told
            await send(message)

        token = seen.set(request)
        try:
            await self._app(scope, receive, telling)
        finally:
            seen.reset(token)


class BookmarksExtension(SchemaExtension):
    """Bookmarks for clients that see no headers: `extensions.bookmarks` of request and answer."""

    def on_operation(self) -> Iterator[None]:
        given = (self.execution_context.operation_extensions or {}).get(EXTENSION)
        if given is not None and (request := seen.get()) is not None:
            try:
                request.awaited |= _read(given)
            except ValueError as error:
                raise GraphQLError(str(error), extensions={"code": "BAD_REQUEST", "remedy": REMEDY}) from None
        yield

    def get_results(self) -> dict[str, Any]:
        request = seen.get()
        return {EXTENSION: told} if request is not None and (told := _written(request)) else {}


def _read(given: object) -> frozenset[str]:
    """The bookmarks of a request. Raises ValueError unless they have the form of an answer's."""
    if given == "":
        return frozenset()
    if not isinstance(given, str) or len(given) > MOST or not _BOOKMARKS.fullmatch(given):
        raise ValueError(f"{str(given)[:40]!r} are no bookmarks.")
    return frozenset(given.split(","))


def _written(request: SeenBookmarks) -> str:
    return ",".join(sorted(request.reached))
