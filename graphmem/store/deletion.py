"""Deletion of one drawer, and of its words in the turns, closets and memories around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import NotFoundError
from graphmem.model.palace import Owner, Pointer
from graphmem.store.database import Row, Transaction
from graphmem.store.queries import bind
from graphmem.store.rows import row_of

_SURROUNDINGS = bind("palace/drawer_surroundings", __name__)
_ALONE = bind("palace/memories_of_drawer", __name__)
_DELETE = bind("palace/delete_drawer", __name__)
_CLOSET_TEXTS = bind("palace/closet_texts", __name__)
_RENAME = bind("palace/rename_after_deletion", __name__)


@dataclass(frozen=True, slots=True)
class PreviousTurn:
    """The previous turn."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The next turn, whose index text begins with the deleted turn."""

    id: str
    speaker: str
    text: str
    said_at: datetime | None
    language: str
    tags: list[str]
    about: str


@dataclass(frozen=True, slots=True)
class SharedMemory:
    """A memory that the drawer shares with other or later turns; `texts` are theirs, fifty at most."""

    id: str
    text: str
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The turns, closets and memories around a drawer before its deletion.

    The names of `closets` may contain its words.
    """

    id: str
    text: str
    speaker: str
    language: str
    before: PreviousTurn | None
    after: NextTurn | None
    closets: Sequence[str]
    shared: Sequence[SharedMemory]


@dataclass(frozen=True, slots=True)
class NamedCloset:
    """A closet with its first remaining turns; `language` is that of the first, None without any."""

    id: str
    topic: str
    drawers: int
    texts: Sequence[str]
    language: str | None


@dataclass(frozen=True, slots=True)
class ClosetName:
    """The new name of a closet."""

    id: str
    topic: str
    slug: str


@dataclass(frozen=True, slots=True)
class IndexText:
    """The new index text of a turn."""

    id: str
    index_text: str


async def surroundings(
    transaction: Transaction, owner: Owner, pointers: Iterable[Pointer], turns: int
) -> list[Surroundings]:
    """The surroundings of drawers, with the first `turns` turns of their closets. Raises NotFoundError."""
    asked = sorted({str(pointer) for pointer in pointers})
    rows = await transaction.run(_SURROUNDINGS, owner=owner.key, pointers=asked, turns=turns) if asked else []
    if len(rows) < len(asked):
        missing = next(pointer for pointer in asked if pointer not in {row["pointer"] for row in rows})
        raise NotFoundError(
            f"No drawer {missing}.", field="pointer", remedy="Take a pointer from a recall result or from the palace."
        )
    return [
        Surroundings(
            id=row["id"],
            text=row["text"],
            speaker=row["speaker"] or "",
            language=row["language"],
            before=row["before"] and PreviousTurn(row["before"]["speaker"] or "", row["before"]["text"]),
            after=row["after"] and _following(row["after"]),
            closets=row["closets"],
            shared=[SharedMemory(**one) for one in row["shared"]],
        )
        for row in rows
    ]


def _following(row: Row) -> NextTurn:
    told = {"speaker": row["speaker"] or "", "tags": row["tags"] or [], "about": row["about"] or ""}
    return NextTurn(**(row | told))


async def sole_memories(transaction: Transaction, owner: Owner, drawer: str) -> list[str]:
    """The memories that only this drawer supports."""
    return [row["id"] for row in await transaction.run(_ALONE, owner=owner.key, drawer=drawer)]


async def delete(transaction: Transaction, owner: Owner, pointer: Pointer, also: Sequence[str]) -> int:
    """Delete the drawer, the memories only it supports and those in `also`; the number of memories."""
    rows = await transaction.run(_DELETE, owner=owner.key, pointer=str(pointer), also=list(also))
    return int(rows[0]["memories"])


async def closets(transaction: Transaction, owner: Owner, ids: Iterable[str], turns: int) -> list[NamedCloset]:
    """Closets by id, with their first `turns` turns."""
    rows = await transaction.run(_CLOSET_TEXTS, owner=owner.key, closets=sorted(ids), turns=turns)
    return [NamedCloset(**row) for row in rows]


async def rename(
    transaction: Transaction, owner: Owner, turns: Iterable[IndexText], names: Iterable[ClosetName]
) -> None:
    """Rename closets, remove those that are empty, and give turns new index texts."""
    given = {"found": [row_of(turn) for turn in turns], "closets": [row_of(name) for name in names]}
    await transaction.run(_RENAME, owner=owner.key, **given)
