"""File verbatim turns: one transaction a batch; numbers are given out under the owner's lock.

The caller says which turn belongs to which wing, room and closet; this module finds the new ones. All of it may be
repeated: ids are digests, writes are MERGEs, and drawers that exist stay unchanged.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.errors import InvalidInputError, OwnerMovedError
from graphmem.model.palace import Owner, Pointer
from graphmem.model.quota import Holding
from graphmem.store import labels
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.queries import bind
from graphmem.store.rows import row_of

_OPEN_OWNER = bind("tenant/open_owner", __name__)
_OPEN_FILING = bind("palace/open_filing", __name__)
_ROOM_STATES = bind("palace/room_states", __name__)
_KNOWN = bind("palace/known_drawers", __name__)
_FILE = bind("palace/file_drawers", __name__)
_MARK = bind("palace/mark_observed", __name__)
_ENDED = bind("palace/ended_drawers", __name__)
_END = bind("palace/end_drawers", __name__)


@dataclass(frozen=True, slots=True)
class WingDraft:
    """A wing as the caller names it; a wing of the owner with this slug or alias is used instead."""

    id: str
    slug: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class RoomDraft:
    """A session of talk; `conversation` is the key of its conversation."""

    id: str
    slug: str
    title: str
    conversation: str
    started_at: datetime | None
    project: str | None = None


@dataclass(frozen=True, slots=True)
class ClosetDraft:
    """A topic of a room; `number` orders the closets of the room."""

    id: str
    room: str
    slug: str
    topic: str
    number: int


@dataclass(frozen=True, slots=True)
class DrawerDraft:
    """A turn to file. `embedding` is None when the embedder failed.
    The backfill then adds it, with `token_states`, which only some embedders give."""

    id: str
    room_id: str
    closet_id: str
    text: str
    index_text: str
    speaker: str
    role: str
    said_at: datetime | None
    language: str
    tags: list[str]
    source_id: str | None
    conversation: str
    embedding: list[float] | None = field(repr=False)
    embedding_model: str | None
    token_states: bytes | None = field(repr=False, default=None)
    observed: bool = False
    project: str | None = None


@dataclass(frozen=True, slots=True)
class RoomState:
    """A room before a batch: the number of drawers ever filed in it, and the last one."""

    id: str
    number: int
    drawers: int
    last_id: str | None
    last_text: str | None = None
    last_speaker: str | None = None
    last_closet: str | None = None
    last_closet_drawers: int | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """The input of one transaction: drawers in the order they were said, rooms by number."""

    wing: WingDraft
    rooms: Sequence[RoomDraft]
    closets: Sequence[ClosetDraft]
    drawers: Sequence[DrawerDraft]


async def filed_ids(database: Database, owner: Owner, ids: Sequence[str]) -> set[str]:
    """The filed ones among these drawer ids."""
    return {row["id"] for row in await database.run(_KNOWN, owner=owner.key, ids=list(ids))}


async def ended_ids(database: Database, owner: Owner, ids: Sequence[str]) -> set[str]:
    """The drawers among these whose text is no longer in their document."""
    return {row["id"] for row in await database.run(_ENDED, owner=owner.key, ids=list(ids))}


async def end_others(
    transaction: Transaction, owner: Owner, conversation: str, present: Sequence[str], now: datetime
) -> tuple[int, list[str]]:
    """End a document's drawers that are not `present`; their number, and the memories only they support."""
    given = {"conversation": conversation, "present": list(present), "now": now}
    row = (await transaction.run(_END, owner=owner.key, **given))[0]
    return int(row["ended"]), list(row["memories"])


async def room_states(database: Database, owner: Owner, rooms: Sequence[RoomDraft]) -> dict[str, RoomState]:
    """The states of those of these rooms that exist, by id."""
    rows = await database.run(_ROOM_STATES, owner=owner.key, rooms=[room.id for room in rooms])
    return {row["id"]: RoomState(**row) for row in rows}


async def file(database: Database, owner: Owner, batch: Batch) -> int:
    """File a batch in its own transaction and return the number of new drawers."""

    async def work(transaction: Transaction) -> int:
        return len(await file_in(transaction, owner, await open_in(transaction, owner, batch)))

    return await database.write(work)


async def lock(transaction: Transaction, owner: Owner) -> None:
    """Lock the owner's node until the transaction ends; create the node if it is missing.

    Must be the first statement of every write (`open_in` includes it). The owner's data that a writer then reads stay
    valid until it commits, and as all writers lock here first, there are no deadlocks. Raises InvalidInputError when
    the owner was erased after this write was requested, OwnerMovedError when the owner moves to another database.
    """
    rows = await transaction.run(_OPEN_OWNER, owner=owner.key, name=owner.name, asked_at=owner.asked_at)
    _refuse(owner, rows[0])


