"""Cached figures of a store for metrics: frequent scrapes cost no more than rare ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from graphmem.model.measures import OpenJobs, Sizes
from graphmem.store import measures
from graphmem.store.database import Database

JOBS_SECONDS = 15.0
SIZES_SECONDS = 300.0
"""Seconds that each is cached. Sizes are counted in indexes as long as the store is large."""


class Measures:
    """The figures of one store, each at most as old as its cache time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: tuple[float, Sequence[OpenJobs]] | None = None
        self._sizes: tuple[float, Sizes] | None = None
        self._asking = asyncio.Lock()

    async def now(self) -> tuple[Sequence[OpenJobs], Sizes]:
        """Open jobs by kind, and sizes. Raises DatabaseError."""
        async with self._asking:
            at = time.monotonic()
            if self._jobs is None or at - self._jobs[0] > JOBS_SECONDS:
                self._jobs = (at, await measures.open_jobs(self._database))
            if self._sizes is None or at - self._sizes[0] > SIZES_SECONDS:
                self._sizes = (at, await measures.sizes(self._database))
            return self._jobs[1], self._sizes[1]
