"""Undo of a dream: a field is restored only if it still has the value that the dream wrote."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.errors import InvalidInputError
from graphmem.model.dream import UNMADE, Conflict, DreamRun, RunState, Undone, moves
from graphmem.model.ids import shown
from graphmem.model.palace import Owner
from graphmem.store import derived, dreams, filing
from graphmem.store.database import Database, Transaction
from graphmem.store.dreams import RunChange, UndoneChange

OPEN = (RunState.RUNNING, RunState.APPLIED, RunState.UNDOING)
"""States of a run with changes to undo."""


async def undo(database: Database, owner: Owner, id_: str, now: datetime, *, memory: str | None = None) -> Undone:
    """Undo a run's changes, of one memory or of all.

    Fields changed since are left and listed. Raises NotFoundError for an unknown run or memory, and InvalidInputError
    for what was undone before and for a run that a later one built on.
    """
    if memory is not None:
        return await _undo_one(database, owner, id_, memory, now)

    async def begin(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        _check(await dreams.get(transaction, owner, id_))
        await _refuse_built_on(transaction, owner, id_, None)
        await dreams.set_state(transaction, owner, id_, OPEN, RunState.UNDOING)

    async def some(transaction: Transaction) -> tuple[int, int, list[UndoneChange]]:
        await filing.lock(transaction, owner)
        changes = await dreams.open_changes(transaction, owner, id_)
        settled, undone, rows = await _taken_back(transaction, owner, id_, changes, now)
        state = RunState.UNDOING if settled else RunState.UNDONE
        ended_at = None if settled else now
        await dreams.set_state(transaction, owner, id_, OPEN, state, undone=undone, ended_at=ended_at)
        return settled, undone, rows

    await database.write(begin)
    done, rows = 0, list[UndoneChange]()
    while (batch := await database.write(some))[0]:
        done += batch[1]
        rows += batch[2]
    conflicts = tuple(conflict for row in rows for conflict in row.conflicts)
    return Undone(await dreams.get(database.leader, owner, id_), done, conflicts)


async def _undo_one(database: Database, owner: Owner, id_: str, memory: str, now: datetime) -> Undone:
    async def work(transaction: Transaction) -> tuple[int, tuple[Conflict, ...]]:
        await filing.lock(transaction, owner)
        run = await dreams.get(transaction, owner, id_)
        _check(run)
        written = await dreams.change_of(transaction, owner, id_, memory)
        if written.change.undone_at is not None:
            raise InvalidInputError(
                f"What dream {shown(id_)} changed of memory {memory} was undone before.",
                field="memory",
                remedy="Look at the run with dreamRun (`graphmem dream show`): it lists what still stands.",
            )
        await _refuse_built_on(transaction, owner, id_, memory)
        _, undone, rows = await _taken_back(transaction, owner, id_, [written], now)
        is_last = run.state is not RunState.RUNNING and not await dreams.open_changes(transaction, owner, id_)
        state, ended_at = (RunState.UNDONE, now) if is_last else (run.state, None)
        await dreams.set_state(transaction, owner, id_, OPEN, state, undone=undone, ended_at=ended_at)
        return undone, tuple(conflict for row in rows for conflict in row.conflicts)

    undone, conflicts = await database.write(work)
    return Undone(await dreams.get(database.leader, owner, id_), undone, conflicts)


async def _taken_back(
    transaction: Transaction, owner: Owner, id_: str, changes: Sequence[RunChange], now: datetime
) -> tuple[int, int, list[UndoneChange]]:
    """Undo changes, and remove derived memories unless somebody uses them.
    Returns how many changes are settled (fields left as they are included), of how many memories something was
    restored, and the writes to each remaining memory."""
    made = [one.change.memory for one in changes if one.change.before["tier"] == UNMADE]
    removed = await derived.unmake(transaction, owner, id_, made)
    rows = [_back(one) for one in changes if one.change.memory not in removed]
    settled = await dreams.undo_changes(transaction, owner, id_, rows, now)
    undone = sum(bool(row.fields) for row in rows if row.memory in settled)
    return len(removed) + len(settled), len(removed) + undone, rows


def _check(run: DreamRun) -> None:
    if run.folded_at is not None:
        raise InvalidInputError(
            f"Dream {shown(run.id)} is more than {dreams.KEPT_DAYS} days old: only how much it changed is still known.",
            field="id",
            remedy="Change single memories by hand: wake, demote, promote, restore.",
        )
    if run.state in OPEN:
        return
    if run.state is RunState.HELD:
        raise InvalidInputError(
            f"Dream {shown(run.id)} waits for a confirmation and has changed nothing.",
            field="id",
            remedy="Confirm the dream, or leave it: a held run goes with the next one.",
        )
    raise InvalidInputError(
        f"Dream {shown(run.id)} was undone before.", field="id", remedy="Dream again to plan anew what is due."
    )


async def _refuse_built_on(transaction: Transaction, owner: Owner, id_: str, memory: str | None) -> None:
    later = await dreams.later_run(transaction, owner, id_, memory)
    if later is not None:
        raise InvalidInputError(
            f"Dream {shown(later[0])} (number {later[1]}) changed after it what dream {shown(id_)} had changed.",
            field="id",
            remedy=f"Undo dream {shown(later[0])} first.",
        )


def _back(written: RunChange) -> UndoneChange:
    """The fields of a memory to restore, and those with another value by now.

    A tier that the memory reached in another way is not restored. The sub-tier belongs to the tier and stays with it.
    """
    change, now = written.change, written.now
    is_moved = moves(change.before, change.after)
    if is_moved and (not written.mine or now["tier"] != change.after["tier"] or change.before["tier"] == UNMADE):
        return UndoneChange(change.memory, {}, (Conflict(change.memory, "tier", change.after["tier"], now["tier"]),))
    fields: dict[str, str] = {}
    conflicts: list[Conflict] = []
    for name in (name for name, value in change.after.items() if value != change.before[name]):
        if now[name] == change.after[name]:
            fields[name] = change.before[name]
        else:
            conflicts.append(Conflict(change.memory, name, change.after[name], now[name]))
    return UndoneChange(change.memory, fields, tuple(conflicts))
