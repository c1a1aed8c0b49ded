"""Calls of the running server of this home; without one the memory is opened here.

A server has the driver connected and the model loaded, which is nearly all of a command's processor time.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from graphmem.calls import OWNER_HEADER, Call, owner_header, raised_by_name
from graphmem.cli.output import opened, run
from graphmem.errors import DatabaseUnavailableError, GraphMemError
from graphmem.model.palace import Owner

if TYPE_CHECKING:
    from graphmem.cli.server_record import Running

R = TypeVar("R")

CONNECT_SECONDS = 2.0
"""A server of this machine takes a connection at once, or is not worth the wait."""

ANSWER_SECONDS = 600.0
"""A call may have to wait for a chat model; Ctrl-C ends the wait."""

AWAY_STATUS = 503
"""The server's database is away. The call may have been done, so it is not repeated here."""

ERROR_STATUS = 422
"""The status of an error of ours, to be raised here."""


class _NotAskedError(Exception):
    """The server is unreachable or wants another key; it did nothing."""


def ask(call: Call[R], owner: str | None) -> R:
    """Answer a call on the owner's memory, the settings' owner when None, by the server or here.

    With the token of the home, its server answers for every owner. Raises GraphMemError as the memory does.
    """
    from graphmem.cli.server_record import find
    from graphmem.config import load_settings
    from graphmem.home_token import read

    settings = load_settings()
    server, token = find(settings), read(settings)
    if server is not None and token is not None and call.verb.wire is not None:
        with suppress(_NotAskedError):
            return _ask_server(server, token, Owner.named(settings.owner if owner is None else owner), call)

    async def work() -> R:
        async with opened(settings=settings, owner=owner) as memory:
            return await call.on(memory, memory.owner(owner))

    return run(work)


def _ask_server(server: Running, token: str, owner: Owner, call: Call[R]) -> R:
    """The server's answer. Raises _NotAskedError, and GraphMemError as the memory does."""
    status, answer = _posted(server, _headers(token, owner), call.verb.wire or "", call.written())
    if status == ERROR_STATUS:
        told: dict[str, str] = json.loads(answer)
        raise raised_by_name(told["code"], told["message"], told["remedy"])
    if status == AWAY_STATUS and b'"BUSY"' in answer:
        raise _NotAskedError  # refused before anything was done
    if status == AWAY_STATUS:
        raise DatabaseUnavailableError(
            f"The database behind {server.url} does not answer.",
            remedy="Try again in a moment. What was being written may have been written.",
        )
    if status != 200:
        raise _NotAskedError
    return call.answer(answer)


def _posted(server: Running, headers: dict[str, str], name: str, body: bytes) -> tuple[int, bytes]:
    from http.client import HTTPConnection, HTTPException

    address = urlsplit(server.url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=CONNECT_SECONDS)
    try:
        try:
            connection.connect()
        except OSError as error:
            raise _NotAskedError from error
        connection.sock.settimeout(ANSWER_SECONDS)
        connection.request("POST", f"/calls/{name}", body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, HTTPException) as error:
        # The server may have done it, so it is not sent a second time.
        raise GraphMemError(
            f"The server at {server.url} broke off ({error}).",
            remedy="Look at what `graphmem serve` says, then ask again.",
        ) from error
    finally:
        connection.close()


def _headers(token: str, owner: Owner) -> dict[str, str]:
    """The headers of every request."""
    return {
        "content-type": "application/json",
        "authorization": f"Bearer {token}",
        OWNER_HEADER: owner_header(owner),
    }
