"""Figures of the whole store for metrics."""

from __future__ import annotations

from graphmem.model.measures import OpenJobs, Sizes
from graphmem.model.memory import Tier
from graphmem.store.database import Database
from graphmem.store.queries import bind

_OPEN_JOBS = bind("job/open_jobs", __name__)
_SIZES = bind("tenant/store_sizes", __name__)

MOST_JOBS = 10_000
"""Jobs counted per state; with more than that, a person must look anyway."""


async def open_jobs(database: Database) -> list[OpenJobs]:
    """Number of jobs that are queued, running, failed or dead, by kind and state."""
    rows = await database.run(_OPEN_JOBS, most=MOST_JOBS)
    return [OpenJobs(row["kind"], row["state"], row["count"], max(float(row["age_seconds"]), 0.0)) for row in rows]


async def sizes(database: Database) -> Sizes:
    """Number of memories and of missing vectors. It reads whole indexes: do not call it per request."""
    order = [Tier.DORMANT, *(tier for tier in Tier if tier is not Tier.DORMANT)]
    row = (await database.run(_SIZES, tiers=[tier.value for tier in order]))[0]
    asleep, *awake = row["tiers"]
    return Sizes(awake=sum(awake), asleep=asleep, turns_without=row["turns"], memories_without=row["memories"])
