"""Jobs: durable background work, how far it got and what went wrong."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry

from graphmem.model import job as model
from graphmem_api.context import Context
from graphmem_api.schema.connections import Connection, connection, decoded
from graphmem_api.schema.copied import Copied
from graphmem_api.schema.global_id import Node
from graphmem_api.schema.problems import InvalidInput, NotFound, named

strawberry.enum(model.JobKind, description="What there is to do.")
strawberry.enum(
    model.JobState, description="Where a job stands. A FAILED one is tried again later, a DEAD one waits for a person."
)


@strawberry.type(description="A piece of background work. It survives the process that does it.")
class Job(Node, Copied):
    id: strawberry.ID
    kind: model.JobKind
    state: model.JobState
    attempts: int = strawberry.field(description="How often it was begun.")
    max_attempts: int = strawberry.field(description="After so many it is dead.")
    done: int = strawberry.field(description="Units done, as the worker last told.")
    total: int | None = strawberry.field(description="Units in all; null when nobody knows.")
    error: str | None = strawberry.field(description="What the last attempt ended with.")
    created_at: datetime = strawberry.field(description="When it was last asked for.")
    run_after: datetime = strawberry.field(description="Not tried before.")
    started_at: datetime | None
    ended_at: datetime | None


JobPayload = Annotated[
    Job | NotFound | InvalidInput,
    strawberry.union("JobPayload", description="The job, or why there is none. Ask `... on Problem` for why."),
]


async def jobs(
    context: Context, states: list[model.JobState], kinds: list[model.JobKind], first: int, after: str | None
) -> Connection[Job]:
    """A page of the owner's jobs."""
    page = await context.memory.jobs.list(
        context.owner, states=states, kinds=kinds, first=first, after=decoded("jobs", after)
    )
    count = partial(context.memory.sizes.jobs, context.owner, states, kinds)
    return connection("jobs", page, Job.of, after, count)


async def retried(context: Context, id_: str) -> Job:
    """The owner's job, queued again."""
    return Job.of(await context.memory.jobs.retry(context.owner, named(id_)))


async def cancelled(context: Context, id_: str) -> Job:
    """The owner's job, taken back."""
    return Job.of(await context.memory.jobs.cancel(context.owner, named(id_)))
