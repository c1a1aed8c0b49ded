"""Jobs in the graph: one for the same wish, one holder at a time, states that follow each other as promised."""

from __future__ import annotations

import asyncio
import dataclasses
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.model.job import BACKOFF_CAP_SECONDS, Claimed, Job, JobKind, JobState, backoff_seconds
from graphmem.model.palace import Owner
from graphmem.store import jobs, queries
from graphmem.store.database import Database, Transaction

KIND = JobKind.EXTRACT


@pytest.fixture(autouse=True)
async def _no_other_jobs(database: Database) -> None:
    """Workers serve every owner, so the jobs of former tests must be gone."""
    sweep = queries.parse(
        "sweep", "// Ends.\n// mode: write\n// params: nothing\n// returns: nothing\nMATCH (j:Job) DELETE j"
    )
    await database.run(sweep)


async def ask(database: Database, tenant: Owner, number: int = 0, **options: object) -> Job:
    given: dict[str, object] = {"max_attempts": 3} | options
    return await jobs.enqueue(database, tenant, KIND, {"number": number}, **given)  # type: ignore[arg-type]


async def take(database: Database, *, lease: float = 60.0, worker: str = "w") -> Claimed | None:
    return await jobs.claim(database, [KIND], worker=worker, lease_seconds=lease)


async def taken(database: Database, *, lease: float = 60.0) -> Claimed:
    held = await take(database, lease=lease)
    assert held is not None
    return held


_ELAPSE = queries.parse(
    "elapse",
    """// Lets time pass for a job, without waiting for it.
// mode: write
// params: id, seconds
// returns: nothing
MATCH (j:Job {id: $id})
SET j.run_after = j.run_after - duration({seconds: $seconds}),
    j.lease_until = j.lease_until - duration({seconds: $seconds})
""",
)


async def elapse(database: Database, id_: str, seconds: int) -> None:
    await database.run(_ELAPSE, id=id_, seconds=seconds)


async def test_a_job_begins_queued(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant)
    assert (job.kind, job.state, job.attempts, job.max_attempts, job.done) == (KIND, JobState.QUEUED, 0, 3, 0)
    assert job.created_at.utcoffset() == timedelta(0)
    assert await jobs.job(database, tenant, job.id) == job
    assert await jobs.counts(database, tenant) == await jobs.counts(database)


async def test_the_same_wish_is_one_job_until_it_has_ended(database: Database, tenant: Owner) -> None:
    first = await jobs.enqueue(database, tenant, KIND, {"a": 1, "b": "ı"}, max_attempts=3)
    again = await jobs.enqueue(database, tenant, KIND, {"b": "ı", "a": 1}, max_attempts=3)
    assert first == again
    other = await jobs.enqueue(database, Owner.named(tenant.name + "x"), KIND, {"a": 1, "b": "ı"}, max_attempts=3)
    assert other.id != first.id
    held = await taken(database)
    assert (await jobs.enqueue(database, tenant, KIND, {"a": 1, "b": "ı"}, max_attempts=3)).state is JobState.RUNNING
    assert await jobs.complete(database, held, done=1, total=1)
    assert (await jobs.job(database, tenant, first.id)).state is JobState.DONE
    anew = await jobs.enqueue(database, tenant, KIND, {"a": 1, "b": "ı"}, max_attempts=3)
    assert (anew.id, anew.state, anew.attempts, anew.done) == (first.id, JobState.QUEUED, 0, 0)


async def test_eight_wishes_at_once_are_one_job(database: Database, tenant: Owner) -> None:
    asked = await asyncio.gather(*(ask(database, tenant) for _ in range(8)))
    assert len({job.id for job in asked}) == 1
    assert (await jobs.counts(database, tenant)).queued == 1


async def test_asked_for_again_while_running_it_runs_once_more(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant)
    held = await taken(database)
    await ask(database, tenant, again=True)
    assert await jobs.complete(database, held, done=1, total=1)
    assert (await jobs.job(database, tenant, job.id)).state is JobState.QUEUED
    second = await taken(database)
    assert second.payload == {"number": 0}
    assert await jobs.complete(database, second, done=1, total=1)
    assert (await jobs.job(database, tenant, job.id)).state is JobState.DONE


async def test_a_job_asked_for_in_a_transaction_goes_with_it(database: Database, tenant: Owner) -> None:
    async def work(transaction: Transaction) -> None:
        await jobs.enqueue(transaction, tenant, KIND, {}, max_attempts=1)
        raise RuntimeError("nothing of this may stay")

    with pytest.raises(RuntimeError):
        await database.write(work)
    assert (await jobs.counts(database, tenant)).open == 0


async def test_the_longest_ready_is_taken_first(database: Database, tenant: Owner) -> None:
    for number in range(3):
        await ask(database, tenant, number)
    assert [(await taken(database)).payload["number"] for _ in range(3)] == [0, 1, 2]
    assert await take(database) is None
    assert not await jobs.ready_jobs(database, [KIND])


