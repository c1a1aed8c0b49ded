"""Undo of an import whose process died: its writes are removed, older and newer data stay."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from graphmem.errors import InvalidInputError
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.store import archives, filing, jobs
from graphmem.store.database import Database, Transaction

T = TypeVar("T")


async def undo_import(database: Database, owner: Owner) -> None:
    """Remove what a dead process's import wrote into the owner's memory.
    Raises InvalidInputError at the end, so that its job says what a person should do."""
    job = jobs.id_of(owner, JobKind.IMPORT, "")
    await until_none(database, owner, partial(archives.remove_written, owner=owner, job=job))
    for label in archives.HOLDING:
        await until_none(database, owner, partial(archives.remove_unused, owner=owner, job=job, label=label))
    for label in archives.RECOUNTED:
        await _recount_all(database, owner, label)
    await locked(database, owner, partial(archives.recount_owner, owner=owner))
    raise InvalidInputError(
        "The import was cut off. What it had written was removed.", field="archive", remedy="Import the archive again."
    )


async def _recount_all(database: Database, owner: Owner, label: str) -> None:
    keys = [node.key async for node in archives.nodes(database, owner, label)]
    for start in range(0, len(keys), archives.AT_ONCE):
        some = keys[start : start + archives.AT_ONCE]
        await locked(database, owner, partial(archives.recount, owner=owner, label=label, keys=some))


async def until_none(database: Database, owner: Owner, work: Callable[[Transaction], Awaitable[bool]]) -> None:
    """Repeat the work, a transaction each, until nothing is left to do."""
    while await locked(database, owner, work):
        pass


async def locked(database: Database, owner: Owner, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """Run the work in a transaction under the owner's lock."""

    async def work_locked(transaction: Transaction) -> T:
        await filing.lock(transaction, owner)
        return await work(transaction)

    return await database.write(work_locked)
