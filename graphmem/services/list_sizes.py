"""How many objects the owner's lists have, each counted when somebody asks and not before."""

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
    """Counts over one database; a list has the same name where its pages are read."""

    database: Database

    async def jobs(self, owner: Owner, states: Sequence[JobState] = (), kinds: Sequence[JobKind] = ()) -> int:
        """Jobs in these states and of these kinds; none named means all."""
        return await list_sizes.jobs(self.database, owner, states, kinds)

    async def reviews(self, owner: Owner) -> int:
        """Pairs that nobody has decided about."""
        return await list_sizes.reviews(self.database, owner, ReviewState.OPEN)

    async def workflows(self, owner: Owner, state: ReviewState = ReviewState.OPEN) -> int:
        """Workflows in a state."""
        return await list_sizes.workflows(self.database, owner, state)

    async def tombstones(self, owner: Owner, *, every: bool = False) -> int:
        """What must not come back; `every` with what was lifted."""
        return await list_sizes.tombstones(self.database, owner, every=every)

    async def audit(self, owner: Owner) -> int:
        """Changes that are noted."""
        return await list_sizes.audit(self.database, owner)

    async def dream_runs(self, owner: Owner) -> int:
        """Dreams that were carried out, or wait for a confirmation."""
        return await list_sizes.dream_runs(self.database, owner)

    async def dream_changes(self, owner: Owner, run: str) -> int:
        """Memories that one dream changed, by its whole id, undone or not."""
        return await list_sizes.dream_changes(self.database, owner, run)

    async def procedures(self, owner: Owner) -> int:
        """Procedures that are believed now."""
        return await list_sizes.procedures(self.database, owner)

    async def episodes(self, owner: Owner) -> int:
        """Episodes that are believed now."""
        return await list_sizes.episodes(self.database, owner)

    async def entities(self, owner: Owner, kind: EntityType | None = None) -> int:
        """Entities of a type, or of any."""
        return await list_sizes.entities(self.database, owner, kind)

    async def sessions(self, owner: Owner) -> int:
        """Sessions, ended or not."""
        return await list_sizes.sessions(self.database, owner)

    async def closets(self, owner: Owner, rooms: Sequence[str]) -> list[int]:
        """Topics of each room."""
        return await list_sizes.closets(self.database, owner, rooms)

    async def drawers(self, owner: Owner, closets: Sequence[str]) -> list[int]:
        """Turns of each topic, without those that are withheld."""
        return await list_sizes.drawers(self.database, owner, closets)
