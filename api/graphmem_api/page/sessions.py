"""Logins at the page of this server: random secrets of browsers, kept in this process alone.

A login ends by logging out, after some hours, with its key, and with the process: that of the supervisor, where several
workers serve (`shared`). Another server does not know it, though browsers send the cookies of a host to each of its
ports.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from cachetools import TTLCache

SESSION_SECONDS = 12 * 3600
"""Seconds that a login lasts at most."""

MOST_SESSIONS = 10_000
"""Logins of one process; beyond that the oldest ends."""


@dataclass(frozen=True, slots=True)
class Session:
    """A login; `key` is the issued key it came with, None for this machine's own user."""

    key: str | None = field(repr=False)


class Sessions:
    """The logins of one application."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        # The name is this process's own: two servers of one host do not overwrite each other's cookies.
        self.cookie = f"graphmem_page_{secrets.token_hex(8)}"
        self._open: TTLCache[str, Session] = TTLCache(MOST_SESSIONS, SESSION_SECONDS, timer=clock)

    def begin(self, key: str | None) -> str:
        """Log a visitor in, and return the secret for the browser."""
        secret = secrets.token_urlsafe(32)
        self._open[secret] = Session(key)
        return secret

    def of(self, secret: str) -> Session | None:
        """The login of a secret, None for an ended or unknown one."""
        return self._open.get(secret)

    def end(self, secret: str) -> None:
        """Log out; nothing happens without a login."""
        self._open.pop(secret, None)
