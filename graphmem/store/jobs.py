"""Jobs in the graph: enqueued, claimed under a lease, ended by the holder. Times are the database's."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from graphmem.errors import DatabaseError, InvalidInputError, NotFoundError
from graphmem.model.ids import digest
from graphmem.model.job import MAX_ATTEMPTS, Claimed, Job, JobCounts, JobKind, JobRequest, JobState
from graphmem.model.palace import Owner, Page
from graphmem.store import filing
from graphmem.store.cursors import cursor_of, page_of, position_of, remove_all, require_count
from graphmem.store.database import Database, Row, Runner, Transaction, timed_out
from graphmem.store.queries import bind

MAX_PAYLOAD = 8_000_000
"""Bytes of a payload's JSON: the API's largest request has 4 MB, and escapes may double it."""

MAX_ERROR = 1_000
PRUNED_AT_ONCE = 1_000

CHOICE = 20
"""Jobs that a claim tries in turn, since other workers may have taken or locked some of them."""

CLAIM_SECONDS = 3.0
"""Longest wait of a claim for a job's lock, which a stalled process may hold for long."""

_ENQUEUE = bind("job/enqueue_job", __name__)
_CLAIM = bind("job/claim_job", __name__)
_READY = bind("job/ready_jobs", __name__)
_HOLD = bind("job/hold_job", __name__)
_DROP = bind("job/drop_job", __name__)
_RENEW = bind("job/renew_job", __name__)
_COMPLETE = bind("job/complete_job", __name__)
_FAIL = bind("job/fail_job", __name__)
_RELEASE = bind("job/release_job", __name__)
_RETRY = bind("job/retry_job", __name__)
_CANCEL = bind("job/cancel_job", __name__)
_JOB = bind("job/job", __name__)
_JOBS = bind("job/jobs", __name__)
_OWNER_COUNTS = bind("job/owner_job_counts", __name__)
_COUNTS = bind("job/job_counts", __name__)
_PRUNE = bind("job/prune_jobs", __name__)


async def enqueue(
    runner: Database | Transaction,
    owner: Owner,
    kind: JobKind,
    payload: dict[str, Any],
    *,
    max_attempts: int,
    delay_seconds: float = 0.0,
    again: bool = False,
) -> Job:
    """Enqueue a job, in a transaction that holds the owner's lock or in one of its own.
    A payload that is queued or running is not enqueued twice; with `again`, a running job runs once more.

    Raises InvalidInputError when the payload cannot be JSON or is too large, or the owner was erased meanwhile.
    """
    text = _written(payload)

    async def work(transaction: Transaction) -> Job:
        rows = await transaction.run(
            _ENQUEUE,
            owner=owner.key,
            owner_name=owner.name,
            id=digest("job", owner.key, kind, text),
            kind=kind.value,
            payload=text,
            max_attempts=max_attempts,
            delay=delay_seconds,
            again=again,
        )
        return _job(rows[0])

    async def alone(transaction: Transaction) -> Job:
        await filing.lock(transaction, owner)
        return await work(transaction)

    return await (runner.write(alone) if isinstance(runner, Database) else work(runner))


async def enqueue_in(transaction: Transaction, owner: Owner, wanted: JobRequest) -> None:
    """Enqueue a job in a transaction; a running one runs once more, since it may have read too early."""
    await enqueue(
        transaction,
        owner,
        wanted.kind,
        wanted.payload,
        max_attempts=wanted.max_attempts,
        delay_seconds=wanted.delay_seconds,
        again=True,
    )


async def claim(database: Database, kinds: Collection[JobKind], *, worker: str, lease_seconds: float) -> Claimed | None:
    """Claim the job of any owner that has been ready longest; None when no job is ready.

    A job that another process keeps locked is skipped.
    """
    for id_ in await ready_jobs(database, kinds):
        try:
            rows = await database.write_within(
                CLAIM_SECONDS, _CLAIM, id=id_, worker=worker, lease_seconds=lease_seconds
            )
        except DatabaseError as error:
            if not timed_out(error):
                raise
            continue
        if rows:
            return _claimed(rows[0])
    return None


async def ready_jobs(database: Database, kinds: Collection[JobKind]) -> list[str]:
    """Ids of the jobs that `claim` would try, ready longest first. Writes nothing."""
    return [row["id"] for row in await database.run(_READY, kinds=[*kinds], limit=CHOICE)]


async def hold(
    transaction: Transaction,
    owner: Owner,
    kind: JobKind,
    payload: dict[str, Any],
    *,
    name: str,
    worker: str,
    lease_seconds: float,
) -> Claimed | None:
    """Record work that this process does itself, under the owner's lock; `name` tells it from its kind.

    None while another process holds it, or before an interrupted run of it is closed.
    """
    text, id_ = _written(payload), id_of(owner, kind, name)
    rows = await transaction.run(
        _HOLD, owner=owner.key, owner_name=owner.name, id=id_, kind=kind.value, payload=text, worker=worker,
        lease_seconds=lease_seconds, max_attempts=MAX_ATTEMPTS,
    )  # fmt: skip
    return Claimed(id_, owner, kind, rows[0]["token"], 1, MAX_ATTEMPTS, text) if rows else None


def id_of(owner: Owner, kind: JobKind, name: str) -> str:
    """The id of a job from `hold`."""
    return digest("job", owner.key, kind, name)


async def drop(transaction: Transaction, held: Claimed) -> None:
    """Remove a job from `hold`, in the transaction that ends its work."""
    await transaction.run(_DROP, **_held(held))


