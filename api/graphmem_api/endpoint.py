"""The GraphQL endpoint: it authenticates, limits the size, then hands over to strawberry.

A client that asks for HTML gets GraphiQL.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from cross_web import HTTPException as StrawberryHTTPException
from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketState
from strawberry import UNSET, Schema
from strawberry.asgi import ASGIWebSocketAdapter, GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http import GraphQLHTTPResponse
from strawberry.http.exceptions import NonJsonMessageReceived
from strawberry.schema.exceptions import InvalidOperationTypeError
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.unset import UnsetType

from graphmem.errors import AuthenticationError, ConfigurationError, DatabaseError, RateLimitedError
from graphmem.model.access import Access
from graphmem.model.palace import Owner
from graphmem_api.answers import refusal, unauthenticated
from graphmem_api.auth import Authenticator, bearer
from graphmem_api.context import Context
from graphmem_api.deadline import Deadline
from graphmem_api.live import MOST_OF_A_KEY
from graphmem_api.masking import code_of, log, raised_at
from graphmem_api.serving import memory_for

INIT_SECONDS = 10
"""Seconds within which a socket must authenticate."""

NOBODY = Access(Owner("", ""), frozenset())

MAX_BODY = 4 * 1024 * 1024
"""Bytes of one request: room for the 2,000 turns that one mineConversation may hold."""

RESPONSE_TYPE = "application/graphql-response+json"
"""GraphQL over HTTP's own media type, given to clients that name it; all others get JSON."""

_GRAPHIQL = Path(__file__).parent / "pages" / "graphiql.html"


