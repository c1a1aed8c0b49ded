"""Bookmarks: what a read on any member of a cluster has to wait for, so that it sees what was written before it.

A process waits for its own writes. A request waits for what its sender has seen, on whichever replica that was, too.
"""

from __future__ import annotations

from collections.abc import Collection
from contextvars import ContextVar
from dataclasses import dataclass, field

from neo4j.api import AsyncBookmarkManager


@dataclass(slots=True)
class Seen:
    """What the sender of a request has `awaited`, and what the request itself has `reached`. Both are bookmarks, which
    nobody but Neo4j reads."""

    awaited: frozenset[str] = frozenset()
    reached: set[str] = field(default_factory=set)

    def note(self, former: Collection[str], new: Collection[str]) -> None:
        """Go on from a transaction that began after the `former` ones."""
        self.reached.difference_update(former)
        self.reached.update(new)


seen: ContextVar[Seen | None] = ContextVar("seen", default=None)
"""The request that a task, and those it starts, belong to."""


class Bookmarks(AsyncBookmarkManager):
    """The bookmarks of all sessions of a process. What only a request waits for stays with that request."""

    def __init__(self) -> None:
        self._newest: set[str] = set()

    async def get_bookmarks(self) -> set[str]:
        request = seen.get()
        return set(self._newest) if request is None else self._newest | request.awaited

    async def update_bookmarks(self, previous_bookmarks: Collection[str], new_bookmarks: Collection[str]) -> None:
        if new_bookmarks:
            self._newest.difference_update(previous_bookmarks)
            self._newest.update(new_bookmarks)
            if (request := seen.get()) is not None:
                request.note(previous_bookmarks, new_bookmarks)
