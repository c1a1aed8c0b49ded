"""JSON for errors outside of GraphQL, in the shape of a GraphQL answer, so that every client shows it."""

from __future__ import annotations

import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from graphmem.errors import AuthenticationError

_CODES = {400: "BAD_REQUEST", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 413: "BODY_TOO_LARGE"}


def refusal(
    status: int, code: str, message: str, *, remedy: str = "", headers: dict[str, str] | None = None
) -> JSONResponse:
    """One error with its machine-readable code."""
    extensions = {"code": code} | ({"remedy": remedy} if remedy else {})
    error = {"message": message, "extensions": extensions}
    return _Json({"data": None, "errors": [error]}, status, headers=headers)


class _Json(JSONResponse):
    """JSON whose strings may hold characters that UTF-8 cannot encode (half a surrogate pair).

    Such a character stays the escape that it came as.
    """

    def render(self, content: object) -> bytes:
        return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "backslashreplace")


def unauthenticated(error: AuthenticationError) -> JSONResponse:
    """A 401 answer with the challenge that RFC 6750 asks for."""
    challenge = {"www-authenticate": 'Bearer realm="graphmem"'}
    return refusal(401, error.code, error.message, remedy=error.remedy, headers=challenge)


async def http_error(_request: Request, error: Exception) -> JSONResponse:
    """Starlette's own refusals (unknown path, wrong method) as JSON."""
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, "HTTP_ERROR")
    return refusal(error.status_code, code, error.detail, headers=dict(error.headers or {}))
