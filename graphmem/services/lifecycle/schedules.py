"""Schedules of owners: their slots as durable jobs, and a worker's handling of a slot.

One transaction takes a slot and enqueues its job, so that each slot runs once, however many processes look; slots
missed while no process looked are one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from graphmem.cognition.timetable import Timetable, timetable, zone_of
from graphmem.errors import ConfigurationError, GraphMemError, InvalidInputError
from graphmem.model.audit import Verb
from graphmem.model.dream import REHEARSING, WHOLE, RunState
from graphmem.model.job import MAX_ATTEMPTS, Job, JobKind
from graphmem.model.palace import Owner
from graphmem.model.schedule import SCHEDULED, Outcome, Schedule
from graphmem.services.audit import audited
from graphmem.services.lifecycle.dreams import Dreams
from graphmem.services.lifecycle.planning import DREAMS_A_DAY
from graphmem.store import dreams as stored_dreams
from graphmem.store import filing, jobs, schedules, tenants
from graphmem.store.database import Database, Transaction

BY = "schedule"

NIGHTLY = "30 3 * * *"

DAILY = "45 4 * * *"
"""Time of rehearsals of fading memories: the testing effect needs no dream."""

_STEPS = {JobKind.DREAM: WHOLE, JobKind.REHEARSE: REHEARSING}

_OUTCOMES = {RunState.HELD: Outcome.HELD, RunState.UNDONE: Outcome.UNDONE}

log = logging.getLogger(__name__)


class Schedules:
    """Lists and sets schedules, enqueues due slots, and runs them.

    Owners with memories and without a schedule get `default` for dreams and `rehearsal` for rehearsals (None: none);
    `time_zone` is the zone of both. `announce` is called after a job was enqueued. Raises ConfigurationError for
    unreadable expressions.
    """

    def __init__(
        self,
        database: Database,
        dreams: Dreams,
        announce: Callable[[], None] = lambda: None,
        *,
        default: str | None = NIGHTLY,
        rehearsal: str | None = None,
        time_zone: str = "UTC",
    ) -> None:
        self._database = database
        self._dreams = dreams
        self._announce = announce
        self._defaults = {JobKind.DREAM: default, JobKind.REHEARSE: rehearsal}
        self._zone = time_zone
        try:
            for kind in SCHEDULED:
                _first(self._default(kind), datetime.now(UTC))
        except InvalidInputError as error:
            raise ConfigurationError(
                f"By the settings owners dream at {default!r} and rehearse at {rehearsal!r} in {time_zone!r}: "
                f"{error.message}",
                remedy="Correct GRAPHMEM_DREAM_SCHEDULE, GRAPHMEM_REHEARSAL_SCHEDULE (off for never) and "
                "GRAPHMEM_TIME_ZONE.",
            ) from error

    async def all(self, owner: Owner) -> list[Schedule]:
        """The owner's schedules; none before a person sets one or a server makes the defaults."""
        return await schedules.of(self._database.leader, owner)

    @audited(Verb.SET_SCHEDULE, lambda _: [])
    async def set(
        self,
        owner: Owner,
        *,
        kind: JobKind = JobKind.DREAM,
        cron: str | None = None,
        time_zone: str | None = None,
        paused: bool | None = None,
        now: datetime | None = None,
    ) -> Schedule:
        """Change a schedule; None leaves a value unchanged, or takes the default for a new schedule.

        Raises InvalidInputError for an unreadable expression or time zone, or one that is never due.
        """
        _check(kind)
        if time_zone is not None:
            zone_of(time_zone)
        if cron is not None:
            timetable(cron, time_zone or self._zone)  # a new expression has no seconds

        async def work(transaction: Transaction) -> Schedule:
            await filing.lock(transaction, owner)
            known = [one for one in await schedules.of(transaction, owner) if one.kind is kind]
            found = known[0] if known else self._default(kind)
            wanted = replace(
                found,
                cron=" ".join((cron or found.cron).split()),
                time_zone=time_zone or found.time_zone,
                paused=found.paused if paused is None else paused,
            )
            due = _first(wanted, now or datetime.now(UTC))
            return await _put(transaction, owner, wanted, due, replace_=True)

        return await self._database.write(work)

    async def trigger(self, owner: Owner, *, kind: JobKind = JobKind.DREAM, now: datetime | None = None) -> Job:
        """Enqueue a job now, whatever the schedule, even if paused. A worker of any process runs it."""
        _check(kind)

        at = now or datetime.now(UTC)

        async def work(transaction: Transaction) -> Job:
            await self._made_default(owner, kind, at, transaction)
            return await _enqueue(transaction, owner, kind, at)

        job = await self._database.write(work)
        self._announce()
        return job

    def slots(self, schedule: Schedule, count: int, now: datetime | None = None) -> list[datetime]:
        """The next slots; none while the schedule is paused."""
        return [] if schedule.paused else _read(schedule).slots(now or datetime.now(UTC), count)

    async def make_defaults(self, now: datetime | None = None) -> int:
        """Give owners with memories and without a schedule of a kind the default one; returns their number."""
        given = 0
        for kind in (kind for kind, default in self._defaults.items() if default is not None):
            for owner in await schedules.owners_without(self._database, kind):
                await self._database.write(partial(self._made_default, owner, kind, now or datetime.now(UTC)))
                given += 1
        return given

    async def ask_for_due(self, now: datetime | None = None) -> int:
        """Take every due slot and enqueue its job; returns how many this process took."""
        at = now or datetime.now(UTC)
        taken = 0
        for owner, schedule in await schedules.due_schedules(self._database, at):
            try:
                taken += await self._database.write(partial(self._take, owner, schedule, at))
            except InvalidInputError as error:
                log.warning("the slot of schedule %s is not asked for: %s", schedule.id, error.message)
        if taken:
            self._announce()
        return taken

    async def dream(self, owner: Owner, payload: dict[str, Any]) -> Outcome | None:
        """Run a slot: dream, unless a later slot ran before, or the day had its dreams.
        It may run twice: a second dream finds nothing to do."""
        return await self._worked_off(owner, JobKind.DREAM, payload)

    async def rehearse(self, owner: Owner, payload: dict[str, Any]) -> Outcome | None:
        """Run a rehearsal slot, as `dream`: at most fifty memories then fade more slowly."""
        return await self._worked_off(owner, JobKind.REHEARSE, payload)

    async def _worked_off(self, owner: Owner, kind: JobKind, payload: dict[str, Any]) -> Outcome | None:
        slot = _slot(payload)
        known = [one for one in await self.all(owner) if one.kind is kind]
        if not known or (known[0].last_slot is not None and known[0].last_slot >= slot):
            return None
        try:
            outcome, run = await self._dreamt(owner, kind)
        except GraphMemError as error:
            await self._tell(owner, known[0], slot, Outcome.FAILED, error=error.message)
            raise
        await self._tell(owner, known[0], slot, outcome, run=run)
        return outcome

    async def _dreamt(self, owner: Owner, kind: JobKind) -> tuple[Outcome, str | None]:
        if not (await tenants.counts(self._database, owner)).remembered:
            return Outcome.NOTHING, None
        day = datetime.now(UTC) - timedelta(days=1)
        if await stored_dreams.dreamt_since(self._database, owner, day) >= DREAMS_A_DAY:
            return Outcome.RESTED, None
        run = (await self._dreams.apply(owner, by=BY, steps=_STEPS[kind])).run
        if run is None:
            return Outcome.NOTHING, None
        return _OUTCOMES.get(run.state, Outcome.APPLIED), run.id

    async def _take(self, owner: Owner, schedule: Schedule, now: datetime, transaction: Transaction) -> bool:
        await filing.lock(transaction, owner)
        if not await schedules.advance(transaction, owner, schedule, now, _read(schedule).after(now)):
            return False
        assert schedule.next_run is not None
        await _enqueue(transaction, owner, schedule.kind, schedule.next_run)
        return True

    async def _made_default(self, owner: Owner, kind: JobKind, now: datetime, transaction: Transaction) -> None:
        """Make the owner's default schedule of a kind unless there is one."""
        await filing.lock(transaction, owner)
        made = self._default(kind)
        await _put(transaction, owner, made, _first(made, now), replace_=False)

    async def _tell(
        self, owner: Owner, schedule: Schedule, slot: datetime, outcome: Outcome, **how: str | None
    ) -> None:
        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            await schedules.record_outcome(transaction, owner, schedule, slot, outcome, datetime.now(UTC), **how)

        await self._database.write(work)

    def _default(self, kind: JobKind) -> Schedule:
        """The default schedule, paused if the settings want none."""
        default = self._defaults.get(kind)
        usual = DAILY if kind is JobKind.REHEARSE else NIGHTLY
        return Schedule("", kind, default or usual, self._zone, default is None, None, 0)


