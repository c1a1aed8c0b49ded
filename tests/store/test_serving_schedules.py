"""Two `graphmem serve` dream by themselves, once a slot; on a store of its own, since they do for everybody."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from graphmem.facade import GraphMem
from graphmem.model.job import JobKind, JobState
from graphmem.model.palace import Owner
from graphmem.model.schedule import Outcome
from tests.api.test_serve import serving
from tests.support.waiting import until

pytestmark = pytest.mark.long


@pytest.mark.timeout(600)  # three servers are started
async def test_two_servers_dream_once_a_slot_by_themselves_and_a_restart_keeps_the_schedule(
    spare: GraphMem, tenant: Owner, tmp_path: Path
) -> None:
    """Nothing but `graphmem serve`: an owner who has said something has dreamt after the first slot."""
    address = spare.database.address
    environment = os.environ | {
        "GRAPHMEM_ARTIFACTS": str(spare.settings.artifacts_dir),
        "GRAPHMEM_OWNER": tenant.name,
        "GRAPHMEM_DREAM_SCHEDULE": "*/2 * * * * *",
        "GRAPHMEM_TIME_ZONE": "Europe/Istanbul",
        "NEO4J_URI": address.uri,
        "NEO4J_USERNAME": address.user,
        "NEO4J_PASSWORD": address.password,
    }
    for session in ("one", "two", "three"):
        await spare.sessions.start(tenant, session)
        await spare.observer.learn(tenant, "The deploy script lives in the tools folder.", session=session)

    async def dreamt() -> bool:
        found = await spare.schedules.all(tenant)
        return bool(found) and found[0].runs >= 4

    async def settled() -> bool:
        open_ = (JobState.QUEUED, JobState.RUNNING)
        return not (await spare.jobs.list(tenant, kinds=[JobKind.DREAM], states=open_)).items

    homes = [environment | {"GRAPHMEM_HOME": str(tmp_path / name)} for name in ("one", "two")]
    with ExitStack() as stack:
        for home in homes:
            stack.enter_context(serving(home))
        await until(dreamt, seconds=240)
        await spare.schedules.set(tenant, paused=True)
        await until(settled)
    (was,) = await spare.schedules.all(tenant)
    assert (was.cron, was.time_zone, was.next_run) == ("*/2 * * * * *", "Europe/Istanbul", None)
    page = await spare.jobs.list(tenant, kinds=[JobKind.DREAM], first=100)
    assert {(job.attempts, job.state) for job in page.items} == {(1, JobState.DONE)}
    # A slot that a second worker was slower with than another with a later one is passed by.
    assert 4 <= was.runs <= len(page.items)
    taken = was.version - 2  # it grows when the schedule is made, with every slot taken, and with the pause
    assert len(page.items) == taken, "a slot taken by both would be one job and two takings"
    (run,) = (await spare.dreams.runs(tenant)).items
    assert (run.by, run.changed) == ("schedule", 1)

    with serving(homes[1]):  # makes no other, and asks for nothing that is paused
        await spare.schedules.trigger(tenant)
        await until(settled)
    (found,) = await spare.schedules.all(tenant)
    assert (found.cron, found.paused, found.runs) == (was.cron, True, was.runs + 1)
    assert found.last_outcome is Outcome.NOTHING
