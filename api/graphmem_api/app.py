"""The ASGI application: routes, headers, and a memory that is open exactly as long as the application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem_api.answers import http_error
from graphmem_api.auth import Doorkeeper
from graphmem_api.endpoint import Endpoint
from graphmem_api.headers import SecurityHeaders
from graphmem_api.probes import livez, readyz
from graphmem_api.schema.build import schema

_HERE = Path(__file__).parent


def create_app(settings: Settings | None = None, memory: GraphMem | None = None) -> Starlette:
    """The application. It opens a memory of `settings` for its lifetime, unless it is given an open one, and does the
    background work of either."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # A memory that was given is worked for like one opened here: nothing else would do what was asked for later.
        async with GraphMem.open(settings) if memory is None else nullcontext(memory) as served, _working(served):
            app.state.memory = served
            app.state.doorkeeper = Doorkeeper(served.keys, served.owner())
            yield

    return Starlette(
        routes=[
            Route("/", _landing),
            Route("/graphql", Endpoint(schema)),
            Route("/livez", livez),
            Route("/readyz", readyz),
            Mount("/static", StaticFiles(directory=_HERE / "static")),
        ],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: http_error},
        lifespan=lifespan,
    )


@asynccontextmanager
async def _working(memory: GraphMem) -> AsyncIterator[None]:
    """Jobs are done and idle sessions ended meanwhile; what is under way at the end is handed back."""
    background = asyncio.create_task(memory.background.run(), name="background")
    try:
        yield
    finally:
        background.cancel()
        await asyncio.gather(background, return_exceptions=True)


async def _landing(_request: Request) -> FileResponse:
    return FileResponse(_HERE / "pages" / "index.html", headers={"cache-control": "no-cache"})
