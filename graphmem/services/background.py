"""Background work: jobs, live sessions' messages, idle sessions, hashes of the audit.

Any number of processes may do this on one store: jobs are claimed under leases, ending a session twice does nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from graphmem.errors import DatabaseError, GraphMemError, InvalidInputError
from graphmem.model.audit import Verb
from graphmem.model.job import Job, JobKind
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation
from graphmem.ports import Embedder, Progress
from graphmem.services.answers import request
from graphmem.services.archive.undo import undo_import
from graphmem.services.audit import audited
from graphmem.services.audit_chain import seal_all
from graphmem.services.backfill import backfill_all
from graphmem.services.ingestion.mine import Miner
from graphmem.services.ingestion.observe import Observer
from graphmem.services.ingestion.submission import read_submission
from graphmem.services.jobs import Handler, Jobs, Worker, run_to_end
from graphmem.services.lifecycle.application import end_cut_off
from graphmem.services.lifecycle.dreams import Dreams
from graphmem.services.lifecycle.schedules import DAILY, NIGHTLY, Schedules
from graphmem.services.retention import Retention
from graphmem.services.sessions import Sessions
from graphmem.services.webhooks import Webhooks
from graphmem.services.workflows import Workflows
from graphmem.store.database import Database

LOOK_SECONDS = 5.0
"""Pause between two checks for idle sessions."""

STALLED_SECONDS = 30.0
"""A worker looks every second; after so long without a look it counts as stalled."""

PAUSE_SECONDS = 1.0
MOST_PAUSE_SECONDS = 60.0
"""First and longest pause before failed work is restarted; it doubles each time."""

log = logging.getLogger(__name__)


class Background:
    """One process's worker with its handlers, and its loops. `run` it beside the API."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        miner: Miner,
        observer: Observer,
        sessions: Sessions,
        dreams: Dreams,
        webhooks: Webhooks,
        *,
        workflows: Workflows | None = None,
        dream_schedule: str | None = NIGHTLY,
        rehearsal_schedule: str | None = DAILY,
        time_zone: str = "UTC",
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._miner = miner
        self._observer = observer
        self._sessions = sessions
        self._look = look_seconds
        self._webhooks, self._workflows = webhooks, workflows
        self.retention = Retention(database)
        self._running = 0
        closing: dict[JobKind, Handler] = {JobKind.IMPORT: self._undo_import, JobKind.DREAM_RUN: self._end_dream}
        self.worker = Worker(
            database,
            closing
            | {
                JobKind.MINE: self._mine,
                JobKind.EXTRACT: self._extract,
                JobKind.BACKFILL: self._backfill,
                JobKind.DREAM: self._dream,
                JobKind.REHEARSE: self._rehearse,
                JobKind.WEBHOOK: self._deliver,
            },
        )
        self._closer = Worker(database, closing)
        self.jobs = Jobs(database, self.worker.wake)
        self.schedules = Schedules(
            database, dreams, self.worker.wake,
            default=dream_schedule, rehearsal=rehearsal_schedule, time_zone=time_zone,
        )  # fmt: skip

    async def run(self) -> None:
        """Work until cancelled, then hand running jobs back. Failed loops are restarted after a pause."""
        self._running += 1
        self.worker.looked_at = time.monotonic()  # it counts as working until it stalls
        try:
            await asyncio.gather(
                _kept_up("worker", self.worker.run),
                _kept_up("sessions", self._keep_sessions),
                _kept_up("audit", self._keep_audit),
            )
        finally:
            self._running -= 1

    @property
    def works(self) -> bool | None:
        """Whether the worker looks for jobs; None if `run` was not called in this process.

        False: the worker has stalled, or has just failed and is about to be restarted.
        """
        if not self._running:
            return None
        return time.monotonic() - self.worker.looked_at < STALLED_SECONDS

    async def drain(self) -> int:
        """Work off the jobs that are ready now and return their number."""
        return await self.worker.drain()

    async def close_cut_off(self) -> int:
        """Close imports and dreams of dead processes, and return their number."""
        return await self._closer.drain()

    @audited(Verb.MINE_LATER, lambda job: [job.id])
    async def mine_later(self, owner: Owner, submission: dict[str, Any]) -> Job:
        """Mine a conversation in the background.
        `submission` has the arguments of `read_submission`, and perhaps an `idempotency_key`.

        Raises InvalidInputError at once for a conversation that could never be mined.
        """
        _read(owner, submission)
        agent = None if owner.by is None else owner.by.agent  # its write rights also bind work done for it
        return await self.jobs.enqueue(
            owner, JobKind.MINE, submission if agent is None else {**submission, "agent": agent}
        )

    async def _mine(self, owner: Owner, payload: dict[str, Any], progress: Progress) -> None:
        if isinstance(agent := payload.get("agent"), str):
            owner = owner.spoken_by(agent, "graphmem")
        try:
            conversation, key = _read(owner, {name: one for name, one in payload.items() if name != "agent"})
        except (TypeError, AttributeError) as error:
            raise InvalidInputError(
                f"The payload is no conversation ({error}).", field="payload", remedy="Cancel the job and mine it anew."
            ) from error
        if conversation is not None:
            await self._miner.mine(owner, conversation, progress=progress, idempotency_key=key)

    async def _extract(self, owner: Owner, payload: dict[str, Any], progress: Progress) -> None:
        await self._observer.read_session(owner, str(payload["session"]), progress=progress)

    async def _backfill(self, owner: Owner, _payload: dict[str, Any], progress: Progress) -> None:
        await backfill_all(self._database, self._embedder, owner, progress)

    async def _dream(self, owner: Owner, payload: dict[str, Any], _progress: Progress) -> None:
        await self.retention.apply(owner)
        await self.schedules.dream(owner, payload)
        if self._workflows is not None:
            await self._workflows.mine(owner)

    async def _rehearse(self, owner: Owner, payload: dict[str, Any], _progress: Progress) -> None:
        await self.schedules.rehearse(owner, payload)

    async def _deliver(self, owner: Owner, payload: dict[str, Any], _progress: Progress) -> None:
        await self._webhooks.deliver(owner, payload)

    async def _undo_import(self, owner: Owner, _payload: dict[str, Any], _progress: Progress) -> None:
        await undo_import(self._database, owner)

    async def _end_dream(self, owner: Owner, payload: dict[str, Any], _progress: Progress) -> None:
        await end_cut_off(self._database, owner, str(payload["run"]))

    async def _keep_sessions(self) -> None:
        while True:
            try:
                await run_to_end(self._sessions.end_idle())
            except (DatabaseError, GraphMemError) as error:
                log.warning("idle sessions could not be ended: %s", error)
            await asyncio.sleep(self._look)

    async def _keep_audit(self) -> None:
        """Write the hashes of the audit's entries. Several servers may do so: each owner's node is locked."""
        while True:
            try:
                await run_to_end(seal_all(self._database))
            except (DatabaseError, GraphMemError) as error:
                log.warning("the audit could not be sealed: %s", error)
            await asyncio.sleep(self._look)


def _read(owner: Owner, given: dict[str, Any]) -> tuple[Conversation | None, str | None]:
    """The conversation of a job and its idempotency key. Raises InvalidInputError."""
    submission = dict(given)
    key = submission.pop("idempotency_key", None)
    request(owner, key, "mine")
    return read_submission(**submission).conversation, key


async def _kept_up(what: str, work: Callable[[], Awaitable[None]]) -> None:
    """Run the work until it ends or is cancelled; after any error, restart it with a pause."""
    pause = PAUSE_SECONDS
    while True:
        began = time.monotonic()
        try:
            return await work()
        except Exception:
            log.exception("the %s failed and is started again", what)
        if time.monotonic() - began > MOST_PAUSE_SECONDS:
            pause = PAUSE_SECONDS
        await asyncio.sleep(pause)
        pause = min(2 * pause, MOST_PAUSE_SECONDS)
