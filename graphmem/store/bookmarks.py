"""Bookmarks: the writes that a read on any member of a cluster must wait for.

A process waits for its own writes. A request also waits for what its sender has seen, on whichever replica.
"""

from __future__ import annotations

from collections.abc import Collection
from contextvars import ContextVar
from dataclasses import dataclass, field

from neo4j.api import AsyncBookmarkManager


@dataclass(slots=True)
class SeenBookmarks:
    """The bookmarks that a request's sender `awaited`, and those that the request has `reached`.
    Only Neo4j can read them."""

    awaited: frozenset[str] = frozenset()
    reached: set[str] = field(default_factory=set)

    def note(self, former: Collection[str], new: Collection[str]) -> None:
        """Replace the `former` bookmarks by the `new` ones of a later transaction."""
        self.reached.difference_update(former)
        self.reached.update(new)


seen: ContextVar[SeenBookmarks | None] = ContextVar("seen", default=None)
"""The request of a task and its child tasks."""


class Bookmarks(AsyncBookmarkManager):
    """The bookmarks of a process's sessions; those of a request alone stay with that request."""

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
