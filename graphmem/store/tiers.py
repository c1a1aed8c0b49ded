"""Tiers of memories, and moves between them, which a memory's history records."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.model.memory import SubTier, Tier
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Transaction
from graphmem.store.queries import bind

_COUNTS = bind("dream/tier_counts", __name__)
_WAKE = bind("dream/wake_memories", __name__)
_MOVE = bind("dream/move_memory", __name__)

STORED = (Tier.EPISODIC, Tier.SEMANTIC, Tier.DORMANT)
"""Tiers in which memories are stored; the working tier is the sessions' working memory."""

AWAKE = (Tier.EPISODIC, Tier.SEMANTIC)


async def counts(database: Database, owner: Owner, now: datetime) -> dict[Tier, int]:
    """Number of live memories per tier; dormant ones count even after their valid time."""
    names = [tier.value for tier in STORED]
    rows = await database.run(_COUNTS, owner=owner.key, tiers=names, asleep=Tier.DORMANT.value, now=now)
    return {Tier(row["tier"]): int(row["count"]) for row in rows}


async def wake(
    transaction: Transaction,
    owner: Owner,
    ids: Sequence[str],
    now: datetime,
    reason: str,
    *,
    until: datetime | None = None,
) -> list[str]:
    """Wake the dormant ones of these memories, under the owner's lock; returns their ids.

    Before `until` no dream makes them dormant again; None: the next dream may.
    """
    if not ids:
        return []
    rows = await transaction.run(_WAKE, owner=owner.key, ids=sorted(set(ids)), now=now, reason=reason, until=until)
    return [row["id"] for row in rows]


async def move(
    transaction: Transaction,
    owner: Owner,
    id_: str,
    tier: Tier,
    sub_tier: SubTier | None,
    now: datetime,
    reason: str,
    *,
    until: datetime | None = None,
) -> bool:
    """Move a memory to a tier, under the owner's lock; False if it is there already.
    A `sub_tier` of None stays unchanged; `until` as for `wake`."""
    finer = None if sub_tier is None else sub_tier.value
    rows = await transaction.run(
        _MOVE, owner=owner.key, id=id_, tier=tier.value, sub_tier=finer, now=now, reason=reason, until=until
    )
    return bool(rows)
