"""Who looks at the page: a key is typed once, or brought behind the `#` of the address, and becomes a cookie.

Scripts cannot read the cookie and pages of elsewhere cannot send it. For an issued key it is the key itself, so that
every server knows it and one that was revoked ends as it does elsewhere. For the token of this home it is a pass that
lasts for hours: browsers send the cookies of 127.0.0.1 to each of its ports, and the token opens all of the home.
"""

from __future__ import annotations

import hmac
import secrets
import time
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from graphmem.errors import AuthenticationError
from graphmem.model.access import Access
from graphmem_api.auth import Doorkeeper

COOKIE = "graphmem_page"
PASS_SECONDS = 12 * 3600
"""How long a pass of this home lasts."""

KEY_SECONDS = 30 * 24 * 3600
"""How long a browser keeps an issued key; revoked, it ends at once."""

LONGEST_KEY = 300
_LOCAL = "local"


async def access_of(request: Request) -> Access:
    """Whose page it is, and what the visitor may do. Raises AuthenticationError."""
    doorkeeper: Doorkeeper = request.app.state.doorkeeper
    cookie = request.cookies.get(COOKIE)
    if not cookie:
        raise AuthenticationError("A key is required.", remedy="Log in with your key.")
    if cookie.startswith(f"{_LOCAL}."):
        if not _is_pass(doorkeeper, cookie):
            raise AuthenticationError("You were logged out after some hours.", remedy="Log in again.")
        return doorkeeper.local_access(request)
    return await doorkeeper.access_by(request, cookie)


async def admit(request: Request, key: str, answer: Response) -> None:
    """Give the browser of who brings this key a cookie, with `answer`. Raises AuthenticationError."""
    key = key.strip()
    if not key or len(key) > LONGEST_KEY or not key.isascii():
        raise AuthenticationError("This is no key.", remedy="It begins with gm_ or gl_.")
    doorkeeper: Doorkeeper = request.app.state.doorkeeper
    await doorkeeper.access_by(request, key)
    is_local = doorkeeper.is_local(key)
    answer.set_cookie(
        COOKIE,
        _pass(doorkeeper) if is_local else key,
        max_age=PASS_SECONDS if is_local else KEY_SECONDS,
        path="/memory",
        secure="https" in (request.url.scheme, request.headers.get("x-forwarded-proto")),
        httponly=True,
        samesite="strict",
    )


def leave(answer: Response) -> None:
    """Take the cookie back."""
    answer.delete_cookie(COOKIE, path="/memory", httponly=True, samesite="strict")


def form_token(request: Request) -> str:
    """What a form of this visitor's page carries: who has not the cookie cannot make it."""
    return hmac.new(request.cookies.get(COOKIE, "").encode(), b"form", "sha256").hexdigest()


def require_own_form(request: Request, token: str | None) -> None:
    """Raise AuthenticationError for what no form of this page sent."""
    require_own_origin(request)
    if token is None or not secrets.compare_digest(token.encode(), form_token(request).encode()):
        raise AuthenticationError("This form is not of this page, or of before you logged in.", remedy="Load it again.")


def require_own_origin(request: Request) -> None:
    """Raise AuthenticationError for what a page of elsewhere sends; another port of this machine is elsewhere, too."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    own = origin is None or urlsplit(origin).netloc == request.headers.get("host", "")
    if not own or site not in ("same-origin", "none"):
        raise AuthenticationError("Pages of elsewhere may not change anything here.", remedy="Open the page itself.")


def _pass(doorkeeper: Doorkeeper) -> str:
    until = str(int(time.time()) + PASS_SECONDS)
    return f"{_LOCAL}.{until}.{doorkeeper.signed(f'page {until}')}"


def _is_pass(doorkeeper: Doorkeeper, cookie: str) -> bool:
    _, _, rest = cookie.partition(".")
    until, _, signature = rest.partition(".")
    genuine = secrets.compare_digest(signature.encode(), doorkeeper.signed(f"page {until}").encode())
    return genuine and int(until) > time.time()
