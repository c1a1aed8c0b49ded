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
"""Nodes, or facts, removed per transaction: with 384 floats a node, far below the smallest heap."""

ERASED_HOURS = 24
"""Hours for which an erasure is recorded: longer than any earlier request can be in flight."""

PRUNED_AT_ONCE = 1_000

_PRUNE_ERASED = bind("tenant/prune_erased", __name__)
_COUNTS = bind("tenant/owner_counts", __name__)
_ERASE = bind("tenant/erase_owner", __name__)
_ERASE_FACTS = bind("tenant/erase_facts", __name__)
_OWNERS = bind("tenant/owners", __name__)


@dataclass(frozen=True, slots=True)
class OwnerCounts:
    """An owner's counts; `pending` drawers wait for their embedding.

    `remembered`: the owner has a memory, from a drawer or recorded directly.
    """

    drawers: int = 0
    wings: int = 0
    pending: int = 0
    remembered: bool = False


async def counts(database: Database, owner: Owner) -> OwnerCounts:
    """The owner's counters; all zero if nobody has written for the owner."""
    rows = await database.run(_COUNTS, owner=owner.key)
    return OwnerCounts(**rows[0]) if rows else OwnerCounts()


async def erase(
    database: Database, owner: Owner, progress: Progress = silent, *, moved_to: str | None = None
) -> dict[str, int]:
    """Remove all of an owner's nodes in bounded transactions; returns the number of nodes by label.

    Requests from before its end write nothing afterwards; an `Owner` made later is a new one. `moved_to` names the
    database to which the owner has moved.
    """
    removed: Counter[str] = Counter()
    limit = 0  # first the owner's node alone, so that nobody adds a fact meanwhile
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
    """Remove records of erasures older than a day, a thousand at most; returns their number."""
    rows = await database.run(_PRUNE_ERASED, hours=ERASED_HOURS, limit=PRUNED_AT_ONCE)
    return int(rows[0]["removed"])


async def all_owners(database: Database) -> list[tuple[Owner, int]]:
    """Every owner with its number of drawers; for maintenance only."""
    return [(Owner(row["name"], row["owner"]), row["drawers"]) for row in await database.run(_OWNERS)]
