"""An owner moves from one server to another: fenced off, copied, compared, and only then shown at the new one.

Each step may be the last one that a killed process did: the same move, begun again, goes on or begins anew. Nothing
that was acknowledged is lost, since from the fence on nothing is acknowledged where it was; writers are told to come
again. Nothing is removed before every process has had the time to notice where the memory is now.
"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, replace
from typing import IO

from graphmem.errors import GraphMemError, InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.archive import Manifest
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.services.archive.exporting import export
from graphmem.services.archive.importing import WHOLE, import_archive
from graphmem.services.backfill import backfill
from graphmem.shards.places import PLACE_SECONDS, located
from graphmem.shards.plan import first_place
from graphmem.shards.router import Shards
from graphmem.store import shards as store
from graphmem.store import tenants

NOTICED_SECONDS = 2 * PLACE_SECONDS
"""After so long nobody reads any more where the owner was."""


@dataclass(frozen=True, slots=True)
class Moved:
    """An owner's move. `turns` and `memories` are what they hold, `carried` how many keys, jobs, answers and entries of
    the audit went along, `embedded` how many vectors, `removed` how many nodes were erased where they had been; the
    `digest` of what the memory says is the same on both sides."""

    owner: str
    source: str
    target: str
    turns: int = 0
    memories: int = 0
    carried: int = 0
    embedded: int = 0
    removed: int = 0
    digest: str = ""


async def move(shards: Shards, owner: Owner, target: str, *, progress: Progress = silent) -> Moved:
    """Move the owner's memory to the server `target`; where it is there already, finish what is left of a move.

    Raises NotFoundError for an owner nobody has written for, InvalidInputError for a server that is none and while
    another move of theirs goes on, ShardUnavailableError, and GraphMemError when the copy says something else than the
    memory did: then the owner stays where they were.
    """
    if target not in shards.by_name:
        raise InvalidInputError(
            f"There is no server {target[:60]!r}.", field="shard", remedy=f"Take one of {', '.join(shards.by_name)}."
        )
    for one in shards.by_name.values():
        one.require()  # all are asked where the owner is, and none may remember it otherwise
    async with store.alone(shards.by_name[first_place(owner, shards.by_name)].require().database, owner):
        return await _moved(shards, owner, target, progress)


async def _moved(shards: Shards, owner: Owner, target: str, progress: Progress) -> Moved:
    there = shards.by_name[target].require()
    found, _ = await shards.places.look_for(owner)
    source = located(found, shards.by_name)
    if source is None or not any(place.data for place in found.values()):
        raise NotFoundError(f"{owner.name} has no memory here.", field="owner", remedy="See `graphmem owners list`.")
    if source == target:
        return await _finish(shards, owner, [name for name, one in found.items() if one.data], target, progress)
    here = shards.by_name[source].require()
    moving = await store.begin(here.database, owner, target)
    if moving != target:
        raise InvalidInputError(
            f"{owner.name} already moves to {moving}.",
            field="shard",
            remedy=f"Finish that with the same command, or give it up: `graphmem owners stay {owner.name}`.",
        )
    try:
        moved = await _copied(here, there, owner, Moved(owner.name, source, target), progress)
    except BaseException:  # a full disk, too, and Ctrl-C: whatever it is, the owner is written for again
        await asyncio.shield(_take_back(here, there, owner))
        raise
    await store.leave(here.database, owner, target)
    await store.settle(there.database, owner)
    shards.places.forget(owner)
    done = await _finish(shards, owner, [source], target, progress)
    rest = await backfill(there.database, there.embedder, Owner.named(owner.name), progress)
    return replace(moved, removed=done.removed, embedded=moved.embedded + rest)


async def stay(shards: Shards, owner: Owner) -> str:
    """Give up a move that was begun and has not ended; the name of the server where the owner stays.

    Raises NotFoundError where none was begun.
    """
    async with store.alone(shards.by_name[first_place(owner, shards.by_name)].require().database, owner):
        found, _ = await shards.places.look_for(owner)
        for name, place in found.items():
            if place.lives and place.moving_to is not None:
                await store.give_up(shards.by_name[name].require().database, owner)
                if (there := shards.by_name[place.moving_to].memory) is not None:  # else what is there waits for a move
                    await tenants.erase(there.database, owner)
                return name
    raise NotFoundError(f"No move of {owner.name} has been begun.", field="owner", remedy="See `graphmem owners list`.")


async def _copied(here: GraphMem, there: GraphMem, owner: Owner, moved: Moved, progress: Progress) -> Moved:
    """Copy everything, and compare what both sides say."""
    await tenants.erase(there.database, owner)  # what an earlier try left
    await store.arrive(there.database, owner, moved.source)
    fresh = Owner.named(owner.name)  # asked for after that erasure
    with await asyncio.to_thread(tempfile.TemporaryFile) as file:
        said = await _exported(here, fresh, file, progress)
        await asyncio.to_thread(file.seek, 0)
        report = await import_archive(there.database, fresh, file, trust=WHOLE, undoable=False, progress=progress)
    with await asyncio.to_thread(tempfile.TemporaryFile) as file:
        repeated = await _exported(there, fresh, file, progress)
    if said.says != repeated.says:
        differ = sorted(
            {(part.name, part.digest) for part in said.parts} ^ {(part.name, part.digest) for part in repeated.parts}
        )
        raise GraphMemError(
            f"What {moved.target} has of {owner.name} is not what {moved.source} has ({differ[0][0]}).",
            remedy="The memory stays where it was. Try again; if it happens again, run `graphmem doctor` on both.",
        )
    embedded = 0
    if here.embedder.model == there.embedder.model:
        embedded = await store.carry_vectors(here.database, there.database, fresh)
    carried = await store.carry(here.database, there.database, fresh)
    return Moved(
        moved.owner, moved.source, moved.target, report.drawers, report.memories, carried, embedded, 0, said.says
    )


async def _exported(memory: GraphMem, owner: Owner, file: IO[bytes], progress: Progress) -> Manifest:
    return await export(memory.database, owner, file, embedder=memory.embedder.model, progress=progress)


async def _take_back(here: GraphMem, there: GraphMem, owner: Owner) -> None:
    """The owner stays; what was copied of them counts for nothing, and goes."""
    await store.give_up(here.database, owner)
    await tenants.erase(there.database, owner)


async def _finish(shards: Shards, owner: Owner, holding: list[str], target: str, progress: Progress) -> Moved:
    """Remove what is left where the owner was, once nobody reads it any more."""
    there = shards.by_name[target].require()
    left = [name for name in holding if name != target]
    removed, carried = 0, 0
    if left:
        await store.settle(there.database, owner)
        progress("waiting until every process knows", 0, None)
        await asyncio.sleep(NOTICED_SECONDS)
    for name in left:
        former = shards.by_name[name].require()
        # What was noted while the rest was copied.
        carried += await store.carry(former.database, there.database, owner, {"AuditEntry"})
        removed += sum((await tenants.erase(former.database, owner, progress)).values())
    counts = await there.counts(owner=owner)
    return Moved(owner.name, left[0] if left else target, target, counts.drawers, 0, carried, 0, removed)