class Endpoint:
    """`/graphql`, as GraphQL over HTTP says: POST runs anything, GET runs a query but no mutation.

    A browser, which asks for HTML, gets the page, which holds no owner's data and needs no key.
    """

    def __init__(self, schema: Schema) -> None:
        self._run = RequestBodyLimitMiddleware(_Run(schema), MAX_BODY)
        self._in_time = Deadline(self._admitted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        wants_page = "text/html" in request.headers.get("accept", "")
        if request.method == "HEAD" or (request.method == "GET" and wants_page):
            answer: Response = FileResponse(_GRAPHIQL, headers={"cache-control": "no-cache", "vary": "Accept"})
        elif request.method == "GET" and not request.query_params.get("query"):
            answer = refusal(400, "BAD_REQUEST", "There is no query. Ask for text/html to get GraphiQL.")
        elif request.method in ("GET", "POST"):
            await self._in_time(scope, receive, send)
            return
        else:
            allow = {"allow": "GET, HEAD, POST"}
            answer = refusal(405, "METHOD_NOT_ALLOWED", "POST a query, or GET the page.", headers=allow)
        await answer(scope, receive, send)

    async def _admitted(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        refused = await admit(request) or _too_large(request.headers.get("content-length", ""))
        await (refused or self._run)(scope, receive, send)


class Socket:
    """`/graphql` as a WebSocket, for subscriptions by graphql-transport-ws."""

    def __init__(self, schema: Schema, origins: Sequence[str]) -> None:
        self._run = _Sockets(
            schema,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
            connection_init_wait_timeout=timedelta(seconds=INIT_SECONDS),
            max_subscriptions_per_connection=MOST_OF_A_KEY,
            allowed_origins=origins,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._run.run(WebSocket(scope, receive, send))


class _Run(GraphQL[Context, None]):
    """Run operations over HTTP: queries, mutations, and subscriptions as an event stream."""

    def __init__(self, schema: Schema, **how: Any) -> None:
        how = {"subscription_protocols": (GRAPHQL_SSE_PROTOCOL,)} | how
        super().__init__(schema, graphql_ide=None, **how)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(_whole(scope), receive)
        response: Response
        try:
            response = _paced(request, _typed(request, await self.run(request)))
        except StrawberryHTTPException as error:
            if isinstance(error.__cause__, InvalidOperationTypeError):
                response = refusal(405, "METHOD_NOT_ALLOWED", "A mutation is POSTed.", headers={"allow": "POST"})
            else:
                response = refusal(error.status_code, "BAD_REQUEST", error.reason)
        except HTTPException as error:
            response = _too_large(str(MAX_BODY + 1)) or refusal(error.status_code, "BAD_REQUEST", error.detail)
        await response(scope, receive, send)

    async def process_result(self, request: Request, result: ExecutionResult) -> GraphQLHTTPResponse:
        errors = result.errors or ()
        request.state.errors = errors
        request.state.unexecuted = result.data is None and bool(errors) and all(not error.path for error in errors)
        return await super().process_result(request, result)

    async def get_context(self, request: object, response: object) -> Context:  # noqa: ARG002  strawberry's hook
        assert isinstance(request, Request)
        context: Context = request.state.context
        return context

    def encode_json(self, data: object) -> str | bytes:
        # Letters stay themselves; characters that UTF-8 cannot encode (half a surrogate pair) stay escapes.
        told = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
        return told.encode("utf-8", "backslashreplace").decode()

    def decode_json(self, data: str | bytes) -> object:
        try:
            value = _loaded(data)
        except (RecursionError, UnicodeDecodeError) as error:
            raise StrawberryHTTPException(400, "The body is not JSON in UTF-8 of a sensible depth.") from error
        if not isinstance(value, dict | list):
            raise StrawberryHTTPException(400, "The body must be a JSON object with a query.")
        return value


class _Said(ASGIWebSocketAdapter):
    """A socket that checks the form of each frame first (others close it with 4400).

    It may have been closed because its key ended; later messages are then not sent.
    """

    async def iter_json(self, *, ignore_parsing_errors: bool = False) -> AsyncGenerator[object, None]:
        async for message in super().iter_json(ignore_parsing_errors=ignore_parsing_errors):
            if not _is_message(message):
                raise NonJsonMessageReceived
            yield message

    async def send_json(self, message: Mapping[str, object]) -> None:
        if self.ws.application_state is not WebSocketState.DISCONNECTED:
            await super().send_json(message)


class _Sockets(_Run):
    websocket_adapter_class = _Said  # type: ignore[assignment]  # as strawberry's own

    def decode_json(self, data: str | bytes) -> object:
        try:
            return _loaded(data)
        except RecursionError as error:
            raise NonJsonMessageReceived from error

    async def get_context(self, request: object, response: object) -> Context:  # noqa: ARG002  strawberry's hook
        assert isinstance(request, WebSocket)
        state = request.app.state
        # The owner is known only after connection_init.
        return Context(state.memory, NOBODY, state.rates, live=state.live, socket=request)

    async def process_result(self, request: Any, result: ExecutionResult) -> GraphQLHTTPResponse:
        return await GraphQL.process_result(self, request, result)

    async def on_ws_connect(self, context: Context) -> UnsetType:
        """Authenticate by the key of connection_init, or else of the handshake."""
        assert context.socket is not None
        params = context.connection_params or {}
        given = (
            params.get("authorization") or params.get("Authorization") or context.socket.headers.get("authorization")
        )
        authenticator: Authenticator = context.socket.app.state.authenticator
        try:
            key = bearer(given if isinstance(given, str) else None)
            if key is None:
                raise ConnectionRejectionError
            access = await authenticator.access_by(context.socket, key)
            context.memory = await memory_for(context.socket, access.owner)
        except (AuthenticationError, ConfigurationError, DatabaseError) as error:
            raise ConnectionRejectionError from error
        context.access, context.secret, context.connection_params = access.speaking("api"), key, None
        context.__post_init__()  # loaders batch for this owner, in their memory
        told: UnsetType = UNSET
        return told


def _loaded(data: str | bytes) -> object:
    value: object = json.loads(data)
    return value


def _is_message(frame: object) -> bool:
    """Whether a frame has the form of a graphql-transport-ws message, as far as anybody relies on it."""
    if not isinstance(frame, dict) or not isinstance(frame.get("type"), str):
        return False
    if frame["type"] not in ("subscribe", "complete"):
        return True  # connection_init is validated where it is read
    if not isinstance(frame.get("id"), str) or frame["type"] == "complete":
        return isinstance(frame.get("id"), str)
    asked = frame.get("payload")
    return (
        isinstance(asked, dict)
        and isinstance(asked.get("query"), str)
        and isinstance(asked.get("variables"), dict | None)
        and isinstance(asked.get("operationName"), str | None)
    )


def _whole(scope: Scope) -> Scope:
    """The request with JSON accepted too: clients accept only a stream for a subscription."""
    headers = [
        (name, value.replace(b"text/event-stream", b"") if name == b"accept" and b"json" in value else value)
        for name, value in scope["headers"]
    ]
    return {**scope, "headers": headers}


def _typed(request: Request, response: Response) -> Response:
    """The answer in the requested media type, whose status says whether anything was executed."""
    if RESPONSE_TYPE in request.headers.get("accept", "") and not isinstance(response, StreamingResponse):
        response.headers["content-type"] = f"{RESPONSE_TYPE}; charset=utf-8"
        if request.state.unexecuted:
            response.status_code = 400
    return response


def _paced(request: Request, response: Response) -> Response:
    """A 429 answer with the seconds to wait, if the key asked too much."""
    for error in getattr(request.state, "errors", ()):  # a stream has none of its own
        if (error.extensions or {}).get("code") == RateLimitedError.code:
            response.status_code = 429
            response.headers["retry-after"] = str(error.extensions["retryAfter"])
    return response


async def admit(request: Request, via: str = "api", named: Owner | None = None) -> Response | None:
    """Authenticate the request and keep its access for the resolvers; return a refusal, if any.

    The token of this home may ask for the owner who is `named`.
    """
    state = request.app.state
    try:
        access = await state.authenticator.access_of(request, named)
        authorization = request.headers.get("authorization")
        memory = await memory_for(request, access.owner)
    except AuthenticationError as error:
        return unauthenticated(error)
    except (ConfigurationError, DatabaseError) as error:
        log.error("key_lookup_failed", code=code_of(error), raised=raised_at(error))
        return refusal(503, error.code, "The database does not answer; try again later.", headers={"retry-after": "5"})
    request.state.context = Context(memory, access.speaking(via), state.rates, bearer(authorization), state.live)
    return None


def _too_large(content_length: str) -> Response | None:
    if not content_length.isdigit() or int(content_length) <= MAX_BODY:
        return None
    remedy = "Send the turns of a long conversation in several calls with the same id and startedAt."
    return refusal(413, "BODY_TOO_LARGE", f"The request is larger than {MAX_BODY // 2**20} MB.", remedy=remedy)
