"""Probes for a supervisor: alive without asking anybody, ready only with a working database."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from graphmem.databases import memories_of


async def livez(_request: Request) -> JSONResponse:
    """200 as long as the event loop turns; a lost database is no reason to restart us."""
    return JSONResponse({"alive": True})


async def readyz(request: Request) -> JSONResponse:
    """200 when the server is ready, else 503.

    Ready means that the database answers, every index is online, the worker looks for work and a first recall was
    tried. A client with the key of this home also gets the checks and the problems: the server knows that key without a
    database.
    """
    every = [await memory.readiness() for memory in memories_of(request.app.state.served)]
    found = next((one for one in every if not one.ready), every[0])
    body: dict[str, object] = {"ready": found.ready}
    if request.app.state.authenticator.knows_as_local(request):
        body["checks"] = {
            "database": found.database,
            "schema": found.schema,
            "worker": found.worker is not False,
            "warm": found.warm is not False,
        }
        if not found.ready:
            body |= {"code": found.code, "reason": found.reason}
        if found.remedy:
            body["remedy"] = found.remedy
    return JSONResponse(body, 200 if found.ready else 503)