async def renew(runner: Runner, held: Claimed, *, lease_seconds: float, done: int, total: int | None) -> bool:
    """Extend the lease and report progress. False if this worker has lost the job."""
    return bool(await runner.run(_RENEW, **_held(held), lease_seconds=lease_seconds, done=done, total=total))


async def complete(runner: Runner, held: Claimed, *, done: int, total: int | None) -> bool:
    """Mark the job as done. False if this worker has lost it: another worker did it, or will."""
    return bool(await runner.run(_COMPLETE, **_held(held), done=done, total=total))


async def fail(
    database: Database,
    held: Claimed,
    error: str,
    *,
    delay_seconds: float,
    final: bool,
    done: int = 0,
    total: int | None = None,
) -> JobState | None:
    """Record the error of an attempt: FAILED if another attempt follows after the delay, else DEAD.
    None if this worker has lost the job."""
    readable = error.encode("utf-8", "replace").decode()[:MAX_ERROR]
    rows = await database.run(
        _FAIL, **_held(held), error=readable, delay=delay_seconds, final=final, done=done, total=total
    )
    return JobState(rows[0]["state"]) if rows else None


async def release(database: Database, held: Claimed) -> bool:
    """Return the job to the queue without counting the attempt. False if this worker has lost it."""
    return bool(await database.run(_RELEASE, **_held(held)))


async def retry(database: Database, owner: Owner, job_id: str) -> Job:
    """Requeue a dead job, or a failed one without its delay. Raises NotFoundError or InvalidInputError."""
    rows = await database.run(_RETRY, owner=owner.key, id=job_id)
    return _changed(rows, job_id, (JobState.DEAD, JobState.FAILED), "Retry a dead or failed one.")


async def cancel(database: Database, owner: Owner, job_id: str) -> Job:
    """Cancel a job that is not running. Raises NotFoundError, or InvalidInputError in other states."""
    rows = await database.run(_CANCEL, owner=owner.key, id=job_id)
    waiting = (JobState.QUEUED, JobState.FAILED, JobState.DEAD)
    return _changed(rows, job_id, waiting, "Only a job that nobody works on can be cancelled.")


async def job(database: Database, owner: Owner, job_id: str) -> Job:
    """One job. Raises NotFoundError, also for another owner's job."""
    rows = await database.run(_JOB, owner=owner.key, id=job_id)
    if not rows:
        raise _unknown(job_id)
    return _job(rows[0])


async def jobs(
    database: Database,
    owner: Owner,
    *,
    states: Sequence[JobState] = (),
    kinds: Sequence[JobKind] = (),
    first: int = 20,
    after: str | None = None,
) -> Page[Job]:
    """A page of the owner's jobs, the newest first; no states or kinds means all. `after` is a cursor."""
    require_count(first)
    before, before_id = position_of(after)
    rows = await database.run(
        _JOBS,
        owner=owner.key,
        states=[*states] or None,
        kinds=[*kinds] or None,
        before=before,
        before_id=before_id,
        limit=first + 1,
    )
    return page_of(rows, first, _job, lambda one: cursor_of(one.created_at, one.id))


async def counts(database: Database, owner: Owner | None = None) -> JobCounts:
    """Jobs by state, of one owner, or of all owners for health and metrics."""
    rows = await (database.run(_COUNTS) if owner is None else database.run(_OWNER_COUNTS, owner=owner.key))
    waiting = max((float(row["waiting_seconds"]) for row in rows), default=0.0)
    return JobCounts(**{row["state"]: row["count"] for row in rows}, waiting_seconds=max(waiting, 0.0))


async def prune(database: Database, *, days: int) -> int:
    """Remove all owners' jobs that were done or cancelled more than `days` days ago; returns their number."""
    return await remove_all(database, _PRUNE, days=days, at_once=PRUNED_AT_ONCE)


def _held(held: Claimed) -> dict[str, object]:
    return {"owner": held.owner.key, "id": held.id, "token": held.token}


def _written(payload: dict[str, Any]) -> str:
    """The payload's canonical text, whatever the order of its keys; the id is made from it."""
    try:
        text = json.dumps(payload, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidInputError(
            f"The payload cannot be JSON ({error}).", field="payload", remedy="Use text, numbers, lists and objects."
        ) from error
    if len(text) > MAX_PAYLOAD:
        raise InvalidInputError(
            f"The payload has {len(text):,} bytes.", field="payload", remedy=f"Keep it below {MAX_PAYLOAD:,}."
        )
    return text


def _changed(rows: list[Row], job_id: str, states: Collection[JobState], remedy: str) -> Job:
    """The job as the statement left it: a second read might already find it claimed."""
    if not rows:
        raise _unknown(job_id)
    row = dict(rows[0])
    former = JobState(row.pop("former"))
    if former not in states:
        raise InvalidInputError(f"Job {job_id} is {former}.", field="id", remedy=remedy)
    return _job(row)


def _unknown(job_id: str) -> NotFoundError:
    return NotFoundError(f"No job {job_id[:40]!r}.", field="id", remedy="See `graphmem jobs`.")


def _job(row: Row) -> Job:
    return Job(**(row | {"kind": JobKind(row["kind"]), "state": JobState(row["state"])}))


def _claimed(row: Row) -> Claimed:
    return Claimed(
        row["id"],
        Owner(row["owner_name"], row["owner"]),
        JobKind(row["kind"]),
        row["token"],
        row["attempts"],
        row["max_attempts"],
        row["payload"],
    )
