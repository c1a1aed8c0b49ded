"""A process whose dreams are killed (SIGKILL) after each of their transactions in turn.

Run as `python killed_dreams.py URI PASSWORD OWNER INSTANT`. Its child dreams, a change a transaction, and dies after
the first one it commits, the next child after the second, until one completes. After each child it writes a line,
`died` or `done`, and waits for one.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TypeVar

from graphmem.model.palace import Owner
from graphmem.services.lifecycle.dreams import Dreams
from graphmem.store import dreams
from graphmem.store.database import Address, Database, Transaction

T = TypeVar("T")


class Dying(Database):
    """A database whose process dies after a given number of committed writes."""

    left = 0

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Write, and die if it was the last."""
        written = await super().write(work)
        self.left -= 1
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)
        return written


async def dream(uri: str, password: str, owner: str, now: str, writes: int) -> None:
    """Dream with a limit of writes."""
    dreams.AT_ONCE = 1
    database = await Dying.connect(Address(uri, password=password))
    database.left = writes
    await Dreams(database).apply(Owner.named(owner), by="killed", confirm=True, now=datetime.fromisoformat(now))


def main(uri: str, password: str, owner: str, now: str) -> None:
    """Fork until a dream completes."""
    writes, has_died = 0, True
    while has_died:
        writes += 1
        child = os.fork()
        if not child:
            asyncio.run(dream(uri, password, owner, now, writes))
            os._exit(0)
        has_died = os.WIFSIGNALED(os.waitpid(child, 0)[1])
        print("died" if has_died else "done", flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    main(*sys.argv[1:5])
