"""Workers: jobs are done, failures told, leases renewed; stopping hands back, kill -9 loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import DatabaseError, InvalidInputError
from graphmem.model.job import Job, JobKind, JobState
from graphmem.model.palace import Owner
from graphmem.ports import Progress
from graphmem.services.jobs import Handler, Jobs, Worker
from graphmem.store import jobs as stored
from graphmem.store import queries
from graphmem.store.database import Database

KIND = JobKind.EXTRACT


@pytest.fixture(autouse=True)
async def _no_other_jobs(database: Database) -> None:
    """Workers serve every owner, so the jobs of former tests must be gone."""
    sweep = "// Ends.\n// mode: write\n// params: nothing\n// returns: nothing\nMATCH (j:Job) DELETE j"
    await database.run(queries.parse("sweep", sweep))


@pytest.fixture
def jobs(database: Database) -> Jobs:
    return Jobs(database)


def handler(work: Callable[[dict[str, Any]], Awaitable[object]]) -> dict[JobKind, Handler]:
    async def handle(_owner: Owner, payload: dict[str, Any], _progress: Progress) -> None:
        await work(payload)

    return {KIND: handle}


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - the condition is in the database
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def running(worker: Worker) -> Any:
    task = asyncio.create_task(worker.run())
    try:
        yield task
    finally:
        worker.stop()
        await task


async def test_drain_does_what_is_ready(database: Database, jobs: Jobs, tenant: Owner) -> None:
    seen: list[tuple[Owner, int]] = []

    async def handle(owner: Owner, payload: dict[str, Any], progress: Progress) -> None:
        seen.append((owner, payload["number"]))
        progress("halves", 2, 2)

    for number in range(10):
        await jobs.enqueue(tenant, KIND, {"number": number})
    later = await jobs.enqueue(tenant, KIND, {"number": 10}, delay_seconds=60)
    assert await Worker(database, {KIND: handle}).drain() == 10
    assert sorted(seen, key=lambda each: each[1]) == [(tenant, number) for number in range(10)]
    page = await jobs.list(tenant, states=[JobState.DONE])
    assert {(job.done, job.total, job.attempts) for job in page.items} == {(2, 2, 1)}
    assert (await jobs.get(tenant, later.id)).state is JobState.QUEUED
    assert await Worker(database, {KIND: handle}).drain() == 0


@pytest.mark.parametrize("workers", [2, 8])
async def test_many_workers_do_each_job_once(database: Database, jobs: Jobs, tenant: Owner, workers: int) -> None:
    done: list[int] = []

    async def work(payload: dict[str, Any]) -> None:
        await asyncio.sleep(0.005)
        done.append(payload["number"])

    for number in range(50):
        await jobs.enqueue(tenant, KIND, {"number": number})
    await asyncio.gather(*(Worker(database, handler(work), concurrency=2).drain() for _ in range(workers)))
    assert sorted(done) == list(range(50))
    assert (await jobs.counts(tenant)).done == 50


async def test_no_more_at_a_time_than_agreed(database: Database, jobs: Jobs, tenant: Owner) -> None:
    active, most = 0, 0

    async def work(_payload: dict[str, Any]) -> None:
        nonlocal active, most
        active += 1
        most = max(most, active)
        await asyncio.sleep(0.1)
        active -= 1

    for number in range(9):
        await jobs.enqueue(tenant, KIND, {"number": number})
    await Worker(database, handler(work), concurrency=3).drain()
    assert most == 3


async def test_run_finds_work_by_polling_and_at_once_when_woken(database: Database, tenant: Owner) -> None:
    done = asyncio.Event()

    async def work(_payload: dict[str, Any]) -> None:
        done.set()

    async with running(Worker(database, handler(work), poll_seconds=0.1)):
        await Jobs(database).enqueue(tenant, KIND, {"number": 1})
        await asyncio.wait_for(done.wait(), 60)
    done.clear()
    worker = Worker(database, handler(work), poll_seconds=600)
    async with running(worker):
        await asyncio.sleep(0.3)
        await Jobs(database, worker.wake).enqueue(tenant, KIND, {"number": 2})
        await asyncio.wait_for(done.wait(), 60)


async def test_a_failure_is_told_and_tried_again(database: Database, jobs: Jobs, tenant: Owner) -> None:
    async def work(_payload: dict[str, Any]) -> None:
        raise ConnectionError("the model hung up")

    job = await jobs.enqueue(tenant, KIND, {}, max_attempts=2)
    worker = Worker(database, handler(work))
    await worker.drain()
    failed = await jobs.get(tenant, job.id)
    assert (failed.state, failed.error) == (JobState.FAILED, "ConnectionError: the model hung up")
    assert 1 < (failed.run_after - (failed.ended_at or failed.run_after)).total_seconds() <= 2

    async def is_ready() -> bool:
        return bool(await stored.ready_jobs(database, [KIND]))

    await until(is_ready)
    await worker.drain()
    assert (await jobs.get(tenant, job.id)).state is JobState.DEAD
    counts = await jobs.counts()
    assert (counts.dead, counts.open) == (1, 0)
    assert (await jobs.retry(tenant, job.id)).state is JobState.QUEUED


async def test_a_wrong_payload_is_dead_at_once(database: Database, jobs: Jobs, tenant: Owner) -> None:
    async def work(_payload: dict[str, Any]) -> None:
        raise InvalidInputError("No turns.", field="turns", remedy="Send some.")

    job = await jobs.enqueue(tenant, KIND, {})
    await Worker(database, handler(work)).drain()
    dead = await jobs.get(tenant, job.id)
    assert (dead.state, dead.error) == (JobState.DEAD, "No turns. Send some.")


async def test_a_handler_that_breaks_before_its_first_await_fails_too(
    database: Database, jobs: Jobs, tenant: Owner
) -> None:
    def broken(_owner: Owner, _payload: dict[str, Any], _progress: Progress) -> Awaitable[None]:
        raise ValueError

    job = await jobs.enqueue(tenant, KIND, {}, max_attempts=1)
    await Worker(database, {KIND: broken}).drain()
    assert (await jobs.get(tenant, job.id)).error == "ValueError"


async def test_a_long_job_keeps_its_lease_and_shows_its_progress(database: Database, jobs: Jobs, tenant: Owner) -> None:
    starts = 0

    async def handle(_owner: Owner, _payload: dict[str, Any], progress: Progress) -> None:
        nonlocal starts
        starts += 1
        for number in range(8):
            progress("steps", number, 8)
            await asyncio.sleep(0.6)

    job = await jobs.enqueue(tenant, KIND, {})
    many = [Worker(database, {KIND: handle}, lease_seconds=3.0, poll_seconds=0.1) for _ in range(3)]
    async with running(many[0]), running(many[1]), running(many[2]):

        async def half_way() -> bool:
            return (await jobs.get(tenant, job.id)).done >= 4

        async def done() -> bool:
            return (await jobs.get(tenant, job.id)).state is JobState.DONE

        await until(half_way)
        await until(done)
    assert starts == 1


async def test_stopping_hands_back_what_is_running(database: Database, jobs: Jobs, tenant: Owner) -> None:
    started = asyncio.Event()
    cancelled = False

    async def work(_payload: dict[str, Any]) -> None:
        nonlocal cancelled
        started.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled = True
            raise

    job = await jobs.enqueue(tenant, KIND, {})
    async with running(Worker(database, handler(work))):
        await asyncio.wait_for(started.wait(), 60)
    back = await jobs.get(tenant, job.id)
    assert cancelled
    assert (back.state, back.attempts, back.worker) == (JobState.QUEUED, 0, None)


async def test_cancelling_the_worker_hands_back_too(database: Database, jobs: Jobs, tenant: Owner) -> None:
    started = asyncio.Event()

    async def work(_payload: dict[str, Any]) -> None:
        started.set()
        await asyncio.sleep(60)

    job = await jobs.enqueue(tenant, KIND, {})
    task = asyncio.create_task(Worker(database, handler(work)).run())
    await asyncio.wait_for(started.wait(), 60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await jobs.get(tenant, job.id)).state is JobState.QUEUED


async def test_an_erased_owners_job_is_let_go(database: Database, jobs: Jobs, tenant: Owner) -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def work(_payload: dict[str, Any]) -> None:
        started.set()
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    await jobs.enqueue(tenant, KIND, {})
    async with running(Worker(database, handler(work), lease_seconds=0.6)):
        await asyncio.wait_for(started.wait(), 60)
        sweep = (
            "// Ends.\n// mode: write\n// params: owner\n// returns: nothing\nMATCH (j:Job {owner: $owner}) DELETE j"
        )
        await database.run(queries.parse("sweep", sweep), owner=tenant.key)
        await asyncio.wait_for(ended.wait(), 60)


async def test_a_database_that_is_gone_stops_drain_not_run(database: Database) -> None:
    gone = await Database.connect(database.address)
    await gone.aclose()
    with pytest.raises(DatabaseError):
        await Worker(gone, handler(lambda _payload: asyncio.sleep(0))).drain()
    async with running(Worker(gone, handler(lambda _payload: asyncio.sleep(0)), poll_seconds=0.02)) as task:
        await asyncio.sleep(0.2)
        assert not task.done()


async def test_a_job_that_keeps_killing_its_worker_is_buried(database: Database, jobs: Jobs, tenant: Owner) -> None:
    job = await jobs.enqueue(tenant, KIND, {}, max_attempts=2)
    for _ in range(2):
        assert await stored.claim(database, [KIND], worker="vanishes", lease_seconds=0.05)
        await asyncio.sleep(0.1)

    async def never(_payload: dict[str, Any]) -> None:
        raise AssertionError("it was run a third time")

    await Worker(database, handler(never)).drain()
    dead = await jobs.get(tenant, job.id)
    assert dead.state is JobState.DEAD
    assert "vanished 2 times" in (dead.error or "")


async def test_a_locked_job_holds_up_no_other(database: Database, jobs: Jobs, tenant: Owner) -> None:
    """As a process does that stands still in the middle of a transaction."""
    locked, free = [await jobs.enqueue(tenant, KIND, {"number": number}) for number in range(2)]

    async def work(_payload: dict[str, Any]) -> None: ...

    async def done(job: Job) -> bool:
        return (await jobs.get(tenant, job.id)).state is JobState.DONE

    async with database.driver.session(database="neo4j") as session, running(Worker(database, handler(work))):
        async with await session.begin_transaction() as stalled:
            await (await stalled.run("MATCH (j:Job {id: $id}) SET j.x = 1", id=locked.id)).consume()
            await until(lambda: done(free), 120)
            await stalled.rollback()
        await until(lambda: done(locked), 120)


@pytest.mark.parametrize("payload", ["no json", "[1]", None])
async def test_a_job_that_cannot_be_read_ends_and_its_worker_goes_on(
    database: Database, jobs: Jobs, tenant: Owner, payload: str | None
) -> None:
    unreadable, readable = [await jobs.enqueue(tenant, KIND, {"number": number}) for number in range(2)]
    spoil = "// Spoils.\n// mode: write\n// params: id, payload\n// returns: nothing\n" + (
        "MATCH (j:Job {id: $id}) SET j.payload = $payload"
    )
    await database.run(queries.parse("spoil", spoil), id=unreadable.id, payload=payload)

    async def work(_payload: dict[str, Any]) -> None: ...

    async def done() -> bool:
        return (await jobs.get(tenant, readable.id)).state is JobState.DONE

    async with running(Worker(database, handler(work), concurrency=1)) as task:
        await until(done, 120)
        assert not task.done()
    dead = await jobs.get(tenant, unreadable.id)
    assert (dead.state, dead.attempts) == (JobState.DEAD, 1)
    assert "cannot be read" in (dead.error or "")


async def test_kill_9_loses_no_job(database: Database, jobs: Jobs, tenant: Owner, tmp_path: Path) -> None:
    """A real process is killed in the middle of a job; another worker does it once, after the lease."""
    job = await jobs.enqueue(tenant, KIND, {"what": "slow"})
    notes = tmp_path / "notes"
    script = Path(__file__).parent.parent / "support" / "slow_worker.py"
    address = database.address
    child = await asyncio.create_subprocess_exec(sys.executable, script, address.uri, address.password, notes)
    try:

        async def started() -> bool:
            assert child.returncode is None, "the worker ended by itself"
            return notes.exists()

        await until(started, 60)
    finally:
        child.kill()
        await child.wait()
    killed = time.monotonic()
    held = await jobs.get(tenant, job.id)
    assert held.state is JobState.RUNNING
    done: list[object] = []

    async def work(payload: dict[str, Any]) -> None:
        done.append(payload)

    async def ended() -> bool:
        return (await jobs.get(tenant, job.id)).state is JobState.DONE

    second = Worker(database, handler(work), poll_seconds=0.1)
    async with running(second):
        assert not done, "taken before the lease was over"
        await until(ended)
    assert time.monotonic() - killed > 0.5
    assert done == [{"what": "slow"}]
    ended_job = await jobs.get(tenant, job.id)
    assert (ended_job.attempts, ended_job.worker) == (2, second.name)
    assert notes.read_text() == "started\n"
