"""The running server of this home, asked without any of the packages that a command needs."""

from __future__ import annotations

import fcntl
import json
import os
import stat
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

CONNECT_SECONDS = 0.5
ANSWER_SECONDS = 5.0
"""A client waits for its hooks; what takes longer is done without."""


def home() -> Path:
    """Where graphmem keeps what belongs to this user, as `graphmem.config.Settings` has it."""
    given = os.environ.get("GRAPHMEM_HOME", "").strip()
    if given:
        return Path(given).expanduser()
    from platformdirs import user_data_path

    return user_data_path("graphmem")


def ask(call: str, body: dict[str, Any]) -> Any:
    """What the server of this home answers to a call of `graphmem.calls`; None when there is none that answers.

    It is asked whatever its settings are, for its own owner, unless GRAPHMEM_OWNER names another.
    """
    try:
        address, key = _found(home())
        connection = HTTPConnection(address.hostname or "", address.port, timeout=CONNECT_SECONDS)
        try:
            connection.connect()
            connection.sock.settimeout(ANSWER_SECONDS)
            headers = {"content-type": "application/json", "authorization": f"Bearer {key}"}
            connection.request("POST", f"/calls/{call}", json.dumps(body).encode(), headers)
            answer = connection.getresponse()
            told = answer.read()
        finally:
            connection.close()
        return json.loads(told) if answer.status == 200 else None
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        return None


def _found(directory: Path) -> tuple[Any, str]:
    """Address and key of the living server. LookupError when there is none, OSError where a file cannot be read."""
    with (directory / "serve.json").open("rb") as file:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            running = json.loads(file.read())
        else:
            raise LookupError("whoever wrote it has ended")
    asked = os.environ.get("GRAPHMEM_OWNER", "").strip()
    if asked and asked != running["owner"]:
        raise LookupError("it serves another owner")
    with (directory / "token").open("rb") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
            raise LookupError("others may read the token")
        return urlsplit(running["url"]), file.read(200).decode("ascii").strip()
