"""The ASGI application: routes, headers, and a memory that is open exactly as long as the application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
    """The application. It opens a memory of `settings` for its lifetime, unless it is given an open one."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if memory is not None:
            _serve(app, memory)
            yield
            return
        async with GraphMem.open(settings) as opened:
            _serve(app, opened)
            background = asyncio.create_task(opened.background.run(), name="background")
            try:
                yield
            finally:
                background.cancel()
                await asyncio.gather(background, return_exceptions=True)

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


def _serve(app: Starlette, memory: GraphMem) -> None:
    app.state.memory = memory
    app.state.doorkeeper = Doorkeeper(memory.keys, memory.owner())


async def _landing(_request: Request) -> FileResponse:
    return FileResponse(_HERE / "pages" / "index.html", headers={"cache-control": "no-cache"})
