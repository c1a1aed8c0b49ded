"""Schedules on the real store: slots are taken once, worked off once, held by brakes, and outlive who looks."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from graphmem.errors import ConfigurationError, InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.job import Job, JobKind, JobState
from graphmem.model.palace import Owner
from graphmem.model.schedule import Outcome
from graphmem.services.lifecycle.planning import DREAMS_A_DAY
from graphmem.services.lifecycle.schedules import Schedules
from graphmem.store import filing
from graphmem.store import schedules as stored
from graphmem.store.database import Transaction
from tests.services.lifecycle.test_dreams import _cypher

NOON = datetime(2030, 5, 6, 12, 0, tzinfo=UTC)
"""A Monday to come, at which nothing of other owners is due."""

TEXT = "The deploy script lives in the tools folder."


def schedules(memory: GraphMem, default: str | None = "0 3 * * *") -> Schedules:
    """As another process has them."""
    return Schedules(memory.database, memory.dreams, default=default)


async def jobs(memory: GraphMem, owner: Owner) -> list[Job]:
    return list((await memory.jobs.list(owner, kinds=[JobKind.DREAM], first=100)).items)


async def due(memory: GraphMem, owner: Owner, now: datetime) -> int:
    """Slots that were asked for of this owner in the looks of three replicas."""
    before = len(await jobs(memory, owner))
    await asyncio.gather(*(schedules(memory).ask_for_due(now) for _ in range(3)))
    return len(await jobs(memory, owner)) - before


async def test_three_replicas_take_a_slot_once_and_missed_ones_are_one(memory: GraphMem, tenant: Owner) -> None:
    kept = schedules(memory)
    made = await kept.set(tenant, cron="0 * * * *", now=NOON)
    assert made.next_run == NOON + timedelta(hours=1)
    assert await due(memory, tenant, NOON) == 0
    for hour in range(1, 6):
        assert await due(memory, tenant, NOON + timedelta(hours=hour)) == 1
        assert await due(memory, tenant, NOON + timedelta(hours=hour, minutes=30)) == 0
    assert await due(memory, tenant, NOON + timedelta(days=3, minutes=1)) == 1, "67 were missed"
    (found,) = await kept.all(tenant)
    assert found.next_run == NOON + timedelta(days=3, hours=1)

    await kept.set(tenant, paused=True, now=NOON)
    assert await due(memory, tenant, NOON + timedelta(days=9)) == 0
    resumed = await kept.set(tenant, paused=False, time_zone="Asia/Kolkata", now=NOON + timedelta(days=9))
    assert resumed.next_run == NOON + timedelta(days=9, minutes=30), "half an hour aside of ours"
    assert (resumed.cron, len(kept.slots(resumed, 4, NOON))) == ("0 * * * *", 4)
    await memory.erase(owner=tenant.name)
    assert await kept.all(tenant) == []


async def test_no_slot_is_taken_before_it_is_due(memory: GraphMem, tenant: Owner) -> None:
    """Who looks while another takes the slot gets, by the index, the schedule with the next one."""
    made = await schedules(memory).set(tenant, cron="0 * * * *", now=NOON)

    async def take(now: datetime, transaction: Transaction) -> bool:
        await filing.lock(transaction, tenant)
        return await stored.advance(transaction, tenant, made, now, NOON + timedelta(hours=9))

    assert not await memory.database.write(partial(take, NOON))
    assert await memory.database.write(partial(take, NOON + timedelta(hours=1)))


async def test_a_slot_is_worked_off_once_and_told(memory: GraphMem, tenant: Owner) -> None:
    kept = schedules(memory)
    for session in ("one", "two", "three"):
        await memory.sessions.start(tenant, session)
        await memory.observer.learn(tenant, TEXT, session=session)
    assert await kept.make_defaults() >= 1
    assert await kept.make_defaults() == 0
    job = await kept.trigger(tenant)
    (slot,) = [one.created_at for one in await jobs(memory, tenant) if one.id == job.id]
    payload = {"slot": slot.isoformat()}
    assert await kept.dream(tenant, payload) is Outcome.APPLIED
    assert await kept.dream(tenant, payload) is None, "the same slot again, after its lease was lost"
    (found,) = await kept.all(tenant)
    assert (found.cron, found.last_slot, found.last_outcome, found.runs) == ("0 3 * * *", slot, Outcome.APPLIED, 1)
    run = await memory.dreams.run(tenant, found.last_run or "")
    assert (run.by, run.changed) == ("schedule", 1)
    assert await kept.dream(tenant, {"slot": (slot + timedelta(hours=1)).isoformat()}) is Outcome.NOTHING
    (found,) = await kept.all(tenant)
    assert (found.last_run, found.runs, found.unchanged) == (None, 2, 1)
    with pytest.raises(InvalidInputError, match="no slot"):
        await kept.dream(tenant, {"slot": 3})


async def test_rehearsals_have_a_schedule_of_their_own(memory: GraphMem, tenant: Owner) -> None:
    kept = Schedules(memory.database, memory.dreams, default="0 3 * * *", rehearsal="30 5 * * *")
    faded = (await memory.observer.learn(tenant, TEXT)).statements[0].memory
    await kept.make_defaults()
    told = {one.kind: (one.cron, one.paused) for one in await kept.all(tenant)}
    assert told == {JobKind.DREAM: ("0 3 * * *", False), JobKind.REHEARSE: ("30 5 * * *", False)}
    old = "MATCH (m:Memory {id: $id}) SET m.last_accessed_at = datetime() - duration('P300D'), m.used_at = null"
    await _cypher(memory, old, id=faded)
    before = (await memory.memories.get(tenant, faded or "")).memory.stability
    slot = {"slot": datetime.now(UTC).isoformat()}
    assert await kept.rehearse(tenant, slot) is Outcome.APPLIED
    assert await kept.rehearse(tenant, slot) is None, "the same slot again"
    after = (await memory.memories.get(tenant, faded or "")).memory.stability
    assert after == pytest.approx(1.5 * before, rel=1e-3)
    by_kind = {one.kind: one for one in await kept.all(tenant)}
    assert (by_kind[JobKind.REHEARSE].runs, by_kind[JobKind.DREAM].runs) == (1, 0)
    await kept.set(tenant, kind=JobKind.REHEARSE, paused=True)
    assert [one.kind for one in await kept.all(tenant) if one.paused] == [JobKind.REHEARSE]
    asked = await kept.trigger(tenant, kind=JobKind.REHEARSE)
    assert asked.kind is JobKind.REHEARSE
    await memory.background.drain()
    assert (await memory.jobs.get(tenant, asked.id)).state is JobState.DONE


async def test_four_dreams_a_day(memory: GraphMem, tenant: Owner) -> None:
    kept, now = schedules(memory), datetime.now(UTC)
    for number in range(DREAMS_A_DAY + 1):
        text = f"{TEXT[:-1]} number {number}."
        for session in ("one", "two", "three"):
            await memory.sessions.start(tenant, session)
            await memory.observer.learn(tenant, text, session=session)
        await kept.trigger(tenant)
        told = await kept.dream(tenant, {"slot": (now + timedelta(minutes=number)).isoformat()})
        assert told is (Outcome.APPLIED if number < DREAMS_A_DAY else Outcome.RESTED)
    plan = await memory.dreams.plan(tenant)
    assert plan.brake
    assert "4 are allowed" in plan.brake
    assert (await memory.dreams.apply(tenant, by="test", confirm=True)).run


async def test_bad_settings_and_wishes_are_named(memory: GraphMem, tenant: Owner) -> None:
    kept = schedules(memory)
    with pytest.raises(InvalidInputError, match="'every night' is no schedule"):
        await kept.set(tenant, cron="every night")
    with pytest.raises(InvalidInputError, match="'Mars/Olympus' is no time zone"):
        await kept.set(tenant, time_zone="Mars/Olympus")
    with pytest.raises(InvalidInputError, match="nothing is ever due"):
        await kept.set(tenant, cron="0 0 30 2 *")
    with pytest.raises(InvalidInputError, match="not done by schedule"):
        await kept.trigger(tenant, kind=JobKind.MINE)
    assert await kept.all(tenant) == []
    with pytest.raises(ConfigurationError, match="'nightly'") as caught:
        schedules(memory, "nightly")
    assert "GRAPHMEM_DREAM_SCHEDULE" in caught.value.remedy
    assert (await schedules(memory, None).set(tenant, cron="0 4 * * *")).paused, "off until somebody resumes it"
