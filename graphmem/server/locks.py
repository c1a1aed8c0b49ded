"""Advisory file locks between processes; the kernel drops them when their holder ends.

users.lock   held shared by every process that uses the server; exclusively by the one that stops it
start.lock   held exclusively while a server is looked for or started
child.lock   held exclusively by the server process for its whole life: held means alive, free means dead
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

POLL_SECONDS = 0.1


@dataclass(slots=True)
class FileLock:
    """One lock on one file. Two of them in one process exclude each other as if in two processes."""

    path: Path
    _descriptor: int | None = field(default=None, repr=False)

    def try_take(self, *, shared: bool = False) -> bool:
        """Take the lock if it is free, without waiting; returns whether it is now held."""
        if self._descriptor is not None:
            raise RuntimeError(f"{self.path} is already held by this lock")
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    async def take(self, *, shared: bool = False, waiting: Callable[[], None] | None = None) -> None:
        """Wait for the lock, polling: a blocking flock in a thread could not be cancelled.

        `waiting` is called once, when the first attempt fails.
        """
        if self.try_take(shared=shared):
            return
        if waiting is not None:
            waiting()
        while not self.try_take(shared=shared):  # noqa: ASYNC110 - another process lets go; no event tells
            await asyncio.sleep(POLL_SECONDS)

    def drop(self) -> None:
        """Release the lock, if it is held."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether some process holds the lock exclusively; the test shares it for a moment."""
    lock = FileLock(path)
    if not path.exists():
        return False
    if lock.try_take(shared=True):
        lock.drop()
        return False
    return True
