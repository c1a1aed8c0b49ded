"""State that the workers of `graphmem serve --workers` share: rates of keys, and logins of the page.

The supervisor keeps both and answers each worker line by line, over a pair of sockets that closes with either of them.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from typing import Any

from graphmem.config import Settings
from graphmem.errors import RateLimitedError
from graphmem_api.page.sessions import Session, Sessions
from graphmem_api.rates import Name, Rates, what_of

ANSWER_SECONDS = 0.25
"""Seconds for one answer of the supervisor, usually a tenth of a millisecond: a request waits for it."""

READY = "ready"
"""The line by which a worker reports that it serves."""


class SupervisorLink:
    """The supervisor's side of a link."""

    def __init__(self, settings: Settings) -> None:
        # With a Redis the workers count there.
        self._rates = Rates(settings.model_copy(update={"rates_storage": None}))
        self._sessions = Sessions()

    def answer(self, line: bytes, ready: Callable[[], None]) -> bytes:
        """The answer to one line of a worker; `ready` is called when the worker reports that it serves."""
        number, call, *arguments = json.loads(line)
        calls: dict[str, Callable[..., object]] = {
            READY: ready,
            "cookie": lambda: self._sessions.cookie,
            "begin": self._sessions.begin,
            "of": self._login,
            "end": self._sessions.end,
            "count": self._count,
        }
        return json.dumps([number, calls[call](*arguments)]).encode() + b"\n"

    def _login(self, secret: str) -> list[str | None] | None:
        session = self._sessions.of(secret)
        return None if session is None else [session.key]

    def _count(self, owner: str, key: str, what: str, cost: int) -> list[object] | None:
        """None, or the exhausted limit and the seconds to wait."""
        try:
            self._rates.count((owner, key, what), cost)
        except RateLimitedError as refused:
            return [refused.limit, refused.retry_after]
        return None


class WorkerLink:
    """A worker's side of a link. Workers are numbered from one. Safe to use from several threads."""

    def __init__(self, end: socket.socket, number: int) -> None:
        self.number = number
        self._socket = end
        self._socket.settimeout(ANSWER_SECONDS)
        self._asking = threading.Lock()
        self._asked = 0
        self._read = b""

    def fileno(self) -> int:
        """Readable without a question when the supervisor has ended, or answered too late."""
        return self._socket.fileno()

    def ask(self, call: str, *arguments: object) -> Any:
        """The supervisor's answer. Raises OSError when it does not come in time."""
        with self._asking:
            self._asked += 1
            self._socket.sendall(json.dumps([self._asked, call, *arguments]).encode() + b"\n")
            while True:
                number, answer = json.loads(self._line())
                if number == self._asked:  # else it answers a question that has timed out
                    return answer

    def has_ended(self) -> bool:
        """Whether the supervisor has ended, once `fileno` is readable."""
        with self._asking:
            try:
                found = self._socket.recv(65_536)
            except TimeoutError:
                return False
            except OSError:
                return True
            self._read += found
            return not found

    def count(self, name: Name, cost: int) -> None:
        """Count together with all workers. Raises RateLimitedError, or OSError without an answer in time."""
        if (refused := self.ask("count", *name, cost)) is not None:
            raise RateLimitedError(what_of(name), *refused)

    def _line(self) -> bytes:
        while b"\n" not in self._read:
            if not (found := self._socket.recv(65_536)):
                raise ConnectionError("The supervisor has ended.")
            self._read += found
        line, _, self._read = self._read.partition(b"\n")
        return line


class LinkedSessions(Sessions):
    """The logins of all workers, kept by their supervisor."""

    def __init__(self, link: WorkerLink) -> None:
        self._link = link
        self.cookie = str(link.ask("cookie"))

    def begin(self, key: str | None) -> str:
        return str(self._link.ask("begin", key))

    def of(self, secret: str) -> Session | None:
        found = self._link.ask("of", secret)
        return None if found is None else Session(*found)

    def end(self, secret: str) -> None:
        self._link.ask("end", secret)
