"""Moves an owner to another database: fences off, copies by an archive, compares, and then flips.

Each step may be the last that a killed process did. Before the flip the owner is where they were, and the copy counts
for nothing; after it they are at the target, and what is left at the source counts for nothing. `mend` takes up either.
"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, replace
from typing import IO

from graphmem.databases.router import PLACE_SECONDS, Databases
from graphmem.errors import GraphMemError, InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.archive import Manifest
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.services.archive.exporting import export
from graphmem.services.archive.importing import WHOLE, import_archive
from graphmem.services.backfill import backfill
from graphmem.store import filing, places, tenants
from graphmem.store.places import Fence, Place

NOTICED_SECONDS = 2 * PLACE_SECONDS
"""After so long nobody reads any more where the owner was."""


@dataclass(frozen=True, slots=True)
class Moved:
    """An owner's move: `turns` and `memories` held, and `carried` keys, jobs, answers, audit and usage.
    `removed` counts the nodes erased at the source. The `digest` of the memory's content is the same on both sides."""

    owner: str
    source: str
    target: str
    turns: int = 0
    memories: int = 0
    carried: int = 0
    removed: int = 0
    digest: str = ""


async def move(databases: Databases, owner: Owner, target: str, *, progress: Progress = silent) -> Moved:
    """Move the owner's memory to the database `target`; where it is already, finish or take back a move.

    Raises NotFoundError for an owner nobody has written for, InvalidInputError for a database that is none and while
    another move of theirs goes on, GraphMemError when the copy says something else: then the owner stays.
    """
    if target not in databases.memories:
        known = ", ".join(databases.memories)
        raise InvalidInputError(
            f"GRAPHMEM_DATABASES names no {target[:60]!r}.", field="database", remedy=f"Take one of {known}."
        )
    async with places.move_locked(databases.directory, owner):
        place = await _mended(databases, owner, progress)
        if place.holder == target:
            return Moved(owner.name, target, target)
        return await _moved(databases, owner, replace(place, moving_to=target), progress)


async def mend(databases: Databases, *, progress: Progress = silent) -> list[Owner]:
    """Finish or take back the moves whose process is gone, and return whose they were."""
    mended = []
    for owner in await places.unfinished_moves(databases.directory):
        try:
            async with places.move_locked(databases.directory, owner):
                await _mended(databases, owner, progress)
                mended.append(owner)
        except InvalidInputError:  # somebody moves them just now
            continue
    return mended


async def _mended(databases: Databases, owner: Owner, progress: Progress) -> Place:
    """Where the owner is, once nothing of an earlier move is left."""
    place = await places.place_of(databases.directory, owner)
    if place is None:
        raise NotFoundError(f"{owner.name} has no memory here.", field="owner", remedy="See `graphmem owners`.")
    if place.moving_to is not None:
        await _take_back(databases, owner, place)
    elif place.leaving is not None:
        await _clear(databases, owner, place, progress)
    return Place(place.holder)


async def _moved(databases: Databases, owner: Owner, place: Place, progress: Progress) -> Moved:
    here, there = databases.memories[place.holder], databases.memories[str(place.moving_to)]
    moved = Moved(owner.name, place.holder, str(place.moving_to))
    try:
        fence = await places.begin(databases.directory, here.database, owner, moved.target)
        if fence is None:
            raise NotFoundError(f"{owner.name} has no memory here.", field="owner", remedy="See `graphmem owners`.")
        moved = await _copied(here, there, owner, moved, fence, progress)
        async with filing.writes_blocked(here.database, Owner.named(owner.name)):
            if not await places.flip(databases.directory, here.database, owner, place):
                raise NotFoundError(f"{owner.name} was erased meanwhile.", field="owner", remedy="Nothing is left.")
    except BaseException:  # a full disk, too, and Ctrl-C: whatever it is, the owner is written for again
        await asyncio.shield(_take_back(databases, owner, place))
        raise
    databases.forget(owner)
    removed = await _clear(databases, owner, Place(moved.target, None, moved.source), progress)
    await backfill(there.database, there.embedder, Owner.named(owner.name), progress)
    return replace(moved, removed=removed)


async def _copied(
    here: GraphMem, there: GraphMem, owner: Owner, moved: Moved, fence: Fence, progress: Progress
) -> Moved:
    """Copy everything, and compare what both sides say."""
    await tenants.erase(there.database, owner)  # what an earlier try left
    await places.arrive(there.database, owner, moved.source, fence)
    fresh = Owner.named(owner.name)  # asked for after that erasure
    with await asyncio.to_thread(tempfile.TemporaryFile) as file:
        said = await _exported(here, fresh, file, progress)
        await asyncio.to_thread(file.seek, 0)
        report = await import_archive(there.database, fresh, file, trust=WHOLE, progress=progress)
    with await asyncio.to_thread(tempfile.TemporaryFile) as file:
        repeated = await _exported(there, fresh, file, progress)
    if said.says != repeated.says:
        parts = {(one.name, one.digest) for one in said.parts} ^ {(one.name, one.digest) for one in repeated.parts}
        raise GraphMemError(
            f"What {moved.target} has of {owner.name} is not what {moved.source} has ({min(parts)[0]}).",
            remedy="The memory stays where it was. Try again; if it happens again, run `graphmem doctor` on both.",
        )
    await backfill(there.database, there.embedder, fresh, progress)  # found by meaning from the first moment on
    carried = await places.carry(here.database, there.database, fresh)
    return replace(moved, turns=report.drawers, memories=report.memories, carried=carried, digest=said.says)


async def _exported(memory: GraphMem, owner: Owner, file: IO[bytes], progress: Progress) -> Manifest:
    return await export(memory.database, owner, file, embedder=memory.embedder.model, progress=progress)


async def _take_back(databases: Databases, owner: Owner, place: Place) -> None:
    """The owner stays, unless the flip has counted; what was copied of them goes."""
    found = await places.place_of(databases.directory, owner)
    if found is None or found.holder != place.holder:
        return  # what is left at the source is cleared by the next one who mends
    await places.unfence(databases.memories[place.holder].database, owner)
    if (there := databases.memories.get(str(place.moving_to))) is not None:
        await tenants.erase(there.database, owner)
    await places.settle(databases.directory, owner)
    databases.forget(owner)


async def _clear(databases: Databases, owner: Owner, place: Place, progress: Progress) -> int:
    """Release the owner at the target and erase the source once nobody reads it; the number of nodes."""
    await places.unfence(databases.memories[place.holder].database, owner)
    progress("waiting until every process knows", 0, None)
    await asyncio.sleep(NOTICED_SECONDS)
    former = databases.memories.get(str(place.leaving))
    removed = await tenants.erase(former.database, owner, progress, moved_to=place.holder) if former else {}
    await places.settle(databases.directory, owner)
    return sum(removed.values())
