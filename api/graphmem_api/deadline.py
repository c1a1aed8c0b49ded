"""A deadline for a lost database: running requests get 503 once it was silent for ten seconds.

Slow work goes on: a conversation of two thousand turns needs longer than that.
"""

from __future__ import annotations

import asyncio

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.errors import DatabaseUnavailableError
from graphmem.facade import GraphMem
from graphmem_api.answers import refusal

RETRY_SECONDS = 5
"""Seconds that the embedded Neo4j takes to start again, about."""

REMEDY = "Try again in a moment. What was being written may have been written."


class Deadline:
    """Run an application until it has answered or the database is lost, whichever comes first."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        memory: GraphMem = scope["app"].state.memory
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        answering = asyncio.ensure_future(self._app(scope, receive, noted))
        losing = asyncio.ensure_future(memory.pulse.lost.wait())
        try:
            await asyncio.wait([answering, losing], return_when=asyncio.FIRST_COMPLETED)
            if not (answering.done() or begun):
                await _unavailable()(scope, receive, send)
            else:
                await answering
        except asyncio.CancelledError:
            # The process is about to end and this took too long; a client still gets an answer that it can read.
            if not begun:
                await _unavailable()(scope, receive, send)
        finally:
            losing.cancel()
            answering.cancel()


def _unavailable() -> Response:
    error = DatabaseUnavailableError("The database does not answer.", remedy=REMEDY)
    headers = {"retry-after": str(RETRY_SECONDS)}
    return refusal(503, error.code, error.message, remedy=error.remedy, headers=headers)
