"""Schedules of an owner's dreams, and their outcomes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model import job as job_model
from graphmem.model import schedule as model
from graphmem_api.context import Info
from graphmem_api.schema.from_model import copy_fields
from graphmem_api.schema.job import Job
from graphmem_api.schema.problems import InvalidInput, with_invalid_input

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
        return copy_fields(cls, schedule, next_runs=slots)


@strawberry.type(description="A schedule as it is now, and the work that was asked for at once.")
class SetSchedule:
    schedule: Schedule
    job: Job | None = strawberry.field(description="With `run: true` the job, for `jobs`.")


SetSchedulePayload = Annotated[
    SetSchedule | InvalidInput, union("SetSchedulePayload", description="The schedule, or why it stays as it was.")
]
Cron = Annotated[
    str | None, argument("Minute, hour, day, month and weekday: 30 3 * * * is every night at half past 3.")
]
Paused = Annotated[bool | None, argument("True for no runs until it is false again.")]
RunNow = Annotated[bool, argument("Ask for a run now, too, in the background.")]
ScheduleKind = Annotated[job_model.JobKind, argument("The kind of scheduled work: DREAM or REHEARSE.")]
TimeZone = Annotated[str | None, argument("Of the expression, as Europe/Istanbul.")]


async def schedules(info: Info) -> list[Schedule]:
    kept = info.context.memory.schedules
    return [Schedule.of(one, kept.slots(one, NEXT)) for one in await kept.all(info.context.owner)]


@with_invalid_input()
async def set_schedule(
    info: Info,
    kind: ScheduleKind = job_model.JobKind.DREAM,
    cron: Cron = None,
    time_zone: TimeZone = None,
    paused: Paused = None,
    run: RunNow = False,
) -> SetSchedulePayload:
    kept = info.context.memory.schedules
    found = await kept.set(info.context.owner, kind=kind, cron=cron, time_zone=time_zone, paused=paused)
    job = Job.of(await kept.trigger(info.context.owner, kind=kind)) if run else None
    return SetSchedule(schedule=Schedule.of(found, kept.slots(found, NEXT)), job=job)
