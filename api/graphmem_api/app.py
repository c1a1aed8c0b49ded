"""The ASGI application: routes, headers, and a memory that is open exactly as long as the application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from graphmem import home_token
from graphmem.config import Settings, load_settings
from graphmem.databases import Served, first_of, opened
from graphmem.model.palace import Owner
from graphmem_api.access_log import HEADER, AccessLog
from graphmem_api.answers import http_error
from graphmem_api.archive import answer_archive
from graphmem_api.auth import Authenticator
from graphmem_api.calls import answer_call
from graphmem_api.capacity import Capacity
from graphmem_api.consistency import HEADER as BOOKMARKS
from graphmem_api.consistency import CausalConsistency
from graphmem_api.endpoint import Endpoint, Socket
from graphmem_api.headers import SecurityHeaders
from graphmem_api.landing import landing
from graphmem_api.live import Live
from graphmem_api.mcp import answer_mcp, mcp_running
from graphmem_api.metrics import Measured, Metrics, metrics
from graphmem_api.page.routes import routes as page_routes
from graphmem_api.page.sessions import Sessions
from graphmem_api.probes import livez, readyz
from graphmem_api.rates import Rates
from graphmem_api.schema.build import schema
from graphmem_api.serving import working
from graphmem_api.shared import LinkedSessions, WorkerLink

_HERE = Path(__file__).parent
_SENT = ("authorization", "content-type", HEADER, BOOKMARKS)


def create_app(
    settings: Settings | None = None, memory: Served | None = None, *, link: WorkerLink | None = None
) -> Starlette:
    """Create the application, which opens the memory of `settings` for its lifetime.

    It may be given an open memory instead, or those of several databases. It also does the background work. With
    several workers, each has a `link` to their supervisor.
    """
    settings = settings or (load_settings() if memory is None else memory.settings)
    origins = settings.allowed_origins

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # A given memory gets its background work here too: no other process would do it.
        async with (
            opened(settings) if memory is None else nullcontext(memory) as served,
            working(served),
            mcp_running(app, settings),
        ):
            app.state.served, app.state.memory = served, first_of(served)
            token = home_token.ensure(served.settings)
            app.state.rates = Rates(settings, together=link.count if link else None)
            app.state.authenticator = Authenticator(
                served.keys, Owner.named(served.settings.owner), token, origins=origins
            )
            app.state.sessions = LinkedSessions(link) if link else Sessions()
            app.state.live = Live(app.state.authenticator)
            try:
                yield
            finally:
                app.state.live.end()

    counted = Metrics(link.number if link else None)
    app = Starlette(
        routes=[
            Route("/", landing),
            Route("/graphql", Endpoint(schema)),
            WebSocketRoute("/graphql", Socket(schema, origins)),
            Route("/calls/{name}", answer_call),
            Route("/archive", answer_archive),
            Route("/mcp", answer_mcp),
            Route("/livez", livez),
            Route("/readyz", readyz),
            Route("/metrics", metrics),
            *page_routes(),
            Mount("/static", StaticFiles(directory=_HERE / "static")),
        ],
        middleware=[
            Middleware(AccessLog),
            Middleware(Measured, metrics=counted),
            # This wraps every refusal, so that a page may read it. It uses no cookies: the client sends a key or
            # nothing.
            Middleware(
                CORSMiddleware,
                allow_origins=origins,
                allow_methods=["GET", "POST"],
                allow_headers=_SENT,
                expose_headers=(HEADER, BOOKMARKS),
            ),
            Middleware(SecurityHeaders),
            Middleware(Capacity),
            Middleware(CausalConsistency),
        ],
        exception_handlers={HTTPException: http_error},
        lifespan=lifespan,
    )
    app.state.metrics = counted
    return app
