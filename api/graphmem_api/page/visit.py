"""One request of the page: the visitor, the language, the form, and the answers of a view."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeVar
from urllib.parse import parse_qs, urlencode

from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

import graphmem
from graphmem.errors import (
    AuthenticationError,
    DatabaseError,
    ForbiddenError,
    GraphMemError,
    InvalidInputError,
    NotFoundError,
    RateLimitedError,
)
from graphmem.facade import GraphMem
from graphmem.model.access import Scope as Right
from graphmem.model.instant import AsOf
from graphmem.model.palace import Owner
from graphmem.services.instants import as_of
from graphmem_api.deadline import Deadline
from graphmem_api.masking import code_of, log, log_unexpected, raised_at
from graphmem_api.page import entrance
from graphmem_api.page.rendering import Translate, render_template, translator
from graphmem_api.page.telling import LANGUAGES, Tell, teller
from graphmem_api.serving import memory_for

HOME = "/memory"
Chosen = TypeVar("Chosen", bound=StrEnum)
PARAMETERS = frozenset(
    {"q", "budget", "dormant", "spaces", "category", "tier", "type", "state", "after", "stones", "hops", "told"}
    | {"valid", "known", "when", "agent"}
)
"""Parameters of the page's addresses; any other name is a typing error, which would go unnoticed."""

MAX_FORM = 256 * 1024
LANGUAGE_COOKIE = "graphmem_language"


@dataclass(frozen=True, slots=True)
class Visit:
    """An admitted request."""

    request: Request
    memory: GraphMem
    owner: Owner
    form: dict[str, str]
    rights: frozenset[Right]

    @property
    def language(self) -> str:
        """The language of the page."""
        return language_of(self.request)

    @property
    def t(self) -> Translate:
        """Translate this page's words into its language."""
        return translator(self.language)

    @property
    def tell(self) -> Tell:
        """Translate the services' sentences into its language."""
        return teller(self.language)

    @property
    def is_part(self) -> bool:
        """Whether the client asks for a part of the page only."""
        return "hx-request" in self.request.headers

    def path(self, name: str) -> str:
        """A path parameter of the address."""
        return str(self.request.path_params[name])

    def asked(self, name: str) -> str:
        """A query parameter, "" when it is missing."""
        return self.request.query_params.get(name, "").strip()

    def choice(self, name: str, kind: type[Chosen]) -> Chosen | None:
        """A parameter of a fixed set, None when it is missing. Raises InvalidInputError for any other."""
        given = self.asked(name)
        if not given:
            return None
        try:
            return kind(given)
        except ValueError as error:
            raise InvalidInputError(
                f"{name.title()} is unknown: {given[:40]!r}.",
                field=name,
                remedy=f"Take one of {', '.join(one.value for one in kind)}, or leave it out.",
            ) from error

    def number(self, name: str, default: int, most: int = 100) -> int:
        """A whole number of the address from 1 to `most`, or the default for an invalid one."""
        text = self.asked(name)
        return min(max(int(text), 1), most) if text.isdecimal() and len(text) < 9 else default

    @property
    def as_of(self) -> AsOf:
        """The instant as of which memory is read. Raises InvalidInputError."""
        every = self.asked("when") == "ever"
        valid = None if every else self.asked("valid") or None
        return as_of(valid, self.asked("known") or None, timeline=every, fields=("valid", "known", "when"))

    def address(self, **changes: str | None) -> str:
        """This address with other parameters; None removes one."""
        kept = {name: value for name, value in self.request.query_params.items() if value and name != "told"}
        found = {name: value for name, value in (kept | changes).items() if value}
        return self.request.url.path + (f"?{urlencode(found)}" if found else "")

    def page(self, template: str, **values: object) -> Response:
        """Answer with a page, or with a part of it if the client asks for that."""
        return _html(self.request, template, 200, {**values, "visit": self, "owner": self.owner.name})

    def again(self, template: str, **values: object) -> Response:
        """Answer like `page` for a refused form, with the typed values."""
        return _html(self.request, template, 422, {**values, "visit": self, "owner": self.owner.name})

    def redirect(self, address: str, what: str) -> Response:
        """Redirect to a page that reports the action: one of `TOLD`."""
        return RedirectResponse(f"{address}{'&' if '?' in address else '?'}told={what}", 303)


View: TypeAlias = Callable[[Visit], Awaitable[Response]]


