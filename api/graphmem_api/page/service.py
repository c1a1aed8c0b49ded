"""The service: jobs, costs of models, health, the archive."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from starlette.responses import Response

from graphmem.errors import InvalidInputError
from graphmem.model.job import JobState
from graphmem_api.archive import download
from graphmem_api.page.visit import HOME, Visit

JOBS = 30
DAYS = 30


async def jobs(visit: Visit) -> Response:
    """Show background work, the latest request first."""
    state = visit.choice("state", JobState)
    page = await visit.memory.jobs.list(
        visit.owner, states=[state] if state else (), first=JOBS, after=visit.asked("after") or None
    )
    counts = await visit.memory.jobs.counts(visit.owner)
    return visit.page("parts/job_rows.html" if visit.is_part else "jobs.html", page=page, counts=counts)


async def change_job(visit: Visit) -> Response:
    """Queue a job again, or cancel it."""
    verb, id_, jobs = visit.form.get("verb", ""), visit.path("id"), visit.memory.jobs
    if verb == "retry":
        await jobs.retry(visit.owner, id_)
        return visit.redirect(f"{HOME}/jobs", "queued")
    if verb == "cancel":
        await jobs.cancel(visit.owner, id_)
        return visit.redirect(f"{HOME}/jobs", "cancelled")
    raise InvalidInputError(f"{verb[:40]!r} cannot be done.", field="verb", remedy="retry or cancel.")


async def usage(visit: Visit) -> Response:
    """Show the model calls of the last thirty days."""
    since = datetime.now(UTC).date() - timedelta(days=DAYS - 1)
    rows = await visit.memory.usage_report(visit.owner, since)
    by_day = {since + timedelta(days=number): 0 for number in range(DAYS)}
    for row in rows:
        by_day[row.day] = by_day.get(row.day, 0) + row.usage.tokens
    return visit.page("usage.html", rows=rows, by_day=by_day, most=max(by_day.values(), default=0) or 1)


async def archive(visit: Visit) -> Response:
    """Send the whole memory as a file."""
    return await download(visit.memory, visit.owner)


async def health(visit: Visit) -> Response:
    """Show the state of each part."""
    memory, owner = visit.memory, visit.owner
    ready, counts, work = await asyncio.gather(
        memory.readiness(), memory.counts(owner=owner), memory.jobs.counts(owner)
    )
    return visit.page(
        "health.html",
        ready=ready,
        counts=counts,
        work=work,
        embedder=memory.embedder,
        chat=memory.asker,
        fallbacks=memory.ops_log.fallbacks,
    )
