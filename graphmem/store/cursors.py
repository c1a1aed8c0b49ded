"""Pages of lists, and cursors: the position where the previous page ended."""

from __future__ import annotations

import base64
import binascii
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from typing import Literal, TypeVar

from graphmem.errors import InvalidInputError
from graphmem.model.palace import Page
from graphmem.store.database import Database, Row
from graphmem.store.queries import Query

T = TypeVar("T")

MAX_PAGE = 100
"""The longest page of any list."""


def require_count(value: int, most: int = MAX_PAGE, field: Literal["first", "limit"] = "first") -> int:
    """A number of items. Raises InvalidInputError for one out of 1 to `most`."""
    if not 1 <= value <= most:
        raise InvalidInputError(
            f"first is {value}." if field == "first" else f"limit is {value}.",  # whole, since the page translates it
            field=field,
            remedy=f"Ask for 1 to {most:,} items.",
        )
    return value


def page_of(rows: Sequence[Row], first: int, build: Callable[[Row], T], cursor: Callable[[T], str]) -> Page[T]:
    """The page of a query's rows, of which one more than `first` was asked for."""
    found = tuple(build(row) for row in rows[:first])
    return Page(found, tuple(cursor(one) for one in found), len(rows) > first)


def cursor_of(moment: datetime, id_: str) -> str:
    """The cursor of one item of a time-ordered list."""
    return base64.urlsafe_b64encode(f"{moment.isoformat()}|{id_}".encode()).decode()


def position_of(cursor: str | None) -> tuple[datetime | None, str | None]:
    """The moment and id of a cursor; (None, None) for the beginning. Raises InvalidInputError."""
    if cursor is None:
        return None, None
    try:
        at, id_ = base64.urlsafe_b64decode(cursor.encode()).decode().split("|", 1)
        return datetime.fromisoformat(at), id_
    except (ValueError, binascii.Error) as error:
        raise no_cursor(cursor) from error


def number_of(cursor: str | None, start: int) -> int:
    """The number that a cursor of a numbered list is; `start` for the beginning. Raises InvalidInputError."""
    if cursor is None:
        return start
    # isdigit() also accepts digits of other scripts, of which int() refuses some.
    if not (cursor.isascii() and cursor.isdigit()) or len(cursor) > 9:
        raise no_cursor(cursor)
    return int(cursor)


def no_cursor(given: str | None) -> InvalidInputError:
    """The error for an invalid cursor."""
    remedy = "Pass the endCursor of the page before."
    return InvalidInputError(f"{(given or '')[:80]!r} is no cursor.", field="after", remedy=remedy)


async def batches(
    database: Database, query: Query, order: str, *, at_once: int, **given: object
) -> AsyncIterator[list[Row]]:
    """Read a query in batches; the next one starts after the last row's place in `order` and its id."""
    at: object = None
    id_: str | None = None
    while True:
        rows = await database.run(query, **given, after_at=at, after_id=id_, limit=at_once)
        if rows:
            yield rows
        if len(rows) < at_once:
            return
        at, id_ = _utc(rows[-1][order]), rows[-1]["id"]


def _utc(place: object) -> object:
    """The same instant in UTC: in the graph, one instant in the zones `Z` and `UTC` sorts as two."""
    return place.astimezone(UTC) if isinstance(place, datetime) else place


async def remove_all(database: Database, query: Query, *, at_once: int, **given: object) -> int:
    """Run a query that removes at most `at_once` until it removes fewer; returns how many are `removed`."""
    removed, batch = 0, at_once
    while batch == at_once:
        batch = int((await database.run(query, **given, limit=at_once))[0]["removed"])
        removed += batch
    return removed