class PageView:
    """A view behind the entrance, as an application: GET shows, POST changes and comes from a form."""

    def __init__(self, get: View | None = None, post: View | None = None, needs: Right = Right.WRITE) -> None:
        """`needs` is the scope that a key needs for a POST, beside reading."""
        self._needs = needs
        self._views = {"GET": get, "HEAD": get, "POST": post}
        self._in_time = Deadline(RequestBodyLimitMiddleware(self._answer, MAX_FORM))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._in_time(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        answer = await self._answered(request)
        await answer(scope, receive, send)

    async def _answered(self, request: Request) -> Response:
        view = self._views.get(request.method)
        if view is None:
            allowed = ", ".join(name for name, one in self._views.items() if one)
            return Response("This address takes another method.", 405, {"allow": allowed})
        try:
            access = await entrance.access_of(request)
            scope = self._needs if request.method == "POST" else Right.READ
            access.require(Right.READ, "this")  # every page shows stored data, and so does one that refuses a form
            access.require(scope, "this")
            request.app.state.rates.take(access, scope)
            form = await form_of(request)
            require_known(request)
            if request.method == "POST":
                # Not "form": a field of that name hides the property that htmx asks a form for.
                entrance.require_own_form(request, form.get("form_token"))
            memory = await memory_for(request, access.owner)
            return await view(Visit(request, memory, access.speaking("page").owner, form, access.scopes))
        except AuthenticationError as error:
            return login_page(request, error)
        except GraphMemError as error:
            return wrong(request, error)
        except HTTPException:  # too large: the limit around this answers
            raise
        except Exception as error:  # for any error, the visitor gets a page and the log the place
            told = f"Error {log_unexpected('page_failed', error)}"
            return _error_page(request, 500, "Something unexpected went wrong.", told)


def require_known(request: Request) -> None:
    """Raise InvalidInputError for a parameter that no address of the page has."""
    for name in request.query_params:
        if name not in PARAMETERS:
            remedy = f"Take one of {', '.join(sorted(PARAMETERS - {'told'}))}, or leave it out."
            raise InvalidInputError(f"{name[:40]!r} is no parameter of this page.", field=name[:40], remedy=remedy)


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form, each once; none if nothing was sent. Raises InvalidInputError."""
    if request.method != "POST":
        return {}
    try:
        text = (await request.body()).decode("utf-8")
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=100, errors="strict")
    except ValueError as error:
        raise InvalidInputError("The form is not UTF-8, or has too many fields.", field="form") from error
    return {name: values[0] for name, values in fields.items()}


def language_of(request: Request) -> str:
    """The chosen language, else the browser's first, else English."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    first = request.headers.get("accept-language", "")[:2].lower()
    return next((one for one in (chosen, first) if one in LANGUAGES), "en")


def inside(address: str) -> str:
    """The address of this page to continue to; the first page for a foreign one."""
    is_inside = address == HOME or address.startswith((f"{HOME}/", f"{HOME}?"))
    return address if is_inside and "\\" not in address and address.isprintable() else HOME


def login_page(request: Request, error: AuthenticationError | None = None) -> Response:
    """The login page, in place of the requested one."""
    is_new = not entrance.secret_of(request) and request.method == "GET"
    address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    values = {"error": None if is_new else error, "next": inside(address) if request.method == "GET" else HOME}
    answer = _html(request, "login.html", 401, values)
    if "hx-request" in request.headers:
        answer.headers["hx-redirect"] = HOME
    return answer


def wrong(request: Request, error: GraphMemError) -> Response:
    if isinstance(error, ForbiddenError):
        return _error_page(request, 403, "Your key may not do this.", "Log out, and in again with one that may.")
    if isinstance(error, RateLimitedError):
        answer = _error_page(request, 429, "Your key sent too many requests.", "Try again in a moment.")
        answer.headers["retry-after"] = str(error.retry_after)
        return answer
    if isinstance(error, InvalidInputError):
        status = 404 if isinstance(error, NotFoundError) else 422
        return _error_page(request, status, error.message, error.remedy)
    log.error("page_failed", code=code_of(error), kind=type(error).__name__, raised=raised_at(error))
    what = "The database does not answer." if isinstance(error, DatabaseError) else "Something unexpected went wrong."
    return _error_page(request, 503, what, "Try again in a moment.")


def _error_page(request: Request, status: int, message: str, remedy: str) -> Response:
    tell = teller(language_of(request))
    return _html(request, "error.html", status, {"message": tell(message), "remedy": tell(remedy)})


def _html(request: Request, template: str, status: int, values: Mapping[str, object]) -> Response:
    whole = {
        "visit": None,
        "owner": "",
        "version": graphmem.__version__,
        "path": request.url.path,
        "is_part": "hx-request" in request.headers,
        "form_token": entrance.form_token(request),
        "told": TOLD.get(request.query_params.get("told", "")),
        "languages": LANGUAGES,
    } | dict(values)
    text = render_template(template, language_of(request), whole)
    return HTMLResponse(text, status, {"vary": "HX-Request, Accept-Language, Cookie"})


TOLD = {
    "forgotten": "The memory is forgotten: no recall returns it.",
    "deleted": "The turn is deleted, with the memories that rest on it alone.",
    "pinned": "Pinned: it does not decay or fall asleep.",
    "unpinned": "Unpinned.",
    "protected": "Protected: nothing changes it.",
    "released": "Changes are allowed again.",
    "woken": "The memory is awake.",
    "slept": "The memory is dormant: only a search that includes dormant memories finds it.",
    "promoted": "The memory is semantic now.",
    "dreamt": "The dream is done.",
    "undreamt": "There was nothing to change.",
    "held": "A brake stopped the dream before it wrote anything.",
    "undone": "The dream is undone.",
    "partly": "The dream is undone, except for later changes.",
    "scheduled": "The schedule is saved.",
    "decided": "Decision saved.",
    "queued": "The job is queued.",
    "cancelled": "The job is cancelled.",
    "edited": "Saved. The old text does not come back by itself.",
    "invalidated": "Marked as wrong: no recall returns it.",
    "restored": "The memory is restored.",
    "lifted": "The tombstone is lifted.",
    "set": "Settings saved.",
    "made": "The space is there. You are its only member.",
    "granted": "The right is given.",
    "revoked": "The right is taken back, on every server.",
    "shared": "Shared: the space has a copy that follows this memory.",
    "unshared": "The copy is out of the space.",
}
"""Reports of an action on the next page, by the word in the address."""
