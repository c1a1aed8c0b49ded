"""Browsing the palace by pages, each level of several parents at once: a tree is one query a level."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.palace import Closet, Drawer, Owner, Page, Room, Wing
from graphmem.store import palace
from graphmem.store.database import Database


class Browse:
    """Pages of wings, rooms, closets and drawers. `after` is the cursor of the last item already seen."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def wings(self, owner: Owner, *, first: int, after: str | None = None) -> Page[Wing]:
        """A page of the owner's wings, by number."""
        return await palace.wings(self._database, owner, first=first, after=after)

    async def rooms(
        self, owner: Owner, wings: Sequence[str], *, first: int, after: str | None = None
    ) -> list[Page[Room]]:
        """A page of rooms for each wing id."""
        return await palace.rooms(self._database, owner, wings, first=first, after=after)

    async def closets(
        self, owner: Owner, rooms: Sequence[str], *, first: int, after: str | None = None
    ) -> list[Page[Closet]]:
        """A page of closets for each room id."""
        return await palace.closets(self._database, owner, rooms, first=first, after=after)

    async def drawers(
        self, owner: Owner, closets: Sequence[str], *, first: int, after: str | None = None
    ) -> list[Page[Drawer]]:
        """A page of drawers for each closet id, in the order they were said."""
        return await palace.drawers(self._database, owner, closets, first=first, after=after)
