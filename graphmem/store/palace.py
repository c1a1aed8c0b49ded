"""Browsing the palace: pages of wings, rooms, closets and drawers, and drawers by pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from graphmem.errors import NotFoundError
from graphmem.model.palace import Closet, Drawer, Owner, Page, PlacedDrawer, Pointer, Room, Wing, WingKind
from graphmem.store.cursors import MAX_PAGE, number_of, require_count
from graphmem.store.database import Database, Row
from graphmem.store.queries import Query, bind

T = TypeVar("T")

_WINGS = bind("palace/wings", __name__)
_ROOMS = bind("palace/rooms", __name__)
_CLOSETS = bind("palace/closets", __name__)
_DRAWERS = bind("palace/drawers", __name__)
_OUTLINE = bind("palace/outline", __name__)
_BY_POINTER = bind("palace/drawer_by_pointer", __name__)


class Browse:
    """Pages of wings, rooms, closets and drawers, each level of several parents at once: a tree is a query a level.

    `after` is the cursor of the last item already seen.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def wings(self, owner: Owner, *, first: int, after: str | None = None) -> Page[Wing]:
        """A page of the owner's wings, by number."""
        limit = require_count(first)
        rows = await self._database.run(_WINGS, owner=owner.key, after=number_of(after, 0), limit=limit + 1)
        return _page(rows, limit, wing_of, "number")

    async def rooms(
        self, owner: Owner, wings: Sequence[str], *, first: int, after: str | None = None
    ) -> list[Page[Room]]:
        """A page of rooms for each wing id."""
        return await _children(self._database, _ROOMS, owner, "wings", wings, first, after, room_of, "number")

    async def closets(
        self, owner: Owner, rooms: Sequence[str], *, first: int, after: str | None = None
    ) -> list[Page[Closet]]:
        """A page of closets for each room id."""
        return await _children(self._database, _CLOSETS, owner, "rooms", rooms, first, after, closet_of, "number")

    async def drawers(
        self, owner: Owner, closets: Sequence[str], *, first: int, after: str | None = None
    ) -> list[Page[Drawer]]:
        """A page of drawers for each closet id, in the order they were said."""
        return await _children(self._database, _DRAWERS, owner, "closets", closets, first, after, drawer_of, "position")


async def drawer(database: Database, owner: Owner, pointer: Pointer) -> PlacedDrawer:
    """The drawer of a pointer. Raises NotFoundError, also for another owner's drawer."""
    rows = await database.run(_BY_POINTER, owner=owner.key, pointer=str(pointer))
    if not rows:
        raise NotFoundError(
            f"No drawer {pointer}.", field="pointer", remedy="Take a pointer from a recall result or from the palace."
        )
    row = rows[0]
    return PlacedDrawer(drawer_of(row), row["wing"], row["room"], row["closet"], row["previous"], row["next"])


async def outline(database: Database, owner: Owner) -> list[Row]:
    """Wings with number, name, kind and rooms; a page of each at most."""
    return await database.run(_OUTLINE, owner=owner.key, limit=MAX_PAGE)


async def _children(
    database: Database,
    query: Query,
    owner: Owner,
    key: str,
    parents: Sequence[str],
    first: int,
    after: str | None,
    build: Callable[[Row], T],
    order: str,
) -> list[Page[T]]:
    limit = require_count(first)
    start = -1 if order == "position" else 0
    given: dict[str, object] = {key: list(parents), "after": number_of(after, start), "limit": limit + 1}
    rows = await database.run(query, owner=owner.key, **given)
    by_parent: dict[str, list[Row]] = {parent: [] for parent in parents}
    for row in rows:
        by_parent[row["parent"]].append(row)
    return [_page(by_parent[parent], limit, build, order) for parent in parents]


def _page(rows: list[Row], limit: int, build: Callable[[Row], T], order: str) -> Page[T]:
    kept = rows[:limit]
    return Page(tuple(build(row) for row in kept), tuple(str(row[order]) for row in kept), len(rows) > limit)


def wing_of(row: Row) -> Wing:
    """A wing from its row."""
    return Wing(row["id"], row["number"], row["name"], row["slug"], WingKind(row["kind"]), row["rooms"])


def room_of(row: Row) -> Room:
    """A room from its row."""
    fields = ("id", "number", "title", "slug", "started_at", "ended_at", "drawers")
    return Room(**{name: row[name] for name in fields})


def closet_of(row: Row) -> Closet:
    """A closet from its row."""
    return Closet(row["id"], row["number"], row["topic"], row["slug"], row["drawers"])


def drawer_of(row: Row) -> Drawer:
    """A drawer from its row."""
    return Drawer(
        id=row["id"],
        text=row["text"],
        speaker=row["speaker"],
        role=row["role"],
        said_at=row["said_at"],
        position=row["position"],
        pointer=row["pointer"],
        tags=tuple(row["tags"]),
        language=row["language"],
        embedded=row["embedded"],
        source_id=row["source_id"],
        ended_at=row.get("ended_at"),
    )
