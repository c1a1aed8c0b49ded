"""Tombstones: stored as keyed hashes, checked by every write in one look-up, lifted by a person."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.counting import COUNTED
from graphmem.errors import NotFoundError
from graphmem.model.ids import ID_DIGITS
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner, Page
from graphmem.model.tombstone import Reason, Tombstone
from graphmem.store.cursors import cursor_of, page_of, position_of, require_count
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.queries import bind

NEAR_MEMORIES, NEAR_TURNS = 60, 40
"""Nearest memories and turns searched for the same statement in other words; one index each."""

_KEY = bind("tombstone/tombstone_key", __name__)
_KNOWN_KEY = bind("tombstone/known_key", __name__)
_KEEP = bind("tombstone/keep_tombstone", __name__)
_ASKED = bind("tombstone/asked_tombstones", __name__)
_HIT = bind("tombstone/hit_tombstones", __name__)
_LIFT = bind("tombstone/lift_tombstones", __name__)
_LIST = bind("tombstone/list_tombstones", __name__)
_BY_ID = bind("tombstone/tombstone_by_id", __name__)
_TO_FORGET = bind("tombstone/memory_to_forget", __name__)
_AROUND = bind("tombstone/around_forgotten", __name__)
_OF_MEMORY = bind("tombstone/tombstones_of_memory", __name__)
_FORMER = bind("tombstone/former_texts", __name__)
_WITHHOLD = bind("tombstone/withhold", __name__)
_BRING_BACK = bind("tombstone/bring_back", __name__)


@dataclass(frozen=True, slots=True)
class SuspectTurn:
    """A turn that may say a forgotten text."""

    id: str
    pointer: str
    text: str
    speaker: str
    language: str


@dataclass(frozen=True, slots=True)
class SuspectMemory:
    """A memory that may say a forgotten text, with the facts it grounds: both ends, predicate, single."""

    id: str
    text: str
    language: str
    facts: tuple[tuple[str, str, str, bool], ...]
    data_source: DataSource


@dataclass(frozen=True, slots=True)
class MemoryToForget(SuspectMemory):
    """A memory about to be forgotten: turns, derived ids, and whether it is withheld already."""

    category: str
    withheld: bool
    turns: tuple[SuspectTurn, ...]
    derived: tuple[str, ...]
    embedding: list[float] | None = field(repr=False, default=None)


@dataclass(frozen=True, slots=True)
class Barred:
    """The standing tombstones of a value, when the last was set, and whether somebody forgot the value."""

    ids: tuple[str, ...]
    at: datetime
    forgotten: bool


async def key(transaction: Transaction, owner: Owner) -> str:
    """The key of the owner's hashes, made on first use."""
    rows = await transaction.run(_KEY, owner=owner.key, fresh=secrets.token_hex(32))
    return str(rows[0]["key"])


async def known_key(runner: Runner, owner: Owner) -> str | None:
    """The key of the owner's hashes; None if the owner never forgot anything, which saves the look-up."""
    rows = await runner.run(_KNOWN_KEY, owner=owner.key)
    return rows[0]["key"] if rows else None


def key_ring(key_: str) -> list[str]:
    """The keys within one: the owner's own first, then those that came with archives."""
    return key_.split()


def join_keys(mine: str | None, other: str | None) -> str | None:
    """One key that covers both, `mine` first; None for two that are None."""
    return " ".join(dict.fromkeys(key_ring(mine or "") + key_ring(other or ""))) or None


def rename_key(key_: str, owner: Owner) -> str:
    """The key for the hashes of a copy, each made anew by `rehash`."""
    return " ".join(f"{one}/{owner.key}" for one in key_ring(key_))


def rehash(hash_: str, owner: Owner) -> str:
    """The hash for a copy under another name: hashes are unique for the whole store."""
    return hash_value(owner.key, hash_)


def hash_value(key_: str, value: str) -> str:
    """The keyed hash of a value (HMAC-SHA-256), cut to the length of an id; `key_` is one of a ring."""
    for part in key_.split("/"):
        mac = hmac.new(part.encode(), value.encode("utf-8", "surrogatepass"), hashlib.sha256)
        value = mac.hexdigest()[:ID_DIGITS]
    return value


async def keep(transaction: Transaction, owner: Owner, stones: Sequence[tuple[Tombstone, Collection[str]]]) -> None:
    """Store tombstones with their hashes."""
    rows = [
        {
            "id": stone.id,
            "keys": sorted(keys),
            "memory": stone.memory,
            "subject": stone.subject,
            "attribute": stone.attribute,
            "reason": stone.reason.value,
            "by": stone.by,
            "at": stone.at,
        }
        for stone, keys in stones
    ]
    if rows:
        await transaction.run(_KEEP, owner=owner.key, rows=rows)


async def find_barred(runner: Runner, owner: Owner, keys: Collection[str]) -> dict[str, Barred]:
    """The barred ones among these hashes, with their tombstones: one look-up."""
    COUNTED.tombstones_asked += bool(keys)
    rows = await runner.run(_ASKED, owner=owner.key, keys=sorted(keys)) if keys else []
    return {row["key"]: Barred(tuple(row["tombstones"]), row["at"], row["forgotten"]) for row in rows}


