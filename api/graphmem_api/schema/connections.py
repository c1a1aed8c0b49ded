"""Lists in Relay's shape: edges with opaque cursors, and whether more follow."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Generic, Protocol, TypeVar

import strawberry
from strawberry import argument

from graphmem.errors import InvalidInputError
from graphmem.model.palace import Page

Count = Callable[[], Awaitable[int]]
"""Counts the objects of a list, on request."""

M = TypeVar("M")
T = TypeVar("T")

PAGE = 10
"""Objects of a list by default."""

MOST = 100
"""Objects of a list at most."""

First = Annotated[int, argument("How many, 1 to 100.")]
HowMany = Annotated[int, argument("How many, 1 to 100.")]
FormerFirst = Annotated[int | None, argument("How many.", deprecation_reason="It is called `limit` now.")]
"""Paged lists are connections, with `first` and `after`; for the others, `limit` is the largest size."""

After = Annotated[str | None, argument("The endCursor of the page before; none for the first.")]


@strawberry.type(description="Bounds of a page of a list.")
class PageInfo:
    has_previous_page: bool = strawberry.field(description="Whether this is not the first; lists go forward alone.")
    start_cursor: str | None = strawberry.field(description="Cursor of the first edge; null on an empty page.")
    has_next_page: bool = strawberry.field(description="Whether more follow; ask again with `after: endCursor`.")
    end_cursor: str | None = strawberry.field(description="Cursor of the last edge; null on an empty page.")


@strawberry.type(description="One object of a list with its place in it.")
class Edge(Generic[T]):
    cursor: str = strawberry.field(description="Opaque. Only good as `after` of this very list.")
    node: T


def many(limit: int, first: int | None) -> int:
    """The requested number of objects, by whichever argument."""
    return limit if first is None else first


class Counted(Protocol):
    """A page that knows the size of its list, or how to count it."""

    count: Count | int


async def _total(root: strawberry.Parent[Counted]) -> int:
    return root.count if isinstance(root.count, int) else await root.count()


@strawberry.type(description="A page of a list.")
class Connection(Generic[T]):
    edges: list[Edge[T]]
    nodes: list[T] = strawberry.field(description="The objects without their cursors.")
    page_info: PageInfo
    count: strawberry.Private[Count | int]

    total_count: int = strawberry.field(
        resolver=_total, description="How many objects the list has in all, counted anew when it is asked for."
    )


def connection(
    kind: str, page: Page[M], build: Callable[[M], T], after: str | None, count: Count | int
) -> Connection[T]:
    """A page of the model as one of the schema, after a cursor.

    `kind` names the list, so that its cursors serve no other; `count` is the size of the list, or computes it on
    request.
    """
    nodes = [build(item) for item in page.items]
    cursors = [_encoded(kind, cursor) for cursor in page.cursors]
    edges = [Edge(cursor=cursor, node=node) for cursor, node in zip(cursors, nodes, strict=True)]
    info = PageInfo(
        has_next_page=page.has_next,
        has_previous_page=after is not None,
        start_cursor=cursors[0] if cursors else None,
        end_cursor=cursors[-1] if cursors else None,
    )
    # A list that fits on one page needs no count of its own.
    whole = after is None and not page.has_next
    return Connection(edges=edges, nodes=nodes, page_info=info, count=len(nodes) if whole else count)


def sliced(items: Sequence[M], key: Callable[[M], str], first: int, after: str | None) -> Page[M]:
    """A page of a list in memory; `key` makes the cursors. Raises InvalidInputError."""
    if not 1 <= first <= MOST:
        raise InvalidInputError(f"first is {first}.", field="first", remedy=f"Ask for 1 to {MOST} items.")
    places = {key(item): place for place, item in enumerate(items, start=1)}
    if after is not None and after not in places:
        raise InvalidInputError(
            "after is no cursor of this list.", field="after", remedy="Use an endCursor of a former page."
        )
    start = places[after] if after is not None else 0
    shown = tuple(items[start : start + first])
    return Page(shown, tuple(key(item) for item in shown), start + first < len(items))


def decoded(kind: str, cursor: str | None) -> str | None:
    """The store's cursor within an opaque one. Raises InvalidInputError for a cursor of another list."""
    if cursor is None:
        return None
    try:
        found, _, position = urlsafe_b64decode(cursor.encode()).decode().partition(":")
    except (binascii.Error, ValueError):
        found = position = ""
    if found != kind or not position:
        raise InvalidInputError(
            f"after is {cursor[:40]!r}, which is no cursor of this list.",
            field="after",
            remedy="Use an endCursor of a former page of the same list.",
        )
    return position


def _encoded(kind: str, position: str) -> str:
    return urlsafe_b64encode(f"{kind}:{position}".encode()).decode()
