"""Calls of the running server of this home, without the packages of a command.

A client waits for its hooks at every prompt, and half of the wait was for imports. So it uses sockets, no `typing` and
no paths.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import stat
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CONNECT_SECONDS = 0.5
ANSWER_SECONDS = 5.0
"""The most seconds for an answer; a client waits for its hooks."""

MOST_BYTES = 4_000_000
"""Bytes of an answer: more than any of a server of ours."""

_PIECE = 65_536


def home() -> str:
    """The folder of this user's data, as `graphmem.config.Settings` has it."""
    given = os.environ.get("GRAPHMEM_HOME", "").strip()
    if given:
        return os.path.expanduser(given)
    if sys.platform == "linux":  # as platformdirs has it, which is slow to import
        base = os.environ.get("XDG_DATA_HOME", "")
        return os.path.join(base if base.strip() else os.path.expanduser("~/.local/share"), "graphmem")
    from platformdirs import user_data_dir

    return user_data_dir("graphmem")


def patience(seconds: float | None = None) -> float:
    """The end of a client's wait that begins now, by the monotonic clock.

    ANSWER_SECONDS from now if the client does not say how long.
    """
    return time.monotonic() + (ANSWER_SECONDS if seconds is None else seconds)


def ask(call: str, body: dict[str, Any], until: float | None = None, agent: str = "claude-code") -> Any:
    """The answer of this home's server to a call of `graphmem.calls`; None without a whole answer in time.

    `until` comes from `patience`; by default the server has ANSWER_SECONDS. Whatever its settings are, the call is for
    its own owner, unless GRAPHMEM_OWNER names another. The settings of the `agent` apply.
    """
    try:
        host, port, told_by = _find_server(home())
        until = patience() if until is None else until
        headers = f"{told_by}Graphmem-Agent: {agent}\r\n"
        told = _post(host, port, f"/calls/{call}", headers, json.dumps(body).encode(), until)
        return None if told is None else json.loads(told)
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _post(host: str, port: int, path: str, headers: str, body: bytes, until: float) -> bytes | None:
    """The body of an answer, None unless its status is 200.

    It speaks HTTP/1.0, whose answers come whole and end the connection. Raises OSError, and ValueError or LookupError
    for anything but HTTP.
    """
    head = (
        f"POST {path} HTTP/1.0\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n{headers}\r\n"
    )
    with socket.create_connection((host, port), min(CONNECT_SECONDS, _left(until))) as connection:
        connection.settimeout(_left(until))
        connection.sendall(head.encode("ascii") + body)
        answer = bytearray()
        connection.settimeout(_left(until))
        while (piece := connection.recv(_PIECE)) and len(answer) <= MOST_BYTES:
            answer += piece
            connection.settimeout(_left(until))  # an answer byte by byte has no more time than a whole one
    said, _, told = bytes(answer).partition(b"\r\n\r\n")
    return told if int(said.split(None, 2)[1]) == 200 else None


def _left(until: float) -> float:
    """Seconds until then. TimeoutError, an OSError, when it is past."""
    if (left := until - time.monotonic()) <= 0:
        raise TimeoutError
    return left


def _find_server(directory: str) -> tuple[str, int, str]:
    """Host, port and the headers that name the caller.

    LookupError without a server, OSError for an unreadable file.
    """
    with open(os.path.join(directory, "serve.json"), "rb") as file:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            running = json.loads(file.read())
        else:
            raise LookupError("whoever wrote it has ended")
    asked = os.environ.get("GRAPHMEM_OWNER", "").strip()
    host, _, port = running["url"].partition("://")[2].strip("/").rpartition(":")
    with open(os.path.join(directory, "token"), "rb") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
            raise LookupError("others may read the token")
        headers = f"Authorization: Bearer {file.read(200).decode('ascii').strip()}\r\n"
    if asked and asked != running["owner"]:
        from urllib.parse import quote  # slow to import, and hardly ever needed

        headers += f"Graphmem-Owner: {quote(asked, safe='')}\r\n"
    return host.strip("[]"), int(port), headers
