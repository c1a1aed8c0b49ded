"""Sizes of the owner's lists, each counted only on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.entity import EntityType
from graphmem.model.job import JobKind, JobState
from graphmem.model.palace import Owner
from graphmem.model.review import ReviewState
from graphmem.store import list_sizes
from graphmem.store.database import Database


@dataclass(frozen=True, slots=True)
class ListSizes:
    """Counts over one database; each has the name of the list that it counts."""

    database: Database

    async def jobs(self, owner: Owner, states: Sequence[JobState] = (), kinds: Sequence[JobKind] = ()) -> int:
        """Number of jobs in these states and of these kinds; empty means all."""
        return await list_sizes.jobs(self.database, owner, states, kinds)

    async def reviews(self, owner: Owner) -> int:
        """Number of open reviews."""
        return await list_sizes.reviews(self.database, owner, ReviewState.OPEN)

    async def workflows(self, owner: Owner, state: ReviewState = ReviewState.OPEN) -> int:
        """Number of workflows in a state."""
        return await list_sizes.workflows(self.database, owner, state)

    async def tombstones(self, owner: Owner, *, every: bool = False) -> int:
        """Number of standing tombstones; `every` includes lifted ones."""
        return await list_sizes.tombstones(self.database, owner, every=every)

    async def audit(self, owner: Owner) -> int:
        """Number of audit entries."""
        return await list_sizes.audit(self.database, owner)

    async def dream_runs(self, owner: Owner) -> int:
        """Number of dreams that ran or wait for a confirmation."""
        return await list_sizes.dream_runs(self.database, owner)

    async def dream_changes(self, owner: Owner, run: str) -> int:
        """Number of memories that a dream changed, by its whole id, undone or not."""
        return await list_sizes.dream_changes(self.database, owner, run)

    async def procedures(self, owner: Owner) -> int:
        """Number of live procedures."""
        return await list_sizes.procedures(self.database, owner)

    async def episodes(self, owner: Owner) -> int:
        """Number of live episodes."""
        return await list_sizes.episodes(self.database, owner)

    async def entities(self, owner: Owner, kind: EntityType | None = None) -> int:
        """Number of entities of a type, or of all."""
        return await list_sizes.entities(self.database, owner, kind)

    async def sessions(self, owner: Owner) -> int:
        """Number of sessions, ended or not."""
        return await list_sizes.sessions(self.database, owner)

    async def closets(self, owner: Owner, rooms: Sequence[str]) -> list[int]:
        """Number of closets of each room."""
        return await list_sizes.closets(self.database, owner, rooms)

    async def drawers(self, owner: Owner, closets: Sequence[str]) -> list[int]:
        """Number of drawers of each closet, without withheld ones."""
        return await list_sizes.drawers(self.database, owner, closets)
