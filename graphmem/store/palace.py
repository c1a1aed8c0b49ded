"""Browsing the palace: pages of wings, rooms, closets and drawers, and drawers by pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.model.palace import Closet, Drawer, Owner, Page, PlacedDrawer, Pointer, Room, Wing, WingKind
from graphmem.store.database import Database, Row
from graphmem.store.queries import Query, bind

T = TypeVar("T")

MAX_PAGE = 100
"""The longest page of any list."""

_WINGS = bind("palace/wings", __name__)
_ROOMS = bind("palace/rooms", __name__)
_CLOSETS = bind("palace/closets", __name__)
_DRAWERS = bind("palace/drawers", __name__)
_OUTLINE = bind("palace/outline", __name__)
_BY_POINTER = bind("palace/drawer_by_pointer", __name__)


async def wings(database: Database, owner: Owner, *, first: int, after: str | None) -> Page[Wing]:
    """A page of wings by number."""
    limit = _page_size(first)
    rows = await database.run(_WINGS, owner=owner.key, after=_position(after, 0), limit=limit + 1)
    return _page(rows, limit, wing_of, "number")


async def rooms(
    database: Database, owner: Owner, wing_ids: Sequence[str], *, first: int, after: str | None
) -> list[Page[Room]]:
    """A page of rooms for each wing, in the order of `wing_ids`."""
    return await _children(database, _ROOMS, owner, "wings", wing_ids, first, after, room_of, "number")


async def closets(
    database: Database, owner: Owner, room_ids: Sequence[str], *, first: int, after: str | None
) -> list[Page[Closet]]:
    """A page of closets for each room, in the order of `room_ids`."""
    return await _children(database, _CLOSETS, owner, "rooms", room_ids, first, after, closet_of, "number")


async def drawers(
    database: Database, owner: Owner, closet_ids: Sequence[str], *, first: int, after: str | None
) -> list[Page[Drawer]]:
    """A page of drawers for each closet, in the order they were said."""
    return await _children(database, _DRAWERS, owner, "closets", closet_ids, first, after, drawer_of, "position")


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
    limit = _page_size(first)
    start = -1 if order == "position" else 0
    given: dict[str, object] = {key: list(parents), "after": _position(after, start), "limit": limit + 1}
    rows = await database.run(query, owner=owner.key, **given)
    by_parent: dict[str, list[Row]] = {parent: [] for parent in parents}
    for row in rows:
        by_parent[row["parent"]].append(row)
    return [_page(by_parent[parent], limit, build, order) for parent in parents]


def _page(rows: list[Row], limit: int, build: Callable[[Row], T], order: str) -> Page[T]:
    kept = rows[:limit]
    return Page(tuple(build(row) for row in kept), tuple(str(row[order]) for row in kept), len(rows) > limit)


def _page_size(first: int) -> int:
    if not 1 <= first <= MAX_PAGE:
        raise InvalidInputError(
            f"first is {first}.", field="first", remedy=f"Ask for 1 to {MAX_PAGE} and follow the cursor."
        )
    return first


def _position(cursor: str | None, start: int) -> int:
    if cursor is None:
        return start
    # isdigit() also accepts digits of other scripts, of which int() refuses some.
    if not (cursor.isascii() and cursor.isdigit()) or len(cursor) > 9:
        raise InvalidInputError(
            f"after is {cursor[:40]!r}, which is no cursor.", field="after", remedy="Use a cursor from a former page."
        )
    return int(cursor)


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
