"""Sizes of lists. Each is a Cypher statement that reads all it counts, so it runs only on request."""

from __future__ import annotations

from collections.abc import Sequence

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


async def jobs(database: Database, owner: Owner, states: Sequence[JobState], kinds: Sequence[JobKind]) -> int:
    """Number of jobs in these states and of these kinds; empty means all."""
    return await _count(database, _JOBS, owner, states=[*states] or None, kinds=[*kinds] or None)


async def reviews(database: Database, owner: Owner, state: ReviewState) -> int:
    """Number of reviews in a state."""
    return await _count(database, _REVIEWS, owner, state=state.value)


async def workflows(database: Database, owner: Owner, state: ReviewState) -> int:
    """Number of workflows in a state."""
    return await _count(database, _WORKFLOWS, owner, state=state.value)


async def tombstones(database: Database, owner: Owner, *, every: bool) -> int:
    """Number of standing tombstones, or of all."""
    return await _count(database, _TOMBSTONES, owner, every=every)


async def audit(database: Database, owner: Owner) -> int:
    """Number of audit entries."""
    return await _count(database, _AUDIT, owner)


async def dream_runs(database: Database, owner: Owner) -> int:
    """Number of dreams that ran or wait."""
    return await _count(database, _RUNS, owner)


async def dream_changes(database: Database, owner: Owner, run: str) -> int:
    """Number of one dream's changes."""
    return await _count(database, _CHANGES, owner, run=run)


async def procedures(database: Database, owner: Owner) -> int:
    """Number of live procedures."""
    return await _count(database, _PROCEDURES, owner)


async def episodes(database: Database, owner: Owner) -> int:
    """Number of live episodes."""
    return await _count(database, _EPISODES, owner)


async def entities(database: Database, owner: Owner, kind: EntityType | None) -> int:
    """Number of entities of a type, or of all."""
    return await _count(database, _ENTITIES, owner, type=kind and kind.value)


async def sessions(database: Database, owner: Owner) -> int:
    """Number of sessions, ended or not."""
    return await _count(database, _SESSIONS, owner)


async def closets(database: Database, owner: Owner, rooms: Sequence[str]) -> list[int]:
    """Number of closets of each room."""
    return await _counts(database, _CLOSETS, owner, "rooms", rooms)


async def drawers(database: Database, owner: Owner, closets: Sequence[str]) -> list[int]:
    """Number of drawers of each closet, without withheld ones."""
    return await _counts(database, _DRAWERS, owner, "closets", closets)


async def _count(database: Database, query: Query, owner: Owner, **given: object) -> int:
    return int((await database.run(query, owner=owner.key, **given))[0]["count"])


async def _counts(database: Database, query: Query, owner: Owner, key: str, parents: Sequence[str]) -> list[int]:
    rows = await database.run(query, owner=owner.key, **{key: list(parents)})
    counts = {row["parent"]: int(row["count"]) for row in rows}
    return [counts.get(parent, 0) for parent in parents]
