"""The running server of this home, asked without any of the packages that a command needs: a client waits for its hooks
at every prompt, and half of what it waited for was what they imported. So it is sockets, no `typing` and no paths."""

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
"""A client waits for its hooks; what takes longer is done without."""

MOST_BYTES = 4_000_000
"""Of an answer: more than any that a server of ours gives."""

_PIECE = 65_536


def home() -> str:
    """Where graphmem keeps what belongs to this user, as `graphmem.config.Settings` has it."""
    given = os.environ.get("GRAPHMEM_HOME", "").strip()
    if given:
        return os.path.expanduser(given)
    if sys.platform == "linux":  # as platformdirs has it, which is slow to import
        base = os.environ.get("XDG_DATA_HOME", "")
        return os.path.join(base if base.strip() else os.path.expanduser("~/.local/share"), "graphmem")
    from platformdirs import user_data_dir

    return user_data_dir("graphmem")


def patience(seconds: float | None = None) -> float:
    """Until when a client waits that begins to wait now, by the clock that only goes forward; ANSWER_SECONDS where it
    does not say how long."""
    return time.monotonic() + (ANSWER_SECONDS if seconds is None else seconds)


def ask(call: str, body: dict[str, Any], until: float | None = None, agent: str = "claude-code") -> Any:
    """What the server of this home answers to a call of `graphmem.calls`; None when there is none that answers, or that
    has answered whole by `until` (of `patience`; by default it has ANSWER_SECONDS).

    It is asked whatever its settings are, for its own owner, unless GRAPHMEM_OWNER names another. The settings of the
    `agent` hold for it.
    """
    try:
        host, port, told_by = _found(home())
        until = patience() if until is None else until
        headers = f"{told_by}Graphmem-Agent: {agent}\r\n"
        told = _post(host, port, f"/calls/{call}", headers, json.dumps(body).encode(), until)
        return None if told is None else json.loads(told)
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _post(host: str, port: int, path: str, headers: str, body: bytes, until: float) -> bytes | None:
    """The body of an answer, None of one that is not 200. As HTTP/1.0, whose answers come whole and end the connection.
    Raises OSError, and ValueError or LookupError for what is no HTTP."""
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
            connection.settimeout(_left(until))  # who answers byte by byte has no longer than who answers at once
    said, _, told = bytes(answer).partition(b"\r\n\r\n")
    return told if int(said.split(None, 2)[1]) == 200 else None


def _left(until: float) -> float:
    """Seconds until then. TimeoutError, an OSError, when it is past."""
    if (left := until - time.monotonic()) <= 0:
        raise TimeoutError
    return left


def _found(directory: str) -> tuple[str, int, str]:
    """Host, port and the headers that say who asks. LookupError when there is none, OSError
    where a file cannot be read."""
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
