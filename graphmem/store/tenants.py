"""Owners: counts and erasure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.store.database import Database
from graphmem.store.queries import bind

ERASE_BATCH = 5_000
"""Nodes, or facts, removed per transaction: with 384 floats a node this stays far below the smallest heap."""

ERASED_HOURS = 24
"""How long it is known that an owner was erased: longer than anything asked for before can be on its way."""

PRUNED_AT_ONCE = 1_000

_PRUNE_ERASED = bind("tenant/prune_erased", __name__)
_COUNTS = bind("tenant/owner_counts", __name__)
_ERASE = bind("tenant/erase_owner", __name__)
_ERASE_FACTS = bind("tenant/erase_facts", __name__)
_OWNERS = bind("tenant/owners", __name__)


@dataclass(frozen=True, slots=True)
class OwnerCounts:
    """How much an owner holds; `pending` drawers still wait for their embedding. `remembered` is whether there is any
    memory, of a drawer or recorded on purpose."""

    drawers: int = 0
    wings: int = 0
    pending: int = 0
    remembered: bool = False


async def counts(database: Database, owner: Owner) -> OwnerCounts:
    """The owner's counters; all zero for an owner nobody has written for."""
    rows = await database.run(_COUNTS, owner=owner.key)
    return OwnerCounts(**rows[0]) if rows else OwnerCounts()


async def erase(
    database: Database, owner: Owner, progress: Progress = silent, *, moved_to: str | None = None
) -> dict[str, int]:
    """Remove everything of an owner, in bounded transactions, and return how many nodes went, by label.

    What was asked for before the end of it writes nothing afterwards; an `Owner` made then may be used as a new one.
    Where the owner has `moved_to` another database, it is told so.
    """
    removed: Counter[str] = Counter()
    limit = 0  # at first the owner's node alone, so that nobody adds a fact meanwhile
    while True:
        given = {"at": datetime.now(UTC), "moved_to": moved_to, "limit": limit}
        row = (await database.run(_ERASE, owner=owner.key, **given))[0]
        if limit and not row["owners"] and not row["counts"]:
            return dict(removed)
        removed.update({"Owner": row["owners"]} if row["owners"] else {})
        removed.update(dict(row["counts"]))
        progress("erasing", removed.total(), None)
        if not limit:
            limit = ERASE_BATCH
            while (await database.run(_ERASE_FACTS, owner=owner.key, limit=limit))[0]["removed"]:
                progress("erasing", removed.total(), None)


async def prune_erased(database: Database) -> int:
    """Remove what tells of erasures of more than a day ago; of how many owners, at most a thousand."""
    rows = await database.run(_PRUNE_ERASED, hours=ERASED_HOURS, limit=PRUNED_AT_ONCE)
    return int(rows[0]["removed"])


async def all_owners(database: Database) -> list[tuple[Owner, int]]:
    """Every owner with its number of drawers; for maintenance only."""
    return [(Owner(row["name"], row["owner"]), row["drawers"]) for row in await database.run(_OWNERS)]
