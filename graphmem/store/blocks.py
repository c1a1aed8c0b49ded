"""Blocks that were given to agents: what each showed, kept for a while so that its use can be told of as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.model.palace import Owner
from graphmem.store.database import Database, Transaction
from graphmem.store.queries import bind
from graphmem.store.rows import instant

KEPT_DAYS = 30
"""Whoever tells how an answer turned out does so within days."""

MOST_KEPT = 500
"""Blocks of one owner that are kept at the most, the last."""

SHOWN_BLOCKS = 50
"""Blocks of one session of which it is known what they showed, the last."""

MOST_OF_TURNS = 100
"""Memories made of the turns of one block that an outcome reaches."""

PRUNED_AT_ONCE = 1_000

_KEEP = bind("block/keep_block", __name__)
_SHOWN = bind("block/shown_blocks", __name__)
_OPEN = bind("block/open_block", __name__)
_TELL = bind("block/tell_block", __name__)
_PRUNE = bind("block/prune_blocks", __name__)
_OF_TURNS = bind("block/memories_of_turns", __name__)


@dataclass(frozen=True, slots=True)
class Block:
    """What a block showed: memories, each with a mark of what it said, and turns. `session` is "" without one."""

    id: str
    session: str
    memories: tuple[str, ...]
    marks: tuple[str, ...]
    turns: tuple[str, ...]
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Used:
    """A memory that was shown by its `turn`."""

    turn: str
    id: str
    stability: float
    last_accessed_at: datetime


async def keep(transaction: Transaction, owner: Owner, block: Block) -> None:
    """Keep what a block showed, under the owner's lock."""
    await transaction.run(
        _KEEP, owner=owner.key, id=block.id, session=block.session, memories=list(block.memories),
        marks=list(block.marks), turns=list(block.turns), now=block.made_at, kept=MOST_KEPT,
    )  # fmt: skip


async def shown(
    database: Database, owner: Owner, session: str, since: datetime
) -> tuple[datetime, dict[str, str], frozenset[str]]:
    """What the session was shown since then: marks of memories by id, the latest of each, and the ids of turns. First,
    since when: later than asked for where its context began anew after that."""
    (row,) = await database.run(_SHOWN, owner=owner.key, session=session, since=since, limit=SHOWN_BLOCKS)
    marks: dict[str, str] = {}
    for memories, told, _ in reversed(row["blocks"]):
        marks |= dict(zip(memories, told, strict=True))
    return row["since"], marks, frozenset(turn for _, _, turns in row["blocks"] for turn in turns)


async def open_(
    transaction: Transaction, owner: Owner, id_: str, now: datetime
) -> tuple[list[str], bool | None] | None:
    """The memories that a block showed, themselves or by their turns, and what was told of it before.

    Locked until the transaction ends; None when the owner has no such block, or none so young.
    """
    since = now - timedelta(days=KEPT_DAYS)
    rows = await transaction.run(_OPEN, owner=owner.key, id=id_, since=since, limit=MOST_OF_TURNS)
    return (list(dict.fromkeys(rows[0]["memories"])), rows[0]["told"]) if rows else None


async def tell(transaction: Transaction, owner: Owner, id_: str, *, success: bool) -> None:
    """Note what was told about a block."""
    await transaction.run(_TELL, owner=owner.key, id=id_, success=success)


async def of_turns(database: Database, owner: Owner, turns: Sequence[str]) -> list[Used]:
    """The memories that were made of these turns and are still believed."""
    rows = await database.run(_OF_TURNS, owner=owner.key, turns=list(turns))
    return [Used(**row | {"last_accessed_at": instant(row["last_accessed_at"])}) for row in rows]


async def prune(database: Database) -> int:
    """Forget the blocks of all owners that are older than `KEPT_DAYS`; how many."""
    removed = 0
    while True:
        batch = int((await database.run(_PRUNE, days=KEPT_DAYS, limit=PRUNED_AT_ONCE))[0]["removed"])
        removed += batch
        if batch < PRUNED_AT_ONCE:
            return removed
