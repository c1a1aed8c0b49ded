"""Jobs: durable background work, with progress and errors."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model import job as model
from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.global_id import Node
from graphmem_api.schema.problems import Failure, require_id, with_not_found

strawberry.enum(model.JobKind, description="The kind of work of a job.")
strawberry.enum(
    model.JobState, description="The state of a job. A FAILED one is tried again later, a DEAD one waits for a person."
)


@strawberry.type(description="A piece of background work. It survives the process that does it.")
class Job(Node, FromModel):
    id: strawberry.ID
    kind: model.JobKind
    state: model.JobState
    attempts: int = strawberry.field(description="How often it was begun.")
    max_attempts: int = strawberry.field(description="After so many it is dead.")
    done: int = strawberry.field(description="Units done, as the worker last told.")
    total: int | None = strawberry.field(description="Units in all; null when nobody knows.")
    error: str | None = strawberry.field(description="The error of the last attempt.")
    created_at: datetime = strawberry.field(description="When it was last asked for.")
    run_after: datetime = strawberry.field(description="Not tried before.")
    started_at: datetime | None
    ended_at: datetime | None


JobPayload = Annotated[
    Job | Failure, union("JobPayload", description="The job, or why there is none. Ask `... on Problem` for why.")
]
JobId = Annotated[str, argument("Of a job that is DEAD or FAILED.")]
Kinds = Annotated[list[model.JobKind] | None, argument("Only those of one of these kinds.")]
States = Annotated[list[model.JobState] | None, argument("Only those in one of these states.")]
WaitingJobId = Annotated[str, argument("Of a job that nobody works on: QUEUED, FAILED or DEAD.")]


async def jobs(
    info: Info, states: States = None, kinds: Kinds = None, first: First = PAGE, after: After = None
) -> Connection[Job]:
    states = states or []
    kinds = kinds or []
    page = await info.context.memory.jobs.list(
        info.context.owner, states=states, kinds=kinds, first=first, after=decoded("jobs", after)
    )
    count = partial(info.context.memory.sizes.jobs, info.context.owner, states, kinds)
    return connection("jobs", page, Job.of, after, count)


@with_not_found()
async def retry_job(info: Info, id: JobId) -> JobPayload:
    return Job.of(await info.context.memory.jobs.retry(info.context.owner, require_id(id)))


@with_not_found()
async def cancel_job(info: Info, id: WaitingJobId) -> JobPayload:
    return Job.of(await info.context.memory.jobs.cancel(info.context.owner, require_id(id)))
