"""Sizes of lists, a statement each, run only on request: a count reads all that it counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.entity import EntityType
from graphmem.model.job import JobKind, JobState
from graphmem.model.palace import Owner
from graphmem.model.review import ReviewState
from graphmem.store.database import Database
from graphmem.store.queries import Query, bind

_JOBS = bind("job/count_jobs", __name__)
_REVIEWS = bind("review/count_reviews", __name__)
_WORKFLOWS = bind("workflow/count_workflows", __name__)
_TOMBSTONES = bind("tombstone/count_tombstones", __name__)
_AUDIT = bind("audit/count_entries", __name__)
_RUNS = bind("dream/count_runs", __name__)
_CHANGES = bind("dream/count_changes", __name__)
_PROCEDURES = bind("procedure/count_procedures", __name__)
_EPISODES = bind("procedure/count_episodes", __name__)
_ENTITIES = bind("entity/count_entities", __name__)
_SESSIONS = bind("session/count_sessions", __name__)
_CLOSETS = bind("palace/count_closets", __name__)
_DRAWERS = bind("palace/count_drawers", __name__)


@dataclass(frozen=True, slots=True)
class ListSizes:
    """Counts over one database; each has the name of the list that it counts."""

    database: Database

    async def jobs(self, owner: Owner, states: Sequence[JobState] = (), kinds: Sequence[JobKind] = ()) -> int:
        """Number of jobs in these states and of these kinds; empty means all."""
        return await self._one(_JOBS, owner, states=[*states] or None, kinds=[*kinds] or None)

    async def reviews(self, owner: Owner) -> int:
        """Number of open reviews."""
        return await self._one(_REVIEWS, owner, state=ReviewState.OPEN.value)

    async def workflows(self, owner: Owner, state: ReviewState = ReviewState.OPEN) -> int:
        """Number of workflows in a state."""
        return await self._one(_WORKFLOWS, owner, state=state.value)

    async def tombstones(self, owner: Owner, *, every: bool = False) -> int:
        """Number of standing tombstones; `every` includes lifted ones."""
        return await self._one(_TOMBSTONES, owner, every=every)

    async def audit(self, owner: Owner) -> int:
        """Number of audit entries."""
        return await self._one(_AUDIT, owner)

    async def dream_runs(self, owner: Owner) -> int:
        """Number of dreams that ran or wait for a confirmation."""
        return await self._one(_RUNS, owner)

    async def dream_changes(self, owner: Owner, run: str) -> int:
        """Number of memories that a dream changed, by its whole id, undone or not."""
        return await self._one(_CHANGES, owner, run=run)

    async def procedures(self, owner: Owner) -> int:
        """Number of live procedures."""
        return await self._one(_PROCEDURES, owner)

    async def episodes(self, owner: Owner) -> int:
        """Number of live episodes."""
        return await self._one(_EPISODES, owner)

    async def entities(self, owner: Owner, kind: EntityType | None = None) -> int:
        """Number of entities of a type, or of all."""
        return await self._one(_ENTITIES, owner, type=kind and kind.value)

    async def sessions(self, owner: Owner) -> int:
        """Number of sessions, ended or not."""
        return await self._one(_SESSIONS, owner)

    async def closets(self, owner: Owner, rooms: Sequence[str]) -> list[int]:
        """Number of closets of each room."""
        return await self._each(_CLOSETS, owner, "rooms", rooms)

    async def drawers(self, owner: Owner, closets: Sequence[str]) -> list[int]:
        """Number of drawers of each closet, without withheld ones."""
        return await self._each(_DRAWERS, owner, "closets", closets)

    async def _one(self, query: Query, owner: Owner, **given: object) -> int:
        return int((await self.database.run(query, owner=owner.key, **given))[0]["count"])

    async def _each(self, query: Query, owner: Owner, key: str, parents: Sequence[str]) -> list[int]:
        given = {key: list(parents)}
        counts = {row["parent"]: int(row["count"]) for row in await self.database.run(query, owner=owner.key, **given)}
        return [counts.get(parent, 0) for parent in parents]
