"""The page at `/`: links to all endpoints and, for a visitor with access, the owner and counts."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse

import graphmem
from graphmem.errors import AuthenticationError, DatabaseError, ForbiddenError
from graphmem.model.access import Scope
from graphmem_api.serving import memory_for

_PAGE = Template((Path(__file__).parent / "pages" / "index.html").read_text("utf-8"))
_LOCKED = "Every request needs a key; what is served is told to who has one."


async def landing(request: Request) -> HTMLResponse:
    """The page with this server's own address. A visitor without access learns nothing of the memory."""
    filled = {"base": str(request.base_url).rstrip("/"), "standing": await _standing(request)}
    page = _PAGE.substitute({name: escape(value) for name, value in filled.items()})
    return HTMLResponse(page, headers={"cache-control": "no-cache"})


async def _standing(request: Request) -> str:
    try:
        access = await request.app.state.authenticator.access_of(request)
        access.require(Scope.READ, "this page")
        owner = access.owner
        counts = await (await memory_for(request, owner)).counts(owner=owner.name)
    except (AuthenticationError, ForbiddenError):
        return _LOCKED
    except DatabaseError:
        return "The database does not answer."
    held = f"{counts.drawers:,} turns in {counts.wings:,} wings"
    return f"graphmem {graphmem.__version__} serves the memory of “{owner.name}”: {held}."
