"""The clock of a serving process: each second APScheduler enqueues durable jobs for due slots.

It keeps only its own timer in memory. The times stand in the graph, so that any number of processes may do this on one
store, a restart loses nothing, and a command's change applies at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from graphmem.errors import GraphMemError
from graphmem.services.lifecycle.schedules import Schedules

LOOK_SECONDS = 1
"""Pause between two checks for due slots, as long as an idle worker waits."""

DEFAULTS_SECONDS = 30
"""Pause between two checks for owners without a schedule."""

LATE_SECONDS = 3_600
"""Delay up to which a check still runs; the default of a second loses checks on a busy machine."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def keeping(schedules: Schedules) -> AsyncIterator[None]:
    """Look for due slots meanwhile.

    A look under way at the end is awaited: its connection must not be cut off.
    """
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # a look of more than a second is no news
    looking = asyncio.Lock()

    async def looked(work: str) -> None:
        async with looking:
            try:
                await (schedules.make_defaults() if work == "defaults" else schedules.ask_for_due())
            except GraphMemError as error:
                log.warning("what is due could not be asked for (%s): %s", work, error)

    scheduler = AsyncIOScheduler(
        timezone=UTC, job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": LATE_SECONDS}
    )
    now = datetime.now(UTC)
    for work, seconds in (("defaults", DEFAULTS_SECONDS), ("due", LOOK_SECONDS)):
        trigger = IntervalTrigger(seconds=seconds, timezone=UTC)
        scheduler.add_job(looked, trigger, args=[work], id=work, next_run_time=now)
    scheduler.start()
    try:
        yield
    finally:
        scheduler.pause()
        async with looking:
            scheduler.shutdown(wait=False)
