"""The database of each owner in a cluster: a directory in the first one, fences in the others."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import InvalidInputError
from graphmem.model.palace import Owner
from graphmem.store import audit_chain, quotas, webhooks
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind

BATCH = 500

BUSY_SECONDS = 5.0
"""A lock held for longer means that another process is moving the owner."""

_PLACED = bind("place/placed", __name__)
_PLACE = bind("place/place", __name__)
_BEGIN = bind("place/begin", __name__)
_FLIP = bind("place/flip", __name__)
_SETTLE = bind("place/settle", __name__)
_FORGET = bind("place/forget", __name__)
_UNFINISHED = bind("place/unfinished", __name__)
_HOLD = bind("place/hold", __name__)
_FENCE = bind("place/fence", __name__)
_UNFENCE = bind("place/unfence", __name__)
_ARRIVE = bind("place/arrive", __name__)
_FENCED = bind("place/fenced", __name__)
_CARRIED = bind("place/carried", __name__)
_CARRY = {
    "ApiKey": bind("place/carry_keys", __name__),
    "Job": bind("place/carry_jobs", __name__),
    "Request": bind("place/carry_requests", __name__),
    "AuditEntry": bind("place/carry_audit", __name__),
    "Usage": bind("place/carry_usage", __name__),
}


@dataclass(frozen=True, slots=True)
class Place:
    """The database that has an owner, the one of a move's target, and the one a move must still clear."""

    holder: str
    moving_to: str | None = None
    leaving: str | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """An owner whose writes are blocked at the source of a move.

    `erased_at` is the owner's last erasure there.
    """

    erased_at: datetime | None


async def place_of(directory: Database, owner: Owner) -> Place | None:
    """The owner's place; None for an unknown owner. Read at the leader: a move counts at once."""
    rows = await directory.leader.run(_PLACED, owner=owner.key)
    return Place(**rows[0]) if rows else None


async def place(directory: Database, owner: Owner, database: str) -> str:
    """Give the owner a database unless the owner has one, and return the owner's database."""
    return str((await directory.run(_PLACE, owner=owner.key, name=owner.name, database=database))[0]["holder"])


async def forget(directory: Database, owner: Owner, database: str) -> None:
    """Remove the place of an erased owner."""
    await directory.run(_FORGET, owner=owner.key, database=database)


async def unfinished_moves(directory: Database) -> list[Owner]:
    """Owners whose moves have begun and not ended."""
    return [Owner(row["name"], row["owner"]) for row in await directory.run(_UNFINISHED)]


@asynccontextmanager
async def move_locked(directory: Database, owner: Owner) -> AsyncIterator[None]:
    """Lock the owner's move while the block runs. Raises InvalidInputError if somebody moves the owner."""
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(BUSY_SECONDS):
                await stack.enter_async_context(directory.locks_held(_HOLD, owner=owner.key))
        except TimeoutError as error:
            raise InvalidInputError(
                f"{owner.name} is being moved by another process.", field="owner", remedy="Wait until it has ended."
            ) from error
        yield


async def begin(directory: Database, source: Database, owner: Owner, target: str) -> Fence | None:
    """Record the move, then block writes for the owner at the source; None if there is no such owner."""
    await directory.run(_BEGIN, owner=owner.key, target=target)
    (row,) = await source.run(_FENCE, owner=owner.key, target=target)
    return Fence(row["erased_at"]) if row["fenced"] else None


async def arrive(target: Database, owner: Owner, source: str, fence: Fence) -> None:
    """Stop background work for the owner at the target, until `unfence`.

    The last erasure of the owner is that of the source: clearing the target for the copy is none. A cached key's
    requests from before that would be refused otherwise.
    """
    await target.run(_ARRIVE, owner=owner.key, source=source, erased_at=fence.erased_at)


async def unfence(database: Database, owner: Owner) -> None:
    """Allow writes for the owner there again."""
    await database.run(_UNFENCE, owner=owner.key)


async def flip(directory: Database, source: Database, owner: Owner, place: Place) -> bool:
    """Complete the move in the directory; False if the owner was erased at the source meanwhile."""
    rows = await source.leader.run(_FENCED, owner=owner.key, target=place.moving_to)
    if not rows or not rows[0]["fenced"]:
        return False
    found = await directory.run(_FLIP, owner=owner.key, source=place.holder, target=place.moving_to)
    return bool(found[0]["flipped"])


async def settle(directory: Database, owner: Owner) -> None:
    """Record that a move has nothing left to do."""
    await directory.run(_SETTLE, owner=owner.key)


async def carry(source: Database, target: Database, owner: Owner) -> int:
    """Copy keys, jobs, kept answers, audit, usage, webhooks; existing nodes stay. The number of nodes."""
    await webhooks.carry(source, target, owner)
    chain = await audit_chain.to_carry(source, owner)
    batches: defaultdict[str, list[Row]] = defaultdict(list)
    count = 0
    async for row in source.stream(_CARRIED, owner=owner.key):
        batch = batches[row["label"]]
        batch.append(row["properties"])
        count += 1
        if len(batch) == BATCH:
            await target.run(_CARRY[row["label"]], owner=owner.key, rows=batch)
            batch.clear()
    for label, batch in batches.items():
        await target.run(_CARRY[label], owner=owner.key, rows=batch)
    await audit_chain.carry(target, owner, chain)
    if (own := (await quotas.holding(source, owner)).own) is not None:
        await target.write(lambda transaction: quotas.set_own(transaction, owner, own))
    return count
