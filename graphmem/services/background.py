"""What goes on without being asked: jobs, messages of live sessions, sessions that idled out.

Any number of processes may do this on one store: jobs are claimed under leases, ending a session twice does nothing.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from graphmem.errors import DatabaseError, GraphMemError
from graphmem.model.job import Job, JobKind
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.ports import Embedder, Progress
from graphmem.services.backfill import backfill
from graphmem.services.jobs import Jobs, Worker
from graphmem.services.mine import Miner
from graphmem.services.observe import Observer
from graphmem.services.sessions import Sessions
from graphmem.services.submission import read_submission
from graphmem.store.database import Database

LOOK_SECONDS = 5.0
"""How long the loop waits for more messages of a session before it reads them, and between two looks for idle ones."""

log = logging.getLogger(__name__)


class Background:
    """The worker of one process with its handlers, and the keeper of sessions. `run` it beside the API."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        miner: Miner,
        observer: Observer,
        sessions: Sessions,
        *,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._miner = miner
        self._observer = observer
        self._sessions = sessions
        self._look = look_seconds
        self.worker = Worker(
            database,
            {JobKind.MINE: self._mine, JobKind.EXTRACT: self._extract, JobKind.BACKFILL: self._backfill},
        )
        self.jobs = Jobs(database, self.worker.wake)

    async def run(self) -> None:
        """Work until cancelled; what is under way is handed back."""
        keeper = asyncio.create_task(self._keep_sessions(), name="sessions")
        try:
            await self.worker.run()
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)

    async def drain(self) -> int:
        """Work off what is ready now and return how many jobs that were."""
        return await self.worker.drain()

    async def mine_later(self, owner: Owner, submission: dict[str, Any]) -> Job:
        """Mine a conversation in the background. `submission` holds what `read_submission` takes.

        Raises InvalidInputError at once for what could never be mined.
        """
        read_submission(**submission)
        return await self.jobs.enqueue(owner, JobKind.MINE, submission)

    async def say(
        self, owner: Owner, text: str, *, session: str, role: Role = Role.USER, speaker: str | None = None
    ) -> Observation:
        """File a message of a session at once; it is read with the others of the session once nobody has spoken for a
        moment. Raises as `Observer.observe`."""
        said = await self._observer.say(owner, text, session=session, role=role, speaker=speaker)
        await self.read_later(owner, session)
        return said

    async def read_later(self, owner: Owner, session: str) -> Job:
        """Read the new messages of a session once it has been quiet for a moment."""
        return await self.jobs.enqueue(
            owner, JobKind.EXTRACT, {"session": session}, delay_seconds=self._look, again=True
        )

    async def _mine(self, owner: Owner, payload: dict[str, Any], progress: Progress) -> None:
        submission = read_submission(**payload)
        if submission.conversation is not None:
            report = await self._miner.mine(owner, submission.conversation, progress=progress)
            if report.unembedded:
                await self.jobs.enqueue(owner, JobKind.BACKFILL, {}, delay_seconds=self._look, again=True)

    async def _extract(self, owner: Owner, payload: dict[str, Any], progress: Progress) -> None:
        done = await self._observer.read_session(owner, str(payload["session"]))
        progress("reading messages", done, done)

    async def _backfill(self, owner: Owner, _payload: dict[str, Any], progress: Progress) -> None:
        await backfill(self._database, self._embedder, owner, progress)

    async def _keep_sessions(self) -> None:
        while True:
            try:
                await self._sessions.end_idle()
            except (DatabaseError, GraphMemError) as error:
                log.warning("idle sessions could not be ended: %s", error)
            await asyncio.sleep(self._look)