async def test_what_waits_or_is_of_another_kind_is_not_taken(database: Database, tenant: Owner) -> None:
    await ask(database, tenant, delay_seconds=60)
    await jobs.enqueue(database, tenant, JobKind.MINE, {}, max_attempts=3)
    assert await take(database) is None
    assert await jobs.ready_jobs(database, [JobKind.MINE])
    counts = await jobs.counts(database, tenant)
    assert (counts.queued, counts.open) == (2, 2)
    assert counts.waiting_seconds < 30


@pytest.mark.parametrize("workers", [2, 8])
async def test_no_two_workers_take_the_same(database: Database, tenant: Owner, workers: int) -> None:
    for number in range(50):
        await ask(database, tenant, number)

    async def work(name: str) -> list[int]:
        mine = []
        while held := await take(database, worker=name):
            mine.append(held.payload["number"])
            await jobs.complete(database, held, done=1, total=1)
        return mine

    found = await asyncio.gather(*(work(f"w{number}") for number in range(workers)))
    assert sorted(number for mine in found for number in mine) == list(range(50))
    assert sum(1 for mine in found if mine) > 1
    assert (await jobs.counts(database, tenant)).done == 50


async def test_a_lapsed_lease_lets_another_in_and_keeps_the_first_out(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant)
    first = await taken(database, lease=60)
    assert await take(database) is None
    await elapse(database, job.id, 61)
    second = await taken(database)
    assert (second.token, second.attempts) == (first.token + 1, 2)
    assert not await jobs.renew(database, first, lease_seconds=60, done=0, total=None)
    assert not await jobs.complete(database, first, done=0, total=None)
    assert await jobs.fail(database, first, "late", delay_seconds=0, final=True) is None
    assert not await jobs.release(database, first)
    assert await jobs.complete(database, second, done=0, total=None)
    assert not await jobs.complete(database, second, done=0, total=None)


async def test_renewing_keeps_the_job_and_tells_the_progress(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant)
    held = await taken(database, lease=60)
    for _ in range(4):
        await elapse(database, job.id, 40)
        assert await jobs.renew(database, held, lease_seconds=60, done=3, total=7)
        assert await take(database) is None
    seen = await jobs.job(database, tenant, job.id)
    assert (seen.done, seen.total, seen.worker) == (3, 7, "w")


async def test_renewing_at_the_last_moment_races_with_claiming(database: Database, tenant: Owner) -> None:
    """Whoever comes first: the job is never in two hands."""
    for number in range(12):
        await ask(database, tenant, number)
        held = await taken(database, lease=0.05)
        await asyncio.sleep(0.05 - 0.004 + 0.001 * (number % 8))
        renewed, stolen = await asyncio.gather(
            jobs.renew(database, held, lease_seconds=60, done=0, total=None), take(database)
        )
        assert not (renewed and stolen)
        holder = stolen or held
        assert await jobs.complete(database, holder, done=0, total=None) or not (renewed or stolen)
        if not (renewed or stolen):
            await jobs.complete(database, await taken(database), done=0, total=None)


async def test_failures_wait_then_die(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant, max_attempts=2)
    state = await jobs.fail(
        database, await taken(database), "first \ud800" + "x" * 2_000, delay_seconds=60, final=False
    )
    failed = await jobs.job(database, tenant, job.id)
    assert failed.state is state is JobState.FAILED
    assert failed.error is not None
    assert failed.error.startswith("first ?x")
    assert len(failed.error) == 1_000
    assert failed.lease_until is None
    assert await take(database) is None
    await elapse(database, job.id, 61)
    assert await jobs.fail(database, await taken(database), "second", delay_seconds=0, final=False) is JobState.DEAD
    assert await take(database) is None
    counts = await jobs.counts(database, tenant)
    assert (counts.dead, counts.open) == (1, 0)


async def test_a_final_error_is_not_tried_again(database: Database, tenant: Owner) -> None:
    await ask(database, tenant)
    assert await jobs.fail(database, await taken(database), "no", delay_seconds=0, final=True) is JobState.DEAD


async def test_the_dead_can_be_retried(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant)
    await jobs.fail(database, await taken(database), "no", delay_seconds=0, final=True)
    assert (await jobs.retry(database, tenant, job.id)).state is JobState.QUEUED
    held = await taken(database)
    assert (held.attempts, held.payload) == (1, {"number": 0})
    with pytest.raises(InvalidInputError, match="is running"):
        await jobs.retry(database, tenant, job.id)
    await jobs.complete(database, held, done=0, total=None)
    assert (await jobs.job(database, tenant, job.id)).error is None


async def test_a_queued_job_can_be_cancelled_a_running_one_not(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant)
    assert (await jobs.cancel(database, tenant, job.id)).state is JobState.CANCELLED
    assert await take(database) is None
    assert (await ask(database, tenant)).state is JobState.QUEUED
    await taken(database)
    with pytest.raises(InvalidInputError, match="is running"):
        await jobs.cancel(database, tenant, job.id)


async def test_handing_back_costs_no_attempt(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant)
    assert await jobs.release(database, await taken(database))
    assert (await jobs.job(database, tenant, job.id)).attempts == 0
    assert (await taken(database)).attempts == 1


