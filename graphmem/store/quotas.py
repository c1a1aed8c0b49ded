"""Quotas of owners: what each holds and may hold, from counters that filing and deleting update."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.palace import Owner
from graphmem.model.quota import Holding
from graphmem.store.database import Database, Transaction
from graphmem.store.queries import bind

_READ = bind("tenant/owner_quota", __name__)
_SET = bind("tenant/set_quota", __name__)


async def holding(database: Database | Transaction, owner: Owner) -> Holding:
    """The owner's usage; zero if nobody has written for the owner."""
    rows = await database.run(_READ, owner=owner.key)
    return Holding(owner.name, **rows[0]) if rows else Holding(owner.name)


async def set_own(transaction: Transaction, owner: Owner, quota: Sequence[int]) -> None:
    """Store an owner's own quota, under the owner's lock."""
    await transaction.run(_SET, owner=owner.key, quota=list(quota))
