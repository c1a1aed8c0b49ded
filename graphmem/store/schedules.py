"""Schedules in the graph: due slots of owners, and the outcome of the last slot."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from graphmem.model.ids import digest
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.model.schedule import Outcome, Schedule
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.queries import bind

AT_ONCE = 100
"""Schedules per look; the next look, a second later, takes the rest."""

OWNERS_AT_ONCE = 500

MOST_ERROR = 300

_WITHOUT = bind("schedule/owners_without_schedule", __name__)
_SET = bind("schedule/set_schedule", __name__)
_ALL = bind("schedule/schedules", __name__)
_DUE = bind("schedule/due_schedules", __name__)
_ADVANCE = bind("schedule/advance_schedule", __name__)
_TELL = bind("schedule/tell_schedule", __name__)


def id_of(owner: Owner, kind: JobKind) -> str:
    """The id of an owner's schedule of a kind."""
    return digest(owner.key, "schedule", kind.value)


async def owners_without(database: Database, kind: JobKind) -> list[Owner]:
    """Owners with memories and without a schedule of this kind."""
    found: list[Owner] = []
    after = ""
    while True:
        rows = await database.run(_WITHOUT, kind=kind.value, after=after, limit=OWNERS_AT_ONCE)
        found += [Owner(row["name"], row["owner"]) for row in rows if row["without"]]
        if len(rows) < OWNERS_AT_ONCE:
            return found
        after = rows[-1]["owner"]


async def put(
    transaction: Transaction,
    owner: Owner,
    kind: JobKind,
    *,
    cron: str,
    time_zone: str,
    paused: bool,
    next_run: datetime | None,
    replace: bool,
) -> Schedule:
    """Write a schedule under the owner's lock; without `replace`, an existing one stays unchanged."""
    rows = await transaction.run(
        _SET, owner=owner.key, owner_name=owner.name, id=id_of(owner, kind), kind=kind.value, cron=cron,
        time_zone=time_zone, paused=paused, next_run=next_run, replace=replace,
    )  # fmt: skip
    return _schedule(rows[0]["schedule"])


async def of(runner: Runner, owner: Owner) -> list[Schedule]:
    """The owner's schedules."""
    return [_schedule(row["schedule"]) for row in await runner.run(_ALL, owner=owner.key)]


async def due_schedules(database: Database, now: datetime) -> list[tuple[Owner, Schedule]]:
    """Schedules of all owners that are due by now, the longest overdue first."""
    rows = [row["schedule"] for row in await database.run(_DUE, now=now, limit=AT_ONCE)]
    return [(Owner(row["owner_name"], row["owner"]), _schedule(row)) for row in rows]


async def advance(
    transaction: Transaction, owner: Owner, schedule: Schedule, now: datetime, next_run: datetime | None
) -> bool:
    """Take a schedule's slot, under the owner's lock; False if another process took it or changed it."""
    rows = await transaction.run(
        _ADVANCE, owner=owner.key, id=schedule.id, version=schedule.version, now=now, next_run=next_run
    )
    return bool(rows)


async def record_outcome(
    transaction: Transaction,
    owner: Owner,
    schedule: Schedule,
    slot: datetime,
    outcome: Outcome,
    at: datetime,
    *,
    run: str | None = None,
    error: str | None = None,
) -> bool:
    """Record a slot's outcome, under the owner's lock; False if it was recorded before."""
    readable = None if error is None else error.encode("utf-8", "replace").decode()[:MOST_ERROR]
    rows = await transaction.run(
        _TELL, owner=owner.key, id=schedule.id, slot=slot, done=outcome is not Outcome.FAILED, outcome=outcome.value,
        run=run, error=readable, at=at,
    )  # fmt: skip
    return bool(rows)


def _schedule(row: Mapping[str, Any]) -> Schedule:
    outcome = row.get("last_outcome")
    return Schedule(
        id=row["id"],
        kind=JobKind(row["kind"]),
        cron=row["cron"],
        time_zone=row["time_zone"],
        paused=row["paused"],
        next_run=row.get("next_run"),
        version=row["version"],
        last_slot=row.get("last_slot"),
        last_outcome=None if outcome is None else Outcome(outcome),
        last_run=row.get("last_run"),
        last_error=row.get("last_error"),
        last_ended_at=row.get("last_ended_at"),
        runs=row["runs"],
        unchanged=row["unchanged"],
    )
