"""In which tier a memory is, and its moves from one to another, each kept in its history."""

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
"""The tiers that a memory can be stored in; the working tier is what sessions hold."""

AWAKE = (Tier.EPISODIC, Tier.SEMANTIC)


async def counts(database: Database, owner: Owner, now: datetime) -> dict[Tier, int]:
    """How many live memories each tier has; what sleeps counts though its time is over."""
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
    """Wake those of these memories that sleep, in a transaction that holds the owner's lock; which they were.

    Before `until` no dream puts them to sleep again, None for the next one that may.
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
    """Put a memory into a tier, under the owner's lock; False when it is there. None leaves the finer place alone.
    `until` as for `wake`."""
    finer = None if sub_tier is None else sub_tier.value
    rows = await transaction.run(
        _MOVE, owner=owner.key, id=id_, tier=tier.value, sub_tier=finer, now=now, reason=reason, until=until
    )
    return bool(rows)
