"""Blocks given to agents, with the contents of each, so that a reported outcome reaches all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.model.palace import Owner
from graphmem.store.cursors import remove_all
from graphmem.store.database import Database, Transaction
from graphmem.store.queries import bind
from graphmem.store.rows import instant

KEPT_DAYS = 30
"""Outcomes of answers are reported within days."""

MOST_KEPT = 500
"""Blocks kept per owner, the latest."""

SHOWN_BLOCKS = 50
"""Latest blocks of a session that are read for what it has been shown."""

MOST_OF_TURNS = 100
"""Memories derived from one block's turns that an outcome reaches."""

PRUNED_AT_ONCE = 1_000

_KEEP = bind("block/keep_block", __name__)
_SHOWN = bind("block/shown_blocks", __name__)
_OPEN = bind("block/open_block", __name__)
_TELL = bind("block/tell_block", __name__)
_PRUNE = bind("block/prune_blocks", __name__)
_OF_TURNS = bind("block/memories_of_turns", __name__)


@dataclass(frozen=True, slots=True)
class Block:
    """The contents of a block: memories, each with a mark of its text, and turns; `session` may be ""."""

    id: str
    session: str
    memories: tuple[str, ...]
    marks: tuple[str, ...]
    turns: tuple[str, ...]
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Used:
    """A memory that was shown through its `turn`."""

    turn: str
    id: str
    stability: float
    last_accessed_at: datetime


async def keep(transaction: Transaction, owner: Owner, block: Block) -> None:
    """Store a block's contents, under the owner's lock."""
    await transaction.run(
        _KEEP, owner=owner.key, id=block.id, session=block.session, memories=list(block.memories),
        marks=list(block.marks), turns=list(block.turns), now=block.made_at, kept=MOST_KEPT,
    )  # fmt: skip


async def shown_since(
    database: Database, owner: Owner, session: str, since: datetime
) -> tuple[datetime, dict[str, str], frozenset[str]]:
    """The contents of a session's blocks since an instant: memory marks by id, and ids of turns.

    A memory's mark is its latest. The first value is that instant, or the later one at which the session's context
    began anew.
    """
    (row,) = await database.run(_SHOWN, owner=owner.key, session=session, since=since, limit=SHOWN_BLOCKS)
    marks: dict[str, str] = {}
    for memories, told, _ in reversed(row["blocks"]):
        marks |= dict(zip(memories, told, strict=True))
    return row["since"], marks, frozenset(turn for _, _, turns in row["blocks"] for turn in turns)


async def open_(
    transaction: Transaction, owner: Owner, id_: str, now: datetime
) -> tuple[list[str], bool | None] | None:
    """The memories that a block showed, directly or through their turns, and its reported outcome.

    Locked until the transaction ends; None if the owner has no such block, or if it is older than KEPT_DAYS.
    """
    since = now - timedelta(days=KEPT_DAYS)
    rows = await transaction.run(_OPEN, owner=owner.key, id=id_, since=since, limit=MOST_OF_TURNS)
    return (list(dict.fromkeys(rows[0]["memories"])), rows[0]["told"]) if rows else None


async def record_outcome(transaction: Transaction, owner: Owner, id_: str, *, success: bool) -> None:
    """Record a block's outcome."""
    await transaction.run(_TELL, owner=owner.key, id=id_, success=success)


async def of_turns(database: Database, owner: Owner, turns: Sequence[str]) -> list[Used]:
    """The live memories derived from these turns."""
    rows = await database.run(_OF_TURNS, owner=owner.key, turns=list(turns))
    return [Used(**row | {"last_accessed_at": instant(row["last_accessed_at"])}) for row in rows]


async def prune(database: Database) -> int:
    """Remove all owners' blocks older than `KEPT_DAYS`; returns their number."""
    return await remove_all(database, _PRUNE, days=KEPT_DAYS, at_once=PRUNED_AT_ONCE)
