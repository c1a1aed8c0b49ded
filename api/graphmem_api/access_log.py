"""Access log: each request has an id, and one line with method, address, status and milliseconds.

The id is in each line logged for the request, in the answer's header, and beside the id of a masked error. A client may
send its own as `X-Request-Id`, to match its log with this one.

The address is that of the route, without its parameters or the query string: somebody may have typed words or a key
there.
"""

from __future__ import annotations

import logging
import re
import time
import uuid

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from graphmem import tracing
from graphmem_api.answers import refusal
from graphmem_api.masking import log_unexpected

HEADER = "x-request-id"

GONE = 499
"""The logged status of a request whose client hung up before its request was read."""

_SANE = re.compile(r"[\x21-\x7e]{1,64}")
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})
_QUIET = frozenset({"/livez", "/readyz", "/metrics", "/static"})
"""Paths that are requested every few seconds, or with every page; only the debug level logs them."""

# The standard library's logger, unlike that of errors: without a configured log it writes nothing.
log = logging.getLogger("graphmem.access")


class AccessLog:
    """Give each request its id, log it, and answer requests that failed unexpectedly."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        id_ = given if _SANE.fullmatch(given) else uuid.uuid4().hex
        with bound_contextvars(request_id=id_):
            if scope["type"] != "http":
                await self._app(scope, receive, send)
                return
            with tracing.span("request", headers=Headers(scope=scope)):
                await self._answered(scope, receive, send, id_)

    async def _answered(self, scope: Scope, receive: Receive, send: Send, id_: str) -> None:
        status, since = 0, time.perf_counter()

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = id_
            await send(message)

        try:
            await self._app(scope, receive, with_id)
        except ClientDisconnect:
            status = status or GONE
        except Exception as error:
            # The server would log the error's own words, so this middleware answers.
            told = f"Something unexpected went wrong. (error {log_unexpected('request_failed', error)})"
            if status:
                raise
            await refusal(500, "INTERNAL", told)(scope, receive, with_id)
        finally:
            self._log(scope, status, since, id_)

    @staticmethod
    def _log(scope: Scope, status: int, since: float, id_: str) -> None:
        path = getattr(scope.get("route"), "path", "unknown")
        took = round((time.perf_counter() - since) * 1000, 1)
        method = scope["method"] if scope["method"] in _METHODS else "unknown"
        told = {"method": method, "path": path, "status": status, "ms": took}
        answered = {"http.request.method": method, "http.route": path, "http.response.status_code": status}
        tracing.note({**answered, "graphmem.request_id": id_}, name=f"{method} {path}")
        log.log(logging.DEBUG if path in _QUIET else logging.INFO, "request", extra=told)
