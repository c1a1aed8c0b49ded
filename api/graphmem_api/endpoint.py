"""The GraphQL endpoint: who asks, how large the request may be, then strawberry. Who asks for HTML gets GraphiQL."""

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
from strawberry.http import GraphQLHTTPResponse
from strawberry.schema.exceptions import InvalidOperationTypeError
from strawberry.types import ExecutionResult

from graphmem.errors import AuthenticationError, DatabaseError
from graphmem_api.answers import refusal, unauthenticated
from graphmem_api.auth import bearer
from graphmem_api.context import Context
from graphmem_api.deadline import Deadline
from graphmem_api.masking import code_of, log, raised

MAX_BODY = 4 * 1024 * 1024
"""Bytes of one request: room for the 2,000 turns that one mineConversation may hold."""

RESPONSE_TYPE = "application/graphql-response+json"
"""GraphQL over HTTP's own media type, given to those that name it; all others get JSON."""

_GRAPHIQL = Path(__file__).parent / "pages" / "graphiql.html"


class Endpoint:
    """`/graphql`, as GraphQL over HTTP says: POST runs anything, GET with a query a query, but no mutation.

    A browser, which asks for HTML, gets the page, which holds nothing of anybody and needs no key.
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


class _Run(GraphQL[Context, None]):
    def __init__(self, schema: Schema) -> None:
        super().__init__(schema, graphql_ide=None, subscription_protocols=())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response: Response
        try:
            response = _typed(request, await self.run(request))
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
        request.state.unexecuted = result.data is None and bool(errors) and all(not error.path for error in errors)
        return await super().process_result(request, result)

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


def _typed(request: Request, response: Response) -> Response:
    """The answer under the media type that was asked for, whose status tells whether anything was executed."""
    if RESPONSE_TYPE in request.headers.get("accept", ""):
        response.headers["content-type"] = f"{RESPONSE_TYPE}; charset=utf-8"
        if request.state.unexecuted:
            response.status_code = 400
    return response


async def admit(request: Request) -> Response | None:
    """Find out who asks and keep it for the resolvers; the answer that refuses them, if they are to be refused."""
    state = request.app.state
    try:
        owner = await state.doorkeeper.owner_of(request)
        key = bearer(request.headers.get("authorization"))
    except AuthenticationError as error:
        return unauthenticated(error)
    except DatabaseError as error:
        log.error("key_lookup_failed", code=code_of(error), raised=raised(error))
        return refusal(503, error.code, "The database does not answer; try again later.", headers={"retry-after": "5"})
    request.state.context = Context(state.memory, owner, local=state.doorkeeper.is_local(key))
    return None


def _too_large(content_length: str) -> Response | None:
    if not content_length.isdigit() or int(content_length) <= MAX_BODY:
        return None
    remedy = "Send the turns of a long conversation in several calls with the same id and startedAt."
    return refusal(413, "BODY_TOO_LARGE", f"The request is larger than {MAX_BODY // 2**20} MB.", remedy=remedy)