@asynccontextmanager
async def writes_blocked(database: Database, owner: Owner) -> AsyncIterator[None]:
    """Block all writes of the owner while the block runs; other writers wait, for two minutes at most."""
    async with database.locks_held(_OPEN_OWNER, owner=owner.key, name=owner.name, asked_at=owner.asked_at):
        yield


async def mark_observed(transaction: Transaction, owner: Owner, ids: Sequence[str]) -> set[str]:
    """Mark drawers as read by the write path, and return those that were not marked before."""
    return {row["id"] for row in await transaction.run(_MARK, owner=owner.key, ids=sorted(ids))}


@dataclass(frozen=True, slots=True)
class OpenFiling:
    """A filing under the owner's lock.

    It has the wing to file in and its number, the new drawers of the batch, and the states of their rooms before the
    batch.
    """

    wing: str
    number: int
    new: list[DrawerDraft]
    rooms: dict[str, RoomState]
    tombstone_key: str | None = None
    """The key for hashes of forgotten texts; None if the owner never forgot anything."""
    holding: Holding = field(default=Holding(""))
    """The owner's usage before the batch, and the owner's quota."""


async def open_in(transaction: Transaction, owner: Owner, batch: Batch) -> OpenFiling:
    """Take the owner's lock as `lock` does, find the new drawers, and open wing, rooms and closets.

    One statement, since a message that is filed alone waits for each round trip.
    """
    found = (
        await transaction.run(
            _OPEN_FILING,
            owner=owner.key,
            owner_name=owner.name,
            asked_at=owner.asked_at,
            wing=row_of(batch.wing),
            rooms=[row_of(room) for room in batch.rooms],
            closets=[row_of(closet) for closet in batch.closets],
            drawers=[{"id": one.id, "room_id": one.room_id, "closet_id": one.closet_id} for one in batch.drawers],
        )
    )[0]
    _refuse(owner, found)
    filed = set(found["known"])
    return OpenFiling(
        found["id"],
        found["number"],
        [drawer for drawer in batch.drawers if drawer.id not in filed],
        {room["id"]: RoomState(**room) for room in found["rooms"]},
        found["tombstone_key"],
        Holding(owner.name, found["texts"], found["characters"], found["quota"]),
    )


async def file_in(transaction: Transaction, owner: Owner, opened: OpenFiling) -> dict[str, str]:
    """File the new drawers of a batch that this transaction opened; returns id → pointer."""
    if not opened.new:
        return {}
    rows, pairs, counts = _numbered(opened, owner.author)
    await transaction.run(_FILE, owner=owner.key, labels=labels.DRAWERS, drawers=rows, pairs=pairs, rooms=counts)
    return {row["id"]: row["pointer"] for row in rows}


def _refuse(owner: Owner, found: Row) -> None:
    """Raise OwnerMovedError if the owner moves, InvalidInputError if the owner was erased since."""
    if found["moving_to"] is not None:
        raise OwnerMovedError(owner.name, found["moving_to"])
    if found["erased"]:
        raise InvalidInputError(
            f"{owner.name} was erased while this was on its way; nothing of it was written.",
            field="owner",
            remedy="Ask again if it is to be remembered all the same.",
        )


def _numbered(
    opened: OpenFiling, author: str | None
) -> tuple[list[dict[str, Any]], list[list[str]], list[dict[str, Any]]]:
    """Rows with position and pointer, the pairs that follow each other, and each room's new counters."""
    rooms = opened.rooms
    filed = dict.fromkeys(rooms, 0)
    last = {room.id: room.last_id for room in rooms.values()}
    ended: dict[str, datetime | None] = {}
    rows: list[dict[str, Any]] = []
    pairs: list[list[str]] = []
    for drawer in opened.new:
        room = rooms[drawer.room_id]
        position = room.drawers + filed[room.id]
        pointer = Pointer(opened.number, room.number, position + 1)
        rows.append(
            {
                **row_of(drawer),
                "position": position,
                "pointer": str(pointer),
                "wing_id": opened.wing,
                "author": author,
                "embedded": drawer.embedding is not None,
            }
        )
        if (previous := last[room.id]) is not None:
            pairs.append([previous, drawer.id])
        last[room.id] = drawer.id
        filed[room.id] += 1
        ended[room.id] = drawer.said_at or ended.get(room.id)
    counts = [
        {"id": room, "filed": count, "last_drawer": last[room], "ended_at": ended.get(room)}
        for room, count in filed.items()
    ]
    return rows, pairs, counts