async def test_another_owners_job_is_unknown(database: Database, tenant: Owner) -> None:
    job = await ask(database, tenant)
    other = Owner.named(tenant.name + "x")
    for verb in (jobs.job, jobs.retry, jobs.cancel):
        with pytest.raises(NotFoundError):
            await verb(database, other, job.id)
    held = await taken(database)
    assert not await jobs.complete(database, dataclasses.replace(held, owner=other), done=0, total=None)
    assert (await jobs.jobs(database, other)).items == ()


async def test_pages_hold_every_job_once_the_last_first(database: Database, tenant: Owner) -> None:
    asked = [await ask(database, tenant, number) for number in range(7)]
    seen: list[str] = []
    after = None
    while True:
        page = await jobs.jobs(database, tenant, first=3, after=after)
        seen += [job.id for job in page.items]
        if not page.has_next:
            break
        after = page.cursors[-1]
    assert seen == [job.id for job in reversed(asked)]


async def test_lists_filter_by_state_and_kind(database: Database, tenant: Owner) -> None:
    done = await ask(database, tenant, 1)
    await jobs.complete(database, await taken(database), done=0, total=None)
    queued = await ask(database, tenant, 2)
    mine = await jobs.enqueue(database, tenant, JobKind.MINE, {}, max_attempts=1)

    async def ids(states: list[JobState], kinds: list[JobKind]) -> set[str]:
        return {job.id for job in (await jobs.jobs(database, tenant, states=states, kinds=kinds)).items}

    assert await ids([JobState.DONE], []) == {done.id}
    assert await ids([JobState.QUEUED, JobState.DEAD], []) == {queued.id, mine.id}
    assert await ids([], [JobKind.MINE]) == {mine.id}
    assert await ids([JobState.DONE], [JobKind.MINE]) == set()


@pytest.mark.parametrize("cursor", ["", "~", "yesterday~x", "2026-01-01T00:00:00~x", "2026-01-01T00:00:00+00:00"])
async def test_a_cursor_that_is_none_is_refused(database: Database, tenant: Owner, cursor: str) -> None:
    with pytest.raises(InvalidInputError, match="no cursor"):
        await jobs.jobs(database, tenant, after=cursor)


@pytest.mark.parametrize("payload", [{"x": object()}, {"x": float("nan")}, {"x": "ü" * 2_000_000}])
async def test_a_payload_that_cannot_be_kept_is_refused(
    database: Database, tenant: Owner, payload: dict[str, object]
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        await jobs.enqueue(database, tenant, KIND, payload, max_attempts=1)
    assert caught.value.field == "payload"


async def test_old_ends_are_pruned_the_dead_stay(database: Database, tenant: Owner) -> None:
    await ask(database, tenant, 1)
    await jobs.complete(database, await taken(database), done=0, total=None)
    cancelled = await ask(database, tenant, 2)
    await jobs.cancel(database, tenant, cancelled.id)
    await ask(database, tenant, 3)
    await jobs.fail(database, await taken(database), "no", delay_seconds=0, final=True)
    assert await jobs.prune(database, days=1) == 0
    assert await jobs.prune(database, days=0) == 2
    assert (await jobs.counts(database, tenant)).dead == 1


async def test_what_a_job_said_is_gone_once_it_is_done(database: Database, tenant: Owner) -> None:
    await ask(database, tenant)
    await jobs.complete(database, await taken(database), done=0, total=None)
    look = queries.parse(
        "look",
        "// Looks.\n// mode: read\n// params: owner\n// returns: n\n"
        "MATCH (j:Job {owner: $owner}) RETURN j.payload AS n",
    )
    assert (await database.run(look, owner=tenant.key))[0]["n"] is None


def test_golden_waits() -> None:
    assert [backoff_seconds(attempts=number) for number in (1, 2, 3, 4, 9, 10)] == [2, 4, 8, 16, 512, 600]


@given(attempts=st.integers(1, 10_000))
def test_waits_never_shrink_and_never_pass_the_cap(attempts: int) -> None:
    assert 2 <= backoff_seconds(attempts=attempts) <= backoff_seconds(attempts=attempts + 1) <= BACKOFF_CAP_SECONDS


@pytest.mark.parametrize(("name", "sorts"), [("job/ready_jobs", 1), ("job/jobs", 0)])
async def test_the_order_comes_from_the_index(database: Database, name: str, sorts: int) -> None:
    """However long the queue: only the first of each state are ever compared."""

    def count(plan: dict[str, Any]) -> int:
        own = plan["operatorType"].split("@")[0] in {"Top", "Sort", "PartialTop", "PartialSort"}
        return own + sum(map(count, plan.get("children", ())))

    query = queries.load(name)
    given = dict.fromkeys(query.params, "x") | {"limit": 3, "kinds": ["mine"], "states": ["queued"], "before": None}
    explained: Any = f"EXPLAIN {query.text}"
    async with database.driver.session(database="neo4j") as session:
        summary = await (await session.run(explained, given)).consume()
    assert count(dict(summary.plan or {})) == sorts