def _check(kind: JobKind) -> None:
    if kind not in SCHEDULED:
        raise InvalidInputError(
            f"{kind.value} is not done by schedule.",
            field="kind",
            remedy=f"Name one of {', '.join(one.value for one in SCHEDULED)}.",
        )


async def _put(
    transaction: Transaction, owner: Owner, wanted: Schedule, due: datetime | None, *, replace_: bool
) -> Schedule:
    return await schedules.put(
        transaction, owner, wanted.kind, cron=wanted.cron, time_zone=wanted.time_zone, paused=wanted.paused,
        next_run=due, replace=replace_,
    )  # fmt: skip


def _read(schedule: Schedule) -> Timetable:
    return timetable(schedule.cron, schedule.time_zone, seconds=True)


def _first(schedule: Schedule, now: datetime) -> datetime | None:
    """The first slot, None for a paused schedule. Raises InvalidInputError if no slot ever comes."""
    due = _read(schedule).after(now)
    if due is None:
        raise InvalidInputError(
            f"By {schedule.cron!r} nothing is ever due.", field="cron", remedy="Name a day that comes, as 30 3 * * *."
        )
    return None if schedule.paused else due


async def _enqueue(transaction: Transaction, owner: Owner, kind: JobKind, slot: datetime) -> Job:
    return await jobs.enqueue(transaction, owner, kind, {"slot": slot.isoformat()}, max_attempts=MAX_ATTEMPTS)


def _slot(payload: dict[str, Any]) -> datetime:
    try:
        return datetime.fromisoformat(payload["slot"])
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInputError(
            f"The payload names no slot ({error}).", field="payload", remedy="Cancel the job."
        ) from error
