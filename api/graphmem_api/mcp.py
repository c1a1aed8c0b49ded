"""`/mcp`: the agent tools over HTTP (extra `mcp`), for the owner of the key alone, as in GraphQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from graphmem.agents.verbs import AGENT, AgentVerbs
from graphmem.config import Settings
from graphmem.errors import InvalidInputError
from graphmem.model.access import Scope as Right
from graphmem.model.project import mark_of
from graphmem_api.answers import refusal
from graphmem_api.context import Context
from graphmem_api.deadline import Deadline
from graphmem_api.endpoint import admit

PROJECT_HEADER = "x-graphmem-project"
"""The project that a client over HTTP works on."""


@asynccontextmanager
async def mcp_running(app: Starlette, settings: Settings) -> AsyncIterator[None]:
    """Run the MCP server while the application lives; do nothing without the extra."""
    app.state.mcp = None
    if find_spec("mcp_types") is None:
        yield
        return
    from graphmem.mcp_server.transports import HttpServer

    server = HttpServer(settings)
    running, ending = asyncio.Event(), asyncio.Event()

    async def run() -> None:
        async with server.manager.run():
            running.set()
            await ending.wait()

    # In a task of its own: the task that entered its scope must leave it, and a lifespan may end in another one.
    task = asyncio.create_task(run(), name="mcp")
    started = asyncio.create_task(running.wait())
    await asyncio.wait({task, started}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        started.cancel()
        await task
    app.state.mcp = server.app
    try:
        yield
    finally:
        ending.set()
        await task


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    server: ASGIApp | None = request.app.state.mcp
    if server is None:
        remedy = "Install it where the server runs: pip install 'graphmem-neo4j[mcp]'."
        await refusal(404, "NOT_FOUND", "This server speaks no MCP.", remedy=remedy)(scope, receive, send)
    elif (refused := await admit(request, "mcp")) is not None:
        await refused(scope, receive, send)
    else:
        context: Context = request.state.context
        project = request.headers.get(PROJECT_HEADER, "").strip()
        try:
            mark_of(project or None)
        except InvalidInputError as error:
            refused = refusal(400, "INVALID_INPUT", f"{PROJECT_HEADER}: {error.message}", remedy=error.remedy)
            await refused(scope, receive, send)
            return
        request.state.verbs = AgentVerbs(
            context.memory.owner(context.owner),
            context.access.agent or AGENT,
            context.admit,
            project or None,
            tells=Right.READ in context.access.scopes,
        )
        await server(scope, receive, send)


answer_mcp: ASGIApp = Deadline(_answer)
"""The endpoint."""
