"""Owners and their keys: counts, erasure, bearer keys (kept hashed)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.store import filing, nodes
from graphmem.store.database import Database, Transaction, translated
from graphmem.store.nodes import ApiKey
from graphmem.store.queries import bind

ERASE_BATCH = 5_000
"""Nodes removed per transaction: with 384 floats a node this stays far below the smallest heap."""

ERASED_HOURS = 24
"""How long it is known that an owner was erased: longer than anything asked for before can be on its way."""

PRUNED_AT_ONCE = 1_000

_PRUNE_ERASED = bind("tenant/prune_erased", __name__)
_COUNTS = bind("tenant/owner_counts", __name__)
_ERASE = bind("tenant/erase_owner", __name__)
_OWNERS = bind("tenant/owners", __name__)
_KEY_OWNER = bind("tenant/key_owner", __name__)
_ANY_KEYS = bind("tenant/any_keys", __name__)
_ADD_KEY = bind("tenant/add_key", __name__)


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


async def erase(database: Database, owner: Owner, progress: Progress = silent) -> int:
    """Remove everything of an owner, in bounded transactions, and return how many nodes went.

    What was asked for before the end of it writes nothing afterwards; an `Owner` made then may be used as a new one.
    """
    removed = 0
    while True:
        rows = await database.run(_ERASE, owner=owner.key, at=datetime.now(UTC), limit=ERASE_BATCH)
        if not rows[0]["removed"]:
            return removed
        removed += rows[0]["removed"]
        progress("erasing", removed, None)


async def prune_erased(database: Database) -> int:
    """Remove what tells of erasures of more than a day ago; of how many owners, at most a thousand."""
    rows = await database.run(_PRUNE_ERASED, hours=ERASED_HOURS, limit=PRUNED_AT_ONCE)
    return int(rows[0]["removed"])


async def all_owners(database: Database) -> list[tuple[Owner, int]]:
    """Every owner with its number of drawers; for maintenance only."""
    return [(Owner(row["name"], row["owner"]), row["drawers"]) for row in await database.run(_OWNERS)]


async def add_key(database: Database, owner: Owner, hashed: str, label: str) -> None:
    """Keep the hash of a new bearer key. Raises InvalidInputError when the owner was erased since it was asked for."""
    now = datetime.now(UTC)

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await transaction.run(_ADD_KEY, owner=owner.key, name=owner.name, hash=hashed, label=label, now=now)

    await database.write(work)


async def key_owner(database: Database, hashed: str) -> Owner | None:
    """The owner a key was issued to, or None for a key nobody issued."""
    rows = await database.run(_KEY_OWNER, hash=hashed)
    return Owner(rows[0]["name"], rows[0]["owner"]) if rows else None


async def keys(database: Database, owner: Owner) -> list[ApiKey]:
    """The owner's keys, oldest first."""
    await nodes.use(database)
    with translated(database.address):
        found: list[ApiKey] = await ApiKey.nodes.filter(owner=owner.key).order_by("created_at").all()
    return found


async def remove_keys(database: Database, owner: Owner, label: str) -> int:
    """Revoke the owner's keys of that label and return how many there were."""
    carrying = [key for key in await keys(database, owner) if key.label == label]
    with translated(database.address):
        for key in carrying:
            await key.delete()
    return len(carrying)


async def any_keys(database: Database) -> bool:
    """Whether the store has any key at all."""
    return bool((await database.run(_ANY_KEYS))[0]["found"])
