"""Marks that let a transaction commit once, even if the connection is lost in the middle of COMMIT.

The driver does not repeat such a transaction, since nobody knows whether it was committed. In a cluster that happens
with every change of leader. So each transaction writes a mark, and a process that lost the connection reads it.
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
"""Connections that may be lost during one transaction's COMMITs."""

T = TypeVar("T")


class Places:
    """The nodes for marks: as many as this process has ever had concurrent writes."""

    def __init__(self) -> None:
        self._process = secrets.token_hex(8)
        self._free: list[str] = []
        self.used: list[str] = []

    @contextmanager
    def taken(self) -> Iterator[str]:
        """A place that no other transaction uses meanwhile."""
        if not self._free:
            self.used.append(f"commit {self._process}/{len(self.used)}")
            self._free.append(self.used[-1])
        place = self._free.pop()
        try:
            yield place
        finally:
            self._free.append(place)


class Unit(Generic[T]):
    """One transaction with its tries; each try has its own name, and the last one's result is kept."""

    def __init__(
        self, place: str, work: Callable[[Unit[T]], Awaitable[T]], marked: Callable[[], Awaitable[str | None]]
    ) -> None:
        self.place = place
        self.name = ""
        self.result: T
        self._work, self._marked = work, marked

    def again(self) -> Self:
        """Begin the next try."""
        self.name = secrets.token_hex(8)
        return self

    async def once(self) -> T:
        """Run the work, and repeat it if its COMMIT was lost before it took effect."""
        for _ in range(1, TRIES):
            try:
                return await self._work(self)
            except IncompleteCommit:
                if await self._last() == self.name:
                    return self.result
        return await self._work(self)

    async def _last(self) -> str | None:
        """The name of this place's last commit. Reading it takes a COMMIT, which may be lost as well."""
        for _ in range(1, TRIES):
            with suppress(IncompleteCommit):
                return await self._marked()
        return await self._marked()
