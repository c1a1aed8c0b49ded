"""A transaction is committed once, also when the connection is lost in the middle of COMMIT.

The driver repeats no such transaction, since nobody knows whether it was committed. In a cluster that happens with
every change of the leader. So each transaction leaves its mark, and who lost the connection looks for it.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Generic, Self, TypeVar

from neo4j.exceptions import IncompleteCommit

from graphmem.store.queries import bind

MARK = bind("schema/mark_commit", __name__)
MARKED = bind("schema/marked_commit", __name__)
REMOVE = bind("schema/remove_marks", __name__)

TRIES = 10
"""Connections that may be lost in the middle of one transaction's COMMITs."""

T = TypeVar("T")


class Places:
    """Where transactions leave their marks: as many nodes as this process has ever written at once."""

    def __init__(self) -> None:
        self._process = secrets.token_hex(8)
        self._free: list[str] = []
        self.used: list[str] = []

    @contextmanager
    def taken(self) -> Iterator[str]:
        """A place that no other transaction has meanwhile."""
        if not self._free:
            self.used.append(f"commit {self._process}/{len(self.used)}")
            self._free.append(self.used[-1])
        place = self._free.pop()
        try:
            yield place
        finally:
            self._free.append(place)


class Unit(Generic[T]):
    """One transaction, which may be tried several times; each try has a name of its own and the last one's result."""

    def __init__(
        self, place: str, work: Callable[[Unit[T]], Awaitable[T]], marked: Callable[[], Awaitable[str | None]]
    ) -> None:
        self.place = place
        self.name = ""
        self.result: T
        self._work, self._marked = work, marked

    def again(self) -> Self:
        """The next try of it."""
        self.name = secrets.token_hex(8)
        return self

    async def once(self) -> T:
        """Do the work, and once more when its COMMIT got lost before it had an effect."""
        for _ in range(1, TRIES):
            try:
                return await self._work(self)
            except IncompleteCommit:
                if await self._last() == self.name:
                    return self.result
        return await self._work(self)

    async def _last(self) -> str | None:
        """The name of what was committed last in this place. To ask for it takes a COMMIT, which may be lost, too."""
        for _ in range(1, TRIES):
            with suppress(IncompleteCommit):
                return await self._marked()
        return await self._marked()
