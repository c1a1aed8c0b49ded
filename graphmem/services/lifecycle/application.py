"""Application of a plan in batches, a transaction each; memories changed since the plan are skipped.

A batch is written with its edges or not at all. A working run holds a job under a lease. When its process dies, the
next process that opens the store, or a running server, ends the run with the changes made; the next dream does the
rest. A run that another one ended while it worked writes no more.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from graphmem.model.dream import Change, DreamRun, Dreamt, Plan, RunState, Step, StepReport
from graphmem.model.ids import digest
from graphmem.model.job import Claimed, JobKind
from graphmem.model.palace import Owner
from graphmem.services.jobs import LEASE_SECONDS, lease_kept, worker_name
from graphmem.store import dreams, filing, jobs
from graphmem.store.database import Database, Transaction
from graphmem.tracing import traced

CHANGED_SINCE = "changed since it was planned"


@traced("dream.carry_out")
async def carry_out(database: Database, owner: Owner, plan: Plan, *, by: str, confirm: bool = False) -> Dreamt:
    """Apply a plan. A plan that a brake stops is only recorded as held, unless it is confirmed.

    If another dream did all of it meanwhile, there is no run, and the returned plan has no changes.
    """

    async def end_interrupted(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await dreams.end_interrupted(transaction, owner)

    if not plan.changes:
        await database.write(end_interrupted)
        return Dreamt(plan)
    held = plan.brake is not None and not confirm
    run = _run(owner, plan, by, RunState.HELD if held else RunState.RUNNING)

    async def begin(transaction: Transaction) -> Claimed | None:
        await end_interrupted(transaction)
        await dreams.begin(transaction, owner, run)
        return None if held else await _hold(transaction, owner, run)

    job = await database.write(begin)
    if job is None:
        return Dreamt(plan, await dreams.get(database.leader, owner, run.id))
    async with lease_kept(database, job):
        return await _carry_out(database, owner, plan, run, job)


async def _carry_out(database: Database, owner: Owner, plan: Plan, run: DreamRun, job: Claimed) -> Dreamt:
    """Write the changes of a run that has begun, and end it."""
    changed: Counter[Step] = Counter()
    numbered = list(enumerate(plan.changes))
    for start in range(0, len(numbered), dreams.AT_ONCE):
        changed += await _batch(database, owner, run, numbered[start : start + dreams.AT_ONCE])
    steps = [_applied_report(report, changed[report.step]) for report in plan.steps]

    async def end(transaction: Transaction) -> bool:
        await filing.lock(transaction, owner)
        await jobs.drop(transaction, job)
        if not changed.total() and await dreams.drop(transaction, owner, run.id):
            return False
        ended_at = datetime.now(UTC)
        await dreams.set_state(
            transaction, owner, run.id, [RunState.RUNNING], RunState.APPLIED, ended_at=ended_at, steps=steps
        )
        return True

    if not await database.write(end):
        return Dreamt(replace(plan, changes=(), steps=tuple(steps)))
    return Dreamt(plan, await dreams.get(database.leader, owner, run.id))


async def end_cut_off(database: Database, owner: Owner, run: str) -> None:
    """End the run of a dead process with the changes made."""

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        running = [RunState.RUNNING]
        await dreams.set_state(transaction, owner, run, running, RunState.APPLIED, ended_at=datetime.now(UTC))

    await database.write(work)


async def _hold(transaction: Transaction, owner: Owner, run: DreamRun) -> Claimed | None:
    return await jobs.hold(
        transaction, owner, JobKind.DREAM_RUN, {"run": run.id}, name=run.id, worker=worker_name(),
        lease_seconds=LEASE_SECONDS,
    )  # fmt: skip


async def _batch(database: Database, owner: Owner, run: DreamRun, batch: Sequence[tuple[int, Change]]) -> Counter[Step]:
    """Apply a part of the plan; a run that was undone meanwhile changes nothing. Counts by step."""

    async def work(transaction: Transaction) -> list[Change]:
        await filing.lock(transaction, owner)
        ids = await dreams.change(transaction, owner, run.id, batch, run.at)
        done = [one for _, one in batch if one.memory in ids]
        slept = sum(one.sleeps for one in done)
        running = [RunState.RUNNING]
        await dreams.set_state(transaction, owner, run.id, running, RunState.RUNNING, changed=len(done), slept=slept)
        return done

    return Counter(one.step for one in await database.write(work))


def _run(owner: Owner, plan: Plan, by: str, state: RunState) -> DreamRun:
    return DreamRun(
        id=digest(owner.key, "dream", secrets.token_hex(16)),
        number=0,
        state=state,
        at=plan.at,
        ended_at=None,
        by=by,
        awake=plan.awake,
        planned=len(plan.changes),
        changed=0,
        slept=0,
        undone=0,
        steps=tuple(replace(report, changed=0) for report in plan.steps),
        brake=plan.brake,
    )


def _applied_report(report: StepReport, changed: int) -> StepReport:
    """The report of a step after its changes were applied."""
    missed = report.changed - changed
    skipped = dict(report.skipped) | ({CHANGED_SINCE: missed} if missed else {})
    return replace(report, changed=changed, skipped=skipped)
