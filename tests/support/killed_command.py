"""A command whose process is killed (SIGKILL) after a given number of committed writes.

Run as `python killed_command.py WRITES import FILE`. A dream changes one memory a transaction.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

from graphmem.cli.app import main
from graphmem.store import dreams
from graphmem.store.database import Database, Transaction

T = TypeVar("T")

WRITE = Database.write


def killed_after(writes: int) -> None:
    """Make this process die at its n-th write."""
    left = writes

    async def write(self: Database, work: Callable[[Transaction], Awaitable[T]]) -> T:
        nonlocal left
        written = await WRITE(self, work)
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return written

    Database.write = write  # type: ignore[method-assign]


if __name__ == "__main__":
    dreams.AT_ONCE = 1
    killed_after(int(sys.argv.pop(1)))
    main()
