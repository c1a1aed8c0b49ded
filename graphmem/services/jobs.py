"""Durable jobs: asking for them, and the worker that does them whatever happens to its process.

A worker claims a job under a lease and renews it while the handler runs. If the process dies, the lease lapses and
another worker does the job again, so handlers must be safe to run twice. What went wrong stays on the job as text.
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
"""Does one job for its owner from its payload, on the event loop, reporting progress. It may run again after a crash.
An InvalidInputError makes the job dead at once, since the same payload would fail again; other errors are retried."""

CONCURRENCY = 2
LEASE_SECONDS = 60.0
POLL_SECONDS = 1.0
HEARTBEATS = 3
"""Renewals within one lease: two may be lost before the job is."""

HEARTBEAT_SECONDS = 5.0
"""The longest wait between two, so that progress is no older."""

END_SECONDS = 5.0
"""What a statement under way may take when its worker is told to end."""

KEPT_DAYS = 30
PRUNE_SECONDS = 3_600.0

MOVING_SECONDS = 3.0
"""Between two looks at a job whose owner moves to another database."""

log = logging.getLogger(__name__)


class Jobs:
    """The jobs of each owner, as people and services see them. `announce` is called when one was asked for."""

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
        """Ask for work; see `store.jobs.enqueue`, which a transaction may also call itself."""
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
        """A page, last asked for first; no states or kinds means all."""
        return await jobs.jobs(self._database, owner, states=states, kinds=kinds, first=first, after=after)

    async def get(self, owner: Owner, job_id: str) -> Job:
        """One job, by its id or the start of it, here and below. Raises NotFoundError or InvalidInputError."""
        return await jobs.job(self._database, owner, await whole_id(self._database, owner, job_id))

    @audited(Verb.RETRY_JOB, lambda job: [job.id])
    async def retry(self, owner: Owner, job_id: str) -> Job:
        """Queue a dead or failed job now. Raises NotFoundError or InvalidInputError."""
        job = await jobs.retry(self._database, owner, await whole_id(self._database, owner, job_id))
        self._announce()
        return job

    @audited(Verb.CANCEL_JOB, lambda job: [job.id])
    async def cancel(self, owner: Owner, job_id: str) -> Job:
        """Take back a job that nobody works on. Raises NotFoundError or InvalidInputError."""
        return await jobs.cancel(self._database, owner, await whole_id(self._database, owner, job_id))

    async def counts(self, owner: Owner | None = None) -> JobCounts:
        """Jobs by state of one owner, or of all."""
        return await jobs.counts(self._database, owner)


class Worker:
    """Does jobs of the kinds it has handlers for, of any owner, several at a time.

    Any number may work on one store, in one process or many. Use `run` in a task of its own until `stop`, or `drain`
    to work off what is ready.
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
        """`lease_seconds` is how long a job stays taken after its process died, `poll_seconds` how often an idle
        worker looks."""
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
        """When it last looked for work and could, by the monotonic clock; a start alone is no look."""

    def wake(self) -> None:
        """Look for work at once, because some was just asked for."""
        self._signal.set()

    def stop(self) -> None:
        """Let `run` end: it takes nothing new, hands back what it is working on, and returns."""
        self._stopping = True
        self._signal.set()

    async def run(self) -> None:
        """Work until `stop`, or until cancelled. An unreachable database is waited for."""
        try:
            while not self._stopping:
                self._signal.clear()
                if not await self._took_one():
                    await self._pause()
        finally:
            await self._hand_back()

    async def drain(self) -> int:
        """Work until nothing is ready and return how many jobs were taken; those waiting for a retry are left.

        Raises DatabaseError when the database cannot be asked.
        """
        taken = 0
        try:
            while not self._stopping:
                self._signal.clear()
                if len(self._running) < self._concurrency and await self._claim():
                    taken += 1
                elif self._running:
                    await self._signal.wait()
                elif not await jobs.ready(self._database, self._handlers):
                    break
        finally:
            await self._hand_back()
        return taken

    async def _took_one(self) -> bool:
        """Take a job if there is room and one is ready; idle looks only read."""
        if len(self._running) >= self._concurrency:
            self.looked_at = time.monotonic()
            return False
        try:
            await whole(self._prune())
            took = await whole(self._claim())
            self.looked_at = time.monotonic()
            return took
        except DatabaseError as error:
            log.warning("jobs cannot be claimed: %s", error)
            return False

    async def _pause(self) -> None:
        """Until the next look: somebody woke us, or the time is up."""
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
        """The kinds there is room for: maintenance leaves one place to what somebody waits for."""
        busy = sum(kind in MAINTENANCE for kind in self._running.values())
        full = busy >= max(self._concurrency - 1, 1)
        return [kind for kind in self._handlers if not (full and kind in MAINTENANCE)]

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.pop(task, None)
        self._signal.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            # Its lease lapses, and the job is done again: nothing is lost, but somebody should know.
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
    """One worker's go at one job: the handler beside the heartbeat, then the outcome."""

    def __init__(self, database: Database, held: Claimed, lease_seconds: float) -> None:
        self._database = database
        self._held = held
        self._lease = lease_seconds
        self._done = 0
        self._total: int | None = None

    async def run(self, handler: Handler) -> None:
        """Until the handler ends, the lease is lost, or this is cancelled: then the job is handed back."""
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
        """End a job whose workers vanished as often as it may be tried."""
        error = (
            f"The worker vanished {self._held.max_attempts} times while it ran: killed, out of memory, or restarted."
        )
        await jobs.fail(self._database, self._held, error, delay_seconds=0.0, final=True)

    async def _end(self, work: asyncio.Task[None]) -> None:
        error = asyncio.CancelledError("cancelled by itself") if work.cancelled() else work.exception()
        if error is None:
            await jobs.complete(self._database, self._held, done=self._done, total=self._total)
            return
        if isinstance(error, OwnerMovedError):  # which takes the job along: no failure of its own
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
        # The message may quote what somebody said, so only its class reaches the log.
        log.warning("job %s (%s): %s, now %s", self._held.id, self._held.kind, type(error).__name__, state)

    async def _handle(self, handler: Handler) -> None:
        with span("job", {"graphmem.job.kind": self._held.kind.value, "graphmem.job.attempt": self._held.attempts}):
            await handler(self._held.owner, self._held.payload, self._progress)

    def _progress(self, _what: str, done: int, total: int | None) -> None:
        self._done, self._total = done, total

    async def beat(self) -> None:
        """Renew the lease until it is lost. An unreachable database is given as long as the lease lasts."""
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
    """What tells a worker from every other: its machine, its process, and a number."""
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(3)}"


@contextlib.asynccontextmanager
async def kept(database: Database, held: Claimed) -> AsyncIterator[None]:
    """Renew the lease of a job that this process does itself. An error hands it to the next worker, who closes it."""
    heart = asyncio.create_task(Attempt(database, held, LEASE_SECONDS).beat())
    try:
        yield
    except BaseException:
        with contextlib.suppress(DatabaseError):  # then the lease lapses
            await whole(jobs.release(database, held))
        raise
    finally:
        await _ended(heart)


async def whole(work: Coroutine[object, object, T]) -> T:
    """Let it come to its end although this is cancelled meanwhile, unless it takes long.

    A claim whose answer nobody hears would wait for its lease, and the driver leaks the socket of a connection that is
    being opened.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=END_SECONDS)
        task.cancel()
        raise


async def _ended(*tasks: asyncio.Task[None]) -> None:
    """Cancel what still runs and wait until it has stopped."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _readable(error: BaseException) -> str:
    return str(error) if isinstance(error, GraphMemError) else f"{type(error).__name__}: {error}".rstrip(": ")
