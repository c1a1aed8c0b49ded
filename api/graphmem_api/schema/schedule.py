"""When an owner's memory dreams by itself, and what became of it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.model import job as job_model
from graphmem.model import schedule as model
from graphmem_api.context import Context
from graphmem_api.schema.job import Job
from graphmem_api.schema.problems import InvalidInput

NEXT = 3

strawberry.enum(
    model.Outcome,
    name="ScheduleOutcome",
    description="APPLIED changed something, NOTHING found nothing to change; HELD waits for "
    "`applyDream(confirm: true)`, UNDONE did harm and was taken back by itself, "
    "RESTED had dreamt four times in a day, FAILED is tried again.",
)


@strawberry.type(description="A kind of work that is done by itself, by a cron expression in a time zone.")
class Schedule:
    kind: job_model.JobKind
    cron: str = strawberry.field(description="Minute, hour, day, month and weekday.")
    time_zone: str
    paused: bool
    next_run: datetime | None = strawberry.field(description="The next slot; null while it is paused.")
    next_runs: list[datetime] = strawberry.field(description="The next three slots.")
    last_slot: datetime | None = strawberry.field(description="The last slot that was worked off.")
    last_outcome: model.Outcome | None
    last_run: str | None = strawberry.field(description="Id of its dream, for `dreamRun`; null where none was needed.")
    last_error: str | None
    last_ended_at: datetime | None
    runs: int = strawberry.field(description="Slots that were worked off.")
    unchanged: int = strawberry.field(description="How many of the last of them, in a row, changed nothing.")

    @classmethod
    def of(cls, schedule: model.Schedule, slots: list[datetime]) -> Schedule:
        return cls(
            kind=schedule.kind,
            cron=schedule.cron,
            time_zone=schedule.time_zone,
            paused=schedule.paused,
            next_run=schedule.next_run,
            next_runs=slots,
            last_slot=schedule.last_slot,
            last_outcome=schedule.last_outcome,
            last_run=schedule.last_run,
            last_error=schedule.last_error,
            last_ended_at=schedule.last_ended_at,
            runs=schedule.runs,
            unchanged=schedule.unchanged,
        )


@strawberry.type(description="A schedule as it is now, and the work that was asked for at once.")
class SetSchedule:
    schedule: Schedule
    job: Job | None = strawberry.field(description="With `run: true` the job, for `jobs`.")


SetSchedulePayload = Annotated[
    SetSchedule | InvalidInput,
    strawberry.union("SetSchedulePayload", description="The schedule, or why it stays as it was."),
]


async def schedules(context: Context) -> list[Schedule]:
    """The owner's schedules."""
    kept = context.memory.schedules
    return [Schedule.of(one, kept.slots(one, NEXT)) for one in await kept.all(context.owner)]


async def schedule_set(
    context: Context,
    kind: job_model.JobKind,
    cron: str | None,
    time_zone: str | None,
    paused: bool | None,
    run: bool,
) -> SetSchedule:
    """The owner's schedule, changed where something is given."""
    kept = context.memory.schedules
    found = await kept.set(context.owner, kind=kind, cron=cron, time_zone=time_zone, paused=paused)
    job = Job.of(await kept.trigger(context.owner, kind=kind)) if run else None
    return SetSchedule(schedule=Schedule.of(found, kept.slots(found, NEXT)), job=job)