async def count_hits(transaction: Transaction, owner: Owner, ids: Collection[str], now: datetime) -> None:
    """Count the statements that tombstones barred."""
    if ids:
        COUNTED.tombstones_hit += len(ids)
        await transaction.run(_HIT, owner=owner.key, ids=sorted(ids), now=now)


async def lift(transaction: Transaction, owner: Owner, ids: Collection[str], by: str, now: datetime) -> list[str]:
    """Lift those of these tombstones that stand; returns their ids."""
    rows = await transaction.run(_LIFT, owner=owner.key, ids=sorted(ids), by=by, now=now) if ids else []
    return list(rows[0]["lifted"]) if rows else []


async def page(database: Database, owner: Owner, *, every: bool, first: int, after: str | None) -> Page[Tombstone]:
    """A page of tombstones, the last set first; `every` includes lifted ones. Raises InvalidInputError."""
    require_count(first)
    at, id_ = position_of(after)
    rows = await database.run(_LIST, owner=owner.key, every=every, after_at=at, after_id=id_, limit=first + 1)
    return page_of(rows, first, _tombstone, lambda one: cursor_of(one.at, one.id))


async def get(runner: Runner, owner: Owner, id_: str) -> Tombstone:
    """One tombstone. Raises NotFoundError."""
    rows = await runner.run(_BY_ID, owner=owner.key, id=id_)
    if not rows:
        raise NotFoundError(
            f"No tombstone {id_[:80]!r}.", field="id", remedy="Take an id from `tombstones`, or its start."
        )
    return _tombstone(rows[0])


async def of_correction(runner: Runner, owner: Owner, memory: str) -> list[str]:
    """The standing tombstones that a correction of a memory set."""
    return [row["id"] for row in await runner.run(_OF_MEMORY, owner=owner.key, memory=memory)]


async def memories_to_forget(runner: Runner, owner: Owner, ids: Collection[str]) -> list[MemoryToForget]:
    """Memories about to be forgotten, with what identifies them; unknown ids are left out."""
    rows = await runner.run(_TO_FORGET, owner=owner.key, ids=sorted(ids)) if ids else []
    return [
        MemoryToForget(
            id=row["id"],
            text=row["text"],
            language=row["language"],
            facts=_facts(row["facts"]),
            data_source=DataSource(row["data_source"]),
            category=row["category"],
            withheld=row["withheld"],
            turns=tuple(SuspectTurn(**turn) for turn in row["turns"]),
            derived=tuple(row["derived"]),
            embedding=row["embedding"],
        )
        for row in rows
    ]


async def suspects_around(
    runner: Runner, owner: Owner, ids: Sequence[str], vectors: Sequence[list[float]], now: datetime
) -> tuple[list[SuspectMemory], list[SuspectTurn]]:
    """Memories and turns that may say the same as these memories."""
    given = {"ids": list(ids), "vectors": list(vectors), "reach": NEAR_MEMORIES, "limit": NEAR_TURNS}
    row = (await runner.run(_AROUND, owner=owner.key, now=now, **given))[0]
    near = [_telling(one) for one in row["near"]]
    return near, [SuspectTurn(**one) for one in row["said"]]


async def former_texts(runner: Runner, owner: Owner, ids: Collection[str], now: datetime) -> list[str]:
    """Retracted memories that a person's edits replaced by these, or put in their place."""
    return [row["id"] for row in await runner.run(_FORMER, owner=owner.key, ids=sorted(ids), now=now)]


async def withhold(
    transaction: Transaction,
    owner: Owner,
    tombstone: str,
    memories: Collection[str],
    turns: Collection[str],
    now: datetime,
    believed: Collection[str] = (),
) -> list[str]:
    """Remove retracted memories and their turns from every index and answer, also of the past.
    Returns the turns' pointers. `believed` are the memories that were live until now."""
    given = {"memories": sorted(memories), "turns": sorted(turns), "tombstone": tombstone, "believed": sorted(believed)}
    rows = await transaction.run(_WITHHOLD, owner=owner.key, now=now, **given)
    return list(rows[0]["pointers"]) if rows else []


async def bring_back(transaction: Transaction, owner: Owner, tombstone: str, now: datetime) -> tuple[int, int]:
    """Undo `withhold`; returns the numbers of memories and turns restored."""
    row = (await transaction.run(_BRING_BACK, owner=owner.key, tombstone=tombstone, now=now))[0]
    return int(row["memories"]), int(row["turns"])


def _telling(row: Mapping[str, Any]) -> SuspectMemory:
    return SuspectMemory(row["id"], row["text"], row["language"], _facts(row["facts"]), DataSource(row["data_source"]))


def _facts(rows: Sequence[Sequence[Any]]) -> tuple[tuple[str, str, str, bool], ...]:
    return tuple((one[0], one[1], one[2], bool(one[3])) for one in rows)


def _tombstone(row: Mapping[str, Any]) -> Tombstone:
    found = row["tombstone"]
    return Tombstone(
        id=found["id"],
        memory=found["memory"],
        subject=found["subject"],
        attribute=found["attribute"],
        reason=Reason(found["reason"]),
        by=found["by"],
        at=found["at"],
        values=row["values"],
        hits=found["hits"],
        last_hit_at=found.get("last_hit_at"),
        lifted_at=found.get("lifted_at"),
        lifted_by=found.get("lifted_by"),
    )
