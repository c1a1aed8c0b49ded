"""Access to the page: a visitor types a key once, or brings it behind the `#`, and logs in with it.

The browser gets a random secret of this process (`sessions`), which opens nothing anywhere else; no cookie holds a key.
Scripts cannot read the cookie and foreign pages cannot send it. Over TLS its name begins with `__Host-`.
"""

from __future__ import annotations

import hmac
import secrets

from starlette.requests import Request
from starlette.responses import Response

from graphmem.errors import AuthenticationError
from graphmem.model.access import Access
from graphmem_api.auth import Authenticator
from graphmem_api.page.sessions import SESSION_SECONDS, Sessions

LONGEST_KEY = 300


async def access_of(request: Request) -> Access:
    """The page's owner and the visitor's rights. Raises AuthenticationError."""
    authenticator: Authenticator = request.app.state.authenticator
    secret = secret_of(request)
    if not secret:
        raise AuthenticationError("A key is required.", remedy="Log in with your key.")
    session = _sessions(request).of(secret)
    if session is None:
        raise AuthenticationError("Your login has ended.", remedy="Log in again.")
    if session.key is None:
        return authenticator.local_access(request)
    try:
        return await authenticator.access_with(session.key)
    except AuthenticationError:
        _sessions(request).end(secret)
        raise


async def admit(request: Request, key: str, answer: Response) -> None:
    """Log in the browser that brings this key, with `answer`. Raises AuthenticationError."""
    key = key.strip()
    if not key or len(key) > LONGEST_KEY or not key.isascii():
        raise AuthenticationError("This is not a key.", remedy="It begins with gm_ or gl_.")
    authenticator: Authenticator = request.app.state.authenticator
    await authenticator.access_by(request, key)
    sessions = _sessions(request)
    sessions.end(secret_of(request))
    answer.set_cookie(
        _name(request),
        sessions.begin(None if authenticator.is_local(key) else key),
        max_age=SESSION_SECONDS,
        path=_path(request),
        secure=_is_secure(request),
        httponly=True,
        samesite="strict",
    )


def leave(request: Request, answer: Response) -> None:
    """End the login and remove the cookie."""
    _sessions(request).end(secret_of(request))
    secure = _is_secure(request)
    answer.delete_cookie(_name(request), path=_path(request), secure=secure, httponly=True, samesite="strict")


def secret_of(request: Request) -> str:
    """The secret that this browser got at its login here, "" without one."""
    return request.cookies.get(_name(request), "")


def _sessions(request: Request) -> Sessions:
    sessions: Sessions = request.app.state.sessions
    return sessions


def _name(request: Request) -> str:
    # No other host and no plain page can set a cookie of this name; browsers refuse it over plain HTTP.
    return f"__Host-{_sessions(request).cookie}" if _is_secure(request) else _sessions(request).cookie


def _path(request: Request) -> str:
    return "/" if _is_secure(request) else "/memory"


def _is_secure(request: Request) -> bool:
    return "https" in (request.url.scheme, request.headers.get("x-forwarded-proto"))


def form_token(request: Request) -> str:
    """The token in this visitor's forms; nobody can make it without the cookie."""
    return hmac.new(secret_of(request).encode(), b"form", "sha256").hexdigest()


def require_own_form(request: Request, token: str | None) -> None:
    """Raise AuthenticationError unless a form of this page sent the request."""
    require_own_origin(request)
    if token is None or not secrets.compare_digest(token.encode(), form_token(request).encode()):
        raise AuthenticationError("This form is not of this page, or of before you logged in.", remedy="Load it again.")


def require_own_origin(request: Request) -> None:
    """Raise AuthenticationError for a request from a foreign page.

    Another port of this machine is foreign, too.
    """
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    own = origin is None or origin.partition("://")[2] == request.headers.get("host", "")
    if not own or site not in ("same-origin", "none"):
        raise AuthenticationError("Pages of elsewhere may not change anything here.", remedy="Open the page itself.")
