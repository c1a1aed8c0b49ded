"""Subscriptions: changes of the memory and progress of jobs, as they happen."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from typing import Annotated

import strawberry
from strawberry import argument

from graphmem.model import audit as audit_model
from graphmem.model import job as job_model
from graphmem_api.context import Info
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.job import Job

LATE_SECONDS = 10
"""Seconds for which a poll looks back: an entry becomes visible only when its transaction ends."""

JOBS = 50

Since = Annotated[
    datetime | None, argument("Begin with what was changed from then on, at most an hour ago; now when missing.")
]
OneJob = Annotated[str | None, argument("Only of this job; of all when missing.")]


@strawberry.type(description="A change of the memory. It holds ids and no text; `memory(id)` shows one.")
class MemoryEvent(FromModel):
    id: str = strawberry.field(description="Of the event; `audit` has it, too.")
    at: datetime
    verb: audit_model.Verb
    via: str = strawberry.field(description="The way it came: api, mcp, page, command line, library, graphmem itself.")
    agent: str | None = strawberry.field(description="The agent that did it, where its key is bound to one.")
    ids: list[str] = strawberry.field(description="The changed objects: memories first, at most a hundred.")
    count: int = strawberry.field(description="How many there were.")


async def _memory_events(info: Info, since: Since = None) -> AsyncGenerator[MemoryEvent, None]:
    context, late = info.context, timedelta(seconds=LATE_SECONDS)
    now = datetime.now(UTC)
    begin = now if since is None else max(since.astimezone(UTC), now - timedelta(hours=1))
    seen: dict[str, datetime] | None = None
    async for _ in context.looks():
        entries = await context.memory.audit.since(context.owner, begin - late)
        if seen is None:  # earlier entries are not new, although the window covers them
            seen = {entry.id: entry.at for entry in entries if since is None or entry.at < begin}
        for entry in entries:
            if entry.id not in seen:
                yield MemoryEvent.of(entry)
            seen[entry.id] = entry.at
        begin = max(begin, *seen.values(), begin)
        seen = {id_: at for id_, at in seen.items() if at >= begin - late}


async def _job_progress(info: Info, id: OneJob = None) -> AsyncGenerator[Job, None]:
    context = info.context
    told: dict[str, tuple[object, ...]] = {}
    is_first = True
    async for _ in context.looks():
        page = await context.memory.jobs.list(context.owner, first=JOBS)
        jobs = [job for job in page.items if id is None or job.id.startswith(id)]
        for job in reversed(jobs):
            now = (job.state, job.done, job.total, job.attempts, job.created_at)
            # A job that ended before anybody listened is no news, unless the client asks for it.
            old = is_first and id is None and job.state in _ENDED
            if told.get(job.id) != now and not old:
                yield Job.of(job)
            told[job.id] = now
        is_first = False


_ENDED = frozenset({job_model.JobState.DONE, job_model.JobState.CANCELLED, job_model.JobState.DEAD})


@strawberry.type(
    description="Events as they happen, by graphql-transport-ws (the key as `authorization` of connection_init) "
    "or as server-sent events. At most 20 at once for a key; they end with it."
)
class Subscription:
    memory_events: AsyncGenerator[MemoryEvent, None] = strawberry.subscription(
        resolver=_memory_events, description="Every change of the memory, by whichever server, within about a second."
    )
    job_progress: AsyncGenerator[Job, None] = strawberry.subscription(
        resolver=_job_progress, description="Jobs, dreams among them, whenever they come further or end."
    )
