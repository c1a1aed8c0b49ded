"""`POST /calls/NAME`: calls of the command line to a running server (`graphmem.calls`).

The server answers only this machine, as its own user or with a key. So it returns errors whole, for the command to
raise.
"""

from __future__ import annotations

from pydantic import ValidationError
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from graphmem.calls import AGENT_HEADER, CALLS, OWNER_HEADER, answered, named_in, read
from graphmem.errors import AuthenticationError, GraphMemError, InvalidInputError, RateLimitedError
from graphmem.model.access import Scope as Right
from graphmem_api.answers import refusal, unauthenticated
from graphmem_api.auth import require_loopback
from graphmem_api.context import Context
from graphmem_api.deadline import Deadline
from graphmem_api.endpoint import MAX_BODY, admit
from graphmem_api.masking import log_unexpected


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    answer = await _refused(request) or await _asked(request)
    await answer(scope, receive, send)


answer_call: ASGIApp = Deadline(RequestBodyLimitMiddleware(_answer, MAX_BODY))
"""The endpoint."""


async def _refused(request: Request) -> Response | None:
    if request.method != "POST":
        return refusal(405, "METHOD_NOT_ALLOWED", "POST a call.", headers={"allow": "POST"})
    try:
        require_loopback(request)
        named = request.headers.get(OWNER_HEADER)
        return await admit(request, "command line", None if named is None else named_in(named))
    except AuthenticationError as error:
        return unauthenticated(error)
    except InvalidInputError as error:
        return _told(error)


async def _asked(request: Request) -> Response:
    name = request.path_params["name"]
    verb = CALLS.get(name)
    if verb is None:
        return refusal(404, "NOT_FOUND", "There is no such call.")
    context: Context = request.state.context
    try:
        context.admit(verb.needs, name)
        context.access.require(Right.READ, name)  # answers are whole: they contain stored data
        owner = context.memory.owner(context.owner)
        agent = request.headers.get(AGENT_HEADER)
        asker = owner.speaking_as(agent) if agent else owner
        answer = await read(verb, await request.body()).on(context.memory, asker)
    except ValidationError as error:
        return refusal(400, "BAD_REQUEST", f"{error.error_count()} fields of the call are wrong.")
    except RateLimitedError as error:
        wait = {"retry-after": str(error.retry_after)}
        return refusal(429, error.code, error.message, remedy=error.remedy, headers=wait)
    except GraphMemError as error:
        return _told(error)
    except Exception as error:  # for any error, the caller gets an answer and the log the place
        id_ = log_unexpected("call_failed", error)
        told = {
            "code": "ERROR",
            "message": f"Something unexpected went wrong in the server (error {id_}).",
            "remedy": "",
        }
        return JSONResponse(told, 422)
    return Response(answered(verb, answer), media_type="application/json")


def _told(error: GraphMemError) -> Response:
    """An error for the command to raise."""
    return JSONResponse({"code": error.code, "message": error.message, "remedy": error.remedy}, 422)
