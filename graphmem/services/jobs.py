"""Durable jobs: enqueuing them, and the worker that runs them even if its process dies.

A worker claims a job under a lease and renews it while the handler runs. If the process dies, the lease lapses and
another worker runs the job again, so handlers must be safe to run twice. Errors stay on the job as text.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from graphmem.counting import COUNTED
from graphmem.errors import DatabaseError, GraphMemError, InvalidInputError, OwnerMovedError
from graphmem.model.audit import Verb
from graphmem.model.job import MAINTENANCE, MAX_ATTEMPTS, Claimed, Job, JobCounts, JobKind, JobState, backoff_seconds
from graphmem.model.palace import Owner, Page
from graphmem.ports import Progress
from graphmem.services.audit import audited
from graphmem.store import audit_chain, blocks, dreams, jobs, requests, tenants
from graphmem.store.database import Database
from graphmem.store.short_ids import job_id as whole_id
from graphmem.tracing import span

T = TypeVar("T")

Handler = Callable[[Owner, dict[str, Any], Progress], Awaitable[object]]
"""Runs one job for its owner from its payload, on the event loop, reporting progress.
It may run again after a crash. Errors are retried, but an InvalidInputError, which would recur, makes the job dead."""

CONCURRENCY = 2
LEASE_SECONDS = 60.0
POLL_SECONDS = 1.0
HEARTBEATS = 3
"""Renewals within one lease: two may fail before the job is lost."""

HEARTBEAT_SECONDS = 5.0
"""The longest pause between two renewals, so that progress is no older."""

END_SECONDS = 5.0
"""Time for a running statement to end after its worker is told to stop."""

KEPT_DAYS = 30
PRUNE_SECONDS = 3_600.0

MOVING_SECONDS = 3.0
"""Pause before a job is released whose owner moves to another database."""

log = logging.getLogger(__name__)


class Jobs:
    """The jobs of each owner, for people and services. `announce` is called after one was enqueued."""

    def __init__(self, database: Database, announce: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._announce = announce

    async def enqueue(
        self,
        owner: Owner,
        kind: JobKind,
        payload: dict[str, Any],
        *,
        max_attempts: int = MAX_ATTEMPTS,
        delay_seconds: float = 0.0,
        again: bool = False,
    ) -> Job:
        """Enqueue a job; see `store.jobs.enqueue`, which a transaction may also call itself."""
        job = await jobs.enqueue(
            self._database,
            owner,
            kind,
            payload,
            max_attempts=max_attempts,
            delay_seconds=delay_seconds,
            again=again,
        )
        self._announce()
        return job

    async def list(
        self,
        owner: Owner,
        *,
        states: Sequence[JobState] = (),
        kinds: Sequence[JobKind] = (),
        first: int = 20,
        after: str | None = None,
    ) -> Page[Job]:
        """A page of jobs, the newest first; no states or kinds means all."""
        return await jobs.jobs(self._database, owner, states=states, kinds=kinds, first=first, after=after)

    async def get(self, owner: Owner, job_id: str) -> Job:
        """One job, by its id or a prefix, here and below. Raises NotFoundError or InvalidInputError."""
        return await jobs.job(self._database, owner, await whole_id(self._database, owner, job_id))

    @audited(Verb.RETRY_JOB, lambda job: [job.id])
    async def retry(self, owner: Owner, job_id: str) -> Job:
        """Requeue a dead or failed job now. Raises NotFoundError or InvalidInputError."""
        job = await jobs.retry(self._database, owner, await whole_id(self._database, owner, job_id))
        self._announce()
        return job

    @audited(Verb.CANCEL_JOB, lambda job: [job.id])
    async def cancel(self, owner: Owner, job_id: str) -> Job:
        """Cancel a job that is not running. Raises NotFoundError or InvalidInputError."""
        return await jobs.cancel(self._database, owner, await whole_id(self._database, owner, job_id))

    async def counts(self, owner: Owner | None = None) -> JobCounts:
        """Jobs by state, of one owner or of all."""
        return await jobs.counts(self._database, owner)


class Worker:
    """Runs jobs of the kinds with handlers, of any owner, several at a time.

    Any number may work on one store, in one process or many. Call `run` in its own task until `stop`, or `drain` to
    work off the ready jobs.
    """

    def __init__(
        self,
        database: Database,
        handlers: Mapping[JobKind, Handler],
        *,
        concurrency: int = CONCURRENCY,
        lease_seconds: float = LEASE_SECONDS,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        """A dead process's job stays claimed for `lease_seconds`; an idle worker looks every `poll_seconds`."""
        self.name = worker_name()
        self._database = database
        self._handlers = dict(handlers)
        self._concurrency = concurrency
        self._lease = lease_seconds
        self._poll = poll_seconds
        self._running: dict[asyncio.Task[None], JobKind] = {}
        self._signal = asyncio.Event()
        self._stopping = False
        self._pruned = 0.0
        self.looked_at = float("-inf")
        """Monotonic time of the last successful look for jobs; starting alone is no look."""

    def wake(self) -> None:
        """Look for jobs at once, because one was just enqueued."""
        self._signal.set()

    def stop(self) -> None:
        """Let `run` end: it claims nothing more, hands running jobs back, and returns."""
        self._stopping = True
        self._signal.set()

    async def run(self) -> None:
        """Work until `stop`, or until cancelled. While the database is unreachable, it waits."""
        try:
            while not self._stopping:
                self._signal.clear()
                if not await self._took_one():
                    await self._pause()
        finally:
            await self._hand_back()

    async def drain(self) -> int:
        """Work until nothing is ready and return the number of jobs claimed; delayed retries are left.

        Raises DatabaseError when the database cannot be queried.
        """
        taken = 0
        try:
            while not self._stopping:
                self._signal.clear()
                if len(self._running) < self._concurrency and await self._claim():
                    taken += 1
                elif self._running:
                    await self._signal.wait()
                elif not await jobs.ready_jobs(self._database, self._handlers):
                    break
        finally:
            await self._hand_back()
        return taken

    async def _took_one(self) -> bool:
        """Claim a job if there is room and one is ready; idle looks only read."""
        if len(self._running) >= self._concurrency:
            self.looked_at = time.monotonic()
            return False
        try:
            await run_to_end(self._prune())
            took = await run_to_end(self._claim())
            self.looked_at = time.monotonic()
            return took
        except DatabaseError as error:
            log.warning("jobs cannot be claimed: %s", error)
            return False

    async def _pause(self) -> None:
        """Wait until the next look: until `wake`, or until the time is up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._poll):
                await self._signal.wait()

    async def _prune(self) -> None:
        now = time.monotonic()
        if not self._pruned or now - self._pruned > PRUNE_SECONDS:
            self._pruned = now
            await jobs.prune(self._database, days=KEPT_DAYS)
            await requests.prune(self._database)
            await blocks.prune(self._database)
            await dreams.fold(self._database)
            await tenants.prune_erased(self._database)
            await audit_chain.prune(self._database)

    async def _claim(self) -> bool:
        held = await jobs.claim(self._database, self._wanted(), worker=self.name, lease_seconds=self._lease)
        if held is None:
            return False
        task = asyncio.create_task(self._work(held), name=f"job {held.id}")
        self._running[task] = held.kind
        task.add_done_callback(self._finished)
        return True

    def _wanted(self) -> list[JobKind]:
        """The kinds there is room for: maintenance leaves one slot to jobs that a person waits for."""
        busy = sum(kind in MAINTENANCE for kind in self._running.values())
        full = busy >= max(self._concurrency - 1, 1)
        return [kind for kind in self._handlers if not (full and kind in MAINTENANCE)]

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.pop(task, None)
        self._signal.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            # Its lease lapses and the job runs again: nothing is lost, but an operator should know.
            log.warning("%s could not be ended: %s", task.get_name(), error)

    async def _hand_back(self) -> None:
        for task in self._running:
            task.cancel()
        while self._running:
            await asyncio.wait(self._running)

    async def _work(self, held: Claimed) -> None:
        attempt = Attempt(self._database, held, self._lease)
        if held.exhausted:
            await attempt.bury()
        else:
            await attempt.run(self._handlers[held.kind])


class Attempt:
    """One worker's attempt at one job: the handler beside the heartbeat, then the outcome."""

    def __init__(self, database: Database, held: Claimed, lease_seconds: float) -> None:
        self._database = database
        self._held = held
        self._lease = lease_seconds
        self._done = 0
        self._total: int | None = None

    async def run(self, handler: Handler) -> None:
        """Run until the handler ends, the lease is lost, or this is cancelled, which hands the job back."""
        work = asyncio.create_task(self._handle(handler))
        heart = asyncio.create_task(self.beat())
        try:
            await asyncio.wait({work, heart}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                COUNTED.claims_lost += 1
                log.warning("job %s was lost to another worker", self._held.id)
                return
            heart.cancel()
            await self._end(work)
        except asyncio.CancelledError:
            await _ended(work, heart)
            await jobs.release(self._database, self._held)
            raise
        finally:
            await _ended(work, heart)

    async def bury(self) -> None:
        """Fail a job whose workers vanished in all of its attempts."""
        error = (
            f"The worker vanished {self._held.max_attempts} times while it ran: killed, out of memory, or restarted."
        )
        await jobs.fail(self._database, self._held, error, delay_seconds=0.0, final=True)

    async def _end(self, work: asyncio.Task[None]) -> None:
        error = asyncio.CancelledError("cancelled by itself") if work.cancelled() else work.exception()
        if error is None:
            await jobs.complete(self._database, self._held, done=self._done, total=self._total)
            return
        if isinstance(error, OwnerMovedError):  # the move takes the job along, so this is no failure
            await asyncio.sleep(MOVING_SECONDS)
            await jobs.release(self._database, self._held)
            return
        state = await jobs.fail(
            self._database,
            self._held,
            _readable(error),
            delay_seconds=backoff_seconds(attempts=self._held.attempts),
            final=isinstance(error, InvalidInputError),
            done=self._done,
            total=self._total,
        )
        # The message may quote a memory, so only its class reaches the log.
        log.warning("job %s (%s): %s, now %s", self._held.id, self._held.kind, type(error).__name__, state)

    async def _handle(self, handler: Handler) -> None:
        with span("job", {"graphmem.job.kind": self._held.kind.value, "graphmem.job.attempt": self._held.attempts}):
            await handler(self._held.owner, self._held.payload, self._progress)

    def _progress(self, _what: str, done: int, total: int | None) -> None:
        self._done, self._total = done, total

    async def beat(self) -> None:
        """Renew the lease until it is lost. An unreachable database is retried as long as the lease lasts."""
        pause = min(self._lease / HEARTBEATS, HEARTBEAT_SECONDS)
        valid_until = time.monotonic() + self._lease
        while time.monotonic() < valid_until:
            await asyncio.sleep(pause)
            asked = time.monotonic()
            try:
                async with asyncio.timeout(max(valid_until - asked, 0.0)):
                    if not await jobs.renew(
                        self._database, self._held, lease_seconds=self._lease, done=self._done, total=self._total
                    ):
                        return
            except (DatabaseError, TimeoutError) as error:
                log.warning("the lease of job %s was not renewed: %s", self._held.id, error)
            else:
                valid_until = asked + self._lease


def worker_name() -> str:
    """A unique name of a worker: machine, process and random digits."""
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(3)}"


@contextlib.asynccontextmanager
async def lease_kept(database: Database, held: Claimed) -> AsyncIterator[None]:
    """Renew the lease of a job that this process does itself; after an error the next worker closes it."""
    heart = asyncio.create_task(Attempt(database, held, LEASE_SECONDS).beat())
    try:
        yield
    except BaseException:
        with contextlib.suppress(DatabaseError):  # in that case the lease lapses
            await run_to_end(jobs.release(database, held))
        raise
    finally:
        await _ended(heart)


async def run_to_end(work: Coroutine[object, object, T]) -> T:
    """Let the work end even if this is cancelled meanwhile, for END_SECONDS at most.

    A claim whose answer is lost would block its job until the lease ends, and the driver leaks the socket of a
    connection that is being opened.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=END_SECONDS)
        task.cancel()
        raise


async def _ended(*tasks: asyncio.Task[None]) -> None:
    """Cancel running tasks and wait until they have stopped."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _readable(error: BaseException) -> str:
    return str(error) if isinstance(error, GraphMemError) else f"{type(error).__name__}: {error}".rstrip(": ")
