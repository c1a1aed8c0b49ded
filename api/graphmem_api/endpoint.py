"""The GraphQL endpoint: who asks, how large the request may be, then strawberry. A browser's GET gets GraphiQL."""

from __future__ import annotations

import json
from pathlib import Path

from cross_web import HTTPException as StrawberryHTTPException
from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send
from strawberry import Schema
from strawberry.asgi import GraphQL

from graphmem.errors import AuthenticationError, DatabaseError
from graphmem_api.answers import refusal, unauthenticated
from graphmem_api.context import Context
from graphmem_api.masking import code_of, log, raised

MAX_BODY = 4 * 1024 * 1024
"""Bytes of one request: room for the 2,000 turns that one mineConversation may hold."""

_GRAPHIQL = Path(__file__).parent / "pages" / "graphiql.html"


class Endpoint:
    """`/graphql`: POST runs a query, GET gives the page, which holds nothing of anybody and needs no key."""

    def __init__(self, schema: Schema) -> None:
        self._post = RequestBodyLimitMiddleware(_Post(schema), MAX_BODY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.method in ("GET", "HEAD"):
            answer: Response | None = FileResponse(_GRAPHIQL, headers={"cache-control": "no-cache"})
        elif request.method == "POST":
            answer = await _admit(request) or _too_large(request.headers.get("content-length", ""))
        else:
            allow = {"allow": "GET, HEAD, POST"}
            answer = refusal(405, "METHOD_NOT_ALLOWED", "POST a query, or GET the page.", headers=allow)
        await (answer or self._post)(scope, receive, send)


class _Post(GraphQL[Context, None]):
    def __init__(self, schema: Schema) -> None:
        super().__init__(schema, graphql_ide=None, allow_queries_via_get=False, subscription_protocols=())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            response = await self.run(Request(scope, receive))
        except StrawberryHTTPException as error:
            response = refusal(error.status_code, "BAD_REQUEST", error.reason)
        except HTTPException as error:
            response = _too_large(str(MAX_BODY + 1)) or refusal(error.status_code, "BAD_REQUEST", error.detail)
        await response(scope, receive, send)

    async def get_context(self, request: object, response: object) -> Context:  # noqa: ARG002  strawberry's hook
        assert isinstance(request, Request)
        context: Context = request.state.context
        return context

    def encode_json(self, data: object) -> bytes:
        # Letters stay themselves; what UTF-8 cannot spell (half a surrogate pair) stays the escape it came as.
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "backslashreplace")

    def decode_json(self, data: str | bytes) -> object:
        try:
            value: object = json.loads(data)
        except (RecursionError, UnicodeDecodeError) as error:
            raise StrawberryHTTPException(400, "The body is not JSON in UTF-8 of a sensible depth.") from error
        if not isinstance(value, dict | list):
            raise StrawberryHTTPException(400, "The body must be a JSON object with a query.")
        return value


async def _admit(request: Request) -> Response | None:
    """Find out who asks and keep it for the resolvers; the answer that refuses them, if they are to be refused."""
    state = request.app.state
    try:
        owner = await state.doorkeeper.owner_of(request)
    except AuthenticationError as error:
        return unauthenticated(error)
    except DatabaseError as error:
        log.error("key_lookup_failed", code=code_of(error), raised=raised(error))
        return refusal(503, error.code, "The database does not answer; try again later.", headers={"retry-after": "5"})
    request.state.context = Context(state.memory, owner, local="authorization" not in request.headers)
    return None


def _too_large(content_length: str) -> Response | None:
    if not content_length.isdigit() or int(content_length) <= MAX_BODY:
        return None
    remedy = "Send the turns of a long conversation in several calls with the same id and startedAt."
    return refusal(413, "BODY_TOO_LARGE", f"The request is larger than {MAX_BODY // 2**20} MB.", remedy=remedy)
