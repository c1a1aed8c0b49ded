"""`/archive`: a memory as a file over HTTP; GET downloads it, POST adds one to the key owner's memory."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import IO

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as Connection

from graphmem.errors import ForbiddenError, GraphMemError, InvalidInputError, NotFoundError, RateLimitedError
from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.model.ids import slug
from graphmem.model.palace import Owner
from graphmem.services.archive.archives import SUFFIX
from graphmem.services.archive.importing import Trust
from graphmem_api.answers import refusal
from graphmem_api.context import Context
from graphmem_api.deadline import Deadline
from graphmem_api.endpoint import admit
from graphmem_api.masking import log_unexpected

MOST_BYTES = 2 * 1024**3
"""Bytes of an uploaded archive at most; the command line imports a larger one, beside the store."""

CHUNK = 256 * 1024


async def download(memory: GraphMem, owner: Owner) -> Response:
    """Send the owner's archive. Raises NotFoundError for an owner nobody has written for.

    It is written to a file without a name first: writers wait only for that, however slow the reader is, and no file
    remains.
    """
    file: IO[bytes] = await asyncio.to_thread(tempfile.TemporaryFile)
    try:
        await memory.archives.export(owner, file)
        size = await asyncio.to_thread(file.tell)
        await asyncio.to_thread(file.seek, 0)
    except BaseException:
        file.close()
        raise
    headers = {
        "content-disposition": f'attachment; filename="{slug(owner.name, fallback="memory")}{SUFFIX}"',
        "content-length": str(size),
    }
    return StreamingResponse(_chunks(file), 200, headers, "application/zip", BackgroundTask(file.close))


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := await asyncio.to_thread(file.read, CHUNK):
        yield chunk


async def _upload(request: Request, context: Context) -> Response:
    """Add the archive in the body to the owner's memory; a job embeds it.

    Ids are never trusted, words only with `?trusted=true`, and settings come with `?settings=true`.
    """
    trust = Trust(ids=False, words=_flag(request, "trusted"), settings=_flag(request, "settings"))
    with await asyncio.to_thread(tempfile.TemporaryFile) as file:
        size = 0
        async for chunk in request.stream():
            if (size := size + len(chunk)) > MOST_BYTES:
                raise HTTPException(413, f"An archive is {MOST_BYTES // 2**30} GB at the most.")
            await asyncio.to_thread(file.write, chunk)
        report = await context.memory.archives.import_(context.owner, file, trust=trust, embed=False)
    return JSONResponse(asdict(report))


def _flag(request: Request, name: str) -> bool:
    told = request.query_params.get(name, "false")
    if told not in ("true", "false"):
        raise InvalidInputError(f"{name} is {told[:40]!r}.", field=name, remedy="Write true or false.")
    return told == "true"


async def _answer(scope: Connection, receive: Receive, send: Send) -> None:
    answer = await _answered(Request(scope, receive))
    await answer(scope, receive, send)


async def _answered(request: Request) -> Response:
    if request.method not in ("GET", "POST"):
        return refusal(405, "METHOD_NOT_ALLOWED", "GET or POST an archive.", headers={"allow": "GET, POST"})
    if (refused := await admit(request)) is not None:
        return refused
    context: Context = request.state.context
    try:
        # It needs more than a key that reads or writes: the archive holds forgotten texts, due dates and settings.
        context.admit(Scope.ADMIN, "archive")
        context.access.require(Scope.WRITE if request.method == "POST" else Scope.READ, "archive")
        if request.method == "POST":
            return await _upload(request, context)
        return await download(context.memory, context.owner)
    except RateLimitedError as error:
        wait = {"retry-after": str(error.retry_after)}
        return refusal(429, error.code, error.message, remedy=error.remedy, headers=wait)
    except ForbiddenError as error:
        return refusal(403, error.code, error.message, remedy=error.remedy)
    except GraphMemError as error:
        status = 404 if isinstance(error, NotFoundError) else 422
        return refusal(status, error.code, error.message, remedy=error.remedy)
    except (HTTPException, ClientDisconnect):
        raise
    except Exception as error:  # for any error, the caller gets an answer and the log the place
        id_ = log_unexpected("archive_failed", error)
        return refusal(500, "ERROR", f"Something unexpected went wrong in the server (error {id_}).")


answer_archive: ASGIApp = Deadline(_answer)
"""The endpoint."""
