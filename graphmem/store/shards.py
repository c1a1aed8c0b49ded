"""What one server of several knows of an owner's place, and what of an owner goes along that no archive holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import numpy as np

from graphmem.errors import InvalidInputError, OwnerMovedError
from graphmem.model.palace import Owner
from graphmem.store import embeddings
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind

BATCH = 500

BUSY_SECONDS = 5.0
"""Who moves an owner does so for longer than this."""

_PLACE = bind("shard/place", __name__)
_OWNERS = bind("shard/owners", __name__)
_BEGIN = bind("shard/begin_move", __name__)
_GIVE_UP = bind("shard/give_up_move", __name__)
_ARRIVE = bind("shard/arrive", __name__)
_LEAVE = bind("shard/leave", __name__)
_SETTLE = bind("shard/settle", __name__)
_CARRIED = bind("shard/carried", __name__)
_VECTORS = bind("shard/vectors", __name__)
_HOLD = bind("shard/hold_move", __name__)
_CARRY = {
    "ApiKey": bind("shard/carry_keys", __name__),
    "Job": bind("shard/carry_jobs", __name__),
    "Request": bind("shard/carry_requests", __name__),
    "AuditEntry": bind("shard/carry_audit", __name__),
}


@dataclass(frozen=True, slots=True)
class Place:
    """What a server knows of an owner. `lives` is whether the memory is here; `data` whether anything of it is."""

    lives: bool = False
    moving_to: str | None = None
    moved_to: str | None = None
    arriving_from: str | None = None
    data: bool = False


@dataclass(frozen=True, slots=True)
class Resident:
    """An owner on a server, as whoever keeps it sees them."""

    name: str
    turns: int
    moving_to: str | None
    moved_to: str | None
    arriving_from: str | None


async def place(database: Database, owner: Owner) -> Place:
    """What this server knows of the owner's place; nothing at all of one it never heard of."""
    rows = await database.run(_PLACE, owner=owner.key)
    return Place(**rows[0]) if rows else Place()


async def still_here(database: Database, owner: Owner) -> None:
    """Refuse an owner whose memory is at another server: for whoever finds nothing of them here, which says nothing
    then, and before what would be done to nothing. Raises OwnerMovedError."""
    found = await place(database, owner)
    if found.moved_to is not None:
        raise OwnerMovedError(owner.name, found.moved_to, gone=True)


async def residents(database: Database) -> list[Resident]:
    """Everybody of whom something is on this server, by name."""
    return [Resident(**row) for row in await database.run(_OWNERS)]


async def begin(database: Database, owner: Owner, target: str) -> str | None:
    """Let nobody write for the owner here until the move to `target` ends. To where they move: to somewhere else when
    that had begun before, None for an owner who is not here."""
    rows = await database.run(_BEGIN, owner=owner.key, target=target)
    return str(rows[0]["moving_to"]) if rows else None


async def give_up(database: Database, owner: Owner) -> None:
    """Let the owner be written for here again."""
    await database.run(_GIVE_UP, owner=owner.key)


async def arrive(database: Database, owner: Owner, source: str) -> None:
    """Make room for the owner, whose memory is not here until `settle`."""
    await database.run(_ARRIVE, owner=owner.key, source=source)


async def leave(database: Database, owner: Owner, target: str) -> None:
    """Say that the owner's memory is at `target` from now on, for good."""
    await database.run(_LEAVE, owner=owner.key, target=target)


async def settle(database: Database, owner: Owner) -> None:
    """Say that the owner's memory is here from now on."""
    await database.run(_SETTLE, owner=owner.key)


@asynccontextmanager
async def alone(database: Database, owner: Owner) -> AsyncIterator[None]:
    """Nobody else moves the owner as long as this lasts. Raises InvalidInputError when somebody does."""
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(BUSY_SECONDS):
                await stack.enter_async_context(database.holding(_HOLD, owner=owner.key))
        except TimeoutError as error:
            raise InvalidInputError(
                f"{owner.name} is being moved by another process.", field="owner", remedy="Wait until it has ended."
            ) from error
        yield


async def carry(source: Database, target: Database, owner: Owner, labels: Collection[str] = tuple(_CARRY)) -> int:
    """Copy keys, work, kept answers and the audit, or some of these; how many things that were. What is there already
    stays."""
    batches: dict[str, list[Row]] = {label: [] for label in _CARRY}
    count = 0
    async for row in source.stream(_CARRIED, owner=owner.key, kinds=sorted(labels)):
        batch = batches[row["label"]]
        batch.append(row["properties"])
        count += 1
        if len(batch) == BATCH:
            await target.run(_CARRY[row["label"]], owner=owner.key, rows=batch)
            batch.clear()
    for label, batch in batches.items():
        if batch:
            await target.run(_CARRY[label], owner=owner.key, rows=batch)
    return count


async def carry_vectors(source: Database, target: Database, owner: Owner) -> int:
    """Give what has no vector at the target the one it has at the source; how many were taken."""
    taken = 0
    async for label, model, batch in _by_model(source, owner):
        vectors = np.array([row["embedding"] for row in batch], dtype=np.float32)
        if label == "Drawer":
            states = [row["states"] for row in batch]
            taken += await embeddings.fill(target, owner, [row["id"] for row in batch], vectors, states, model)
        else:
            taken += await embeddings.fill_memories(target, owner, batch, vectors, model)
    return taken


async def _by_model(source: Database, owner: Owner) -> AsyncIterator[tuple[str, str, Sequence[Row]]]:
    """The owner's vectors in batches, each of one label and one model."""
    batches: dict[tuple[str, str], list[Row]] = {}
    async for row in source.stream(_VECTORS, owner=owner.key):
        kind = (row["label"], row["model"] or "")
        batch = batches.setdefault(kind, [])
        batch.append(row)
        if len(batch) == BATCH:
            yield *kind, batch
            batches[kind] = []
    for kind, batch in batches.items():
        if batch:
            yield *kind, batch
