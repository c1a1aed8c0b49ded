"""Ports on the loopback address: the last ones used, else the preferred ones, else any."""

from __future__ import annotations

import json
import socket
from pathlib import Path

from graphmem.server.conf import LOOPBACK

HIGHEST = 65_535


def is_free(port: int) -> bool:
    """Whether a server could listen on the port now."""
    with socket.socket() as probe:
        # As Java does: a port whose former connections are only lingering counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True


def any_free(*, besides: int = 0) -> int:
    """A free port that the system gives, none of `besides`."""
    while True:
        with socket.socket() as probe:
            probe.bind((LOOPBACK, 0))
            port = int(probe.getsockname()[1])
        if port != besides:
            return port


def choose(remembered: Path, *, bolt: int, http: int) -> tuple[int, int]:
    """The Bolt and HTTP ports for this start, written to `remembered` for the next one.

    `bolt` and `http` are the preferred ports, 0 for any. The last ports count only under the same preference.
    """
    wanted = [bolt, http]
    last_bolt, last_http = _last(remembered, wanted)
    bolt_port = next((port for port in (last_bolt, bolt) if port and is_free(port)), 0) or any_free()
    candidates = (port for port in (last_http, http) if port not in (0, bolt_port) and is_free(port))
    http_port = next(candidates, 0) or any_free(besides=bolt_port)
    remembered.write_text(json.dumps({"wanted": wanted, "used": [bolt_port, http_port]}), encoding="utf-8")
    return bolt_port, http_port


def _last(remembered: Path, wanted: list[int]) -> tuple[int, int]:
    try:
        record = json.loads(remembered.read_text(encoding="utf-8"))
        bolt, http = map(int, record["used"]) if record["wanted"] == wanted else (0, 0)
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0
    return (bolt, http) if all(0 <= port <= HIGHEST for port in (bolt, http)) else (0, 0)
