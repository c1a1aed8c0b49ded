"""Schedules as agents set them over GraphQL."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.job import JobState
from graphmem.model.palace import Owner
from tests.api.conftest import Client
from tests.support.waiting import until

FIELDS = """cron timeZone paused nextRun nextRuns lastSlot lastOutcome lastRun lastError runs unchanged kind"""
SET = f"""mutation($cron: String, $zone: String, $paused: Boolean, $run: Boolean! = false) {{
  setSchedule(cron: $cron, timeZone: $zone, paused: $paused, run: $run) {{
    ... on SetSchedule {{ schedule {{ {FIELDS} }} job {{ id kind state }} }}
    ... on InvalidInput {{ code field message remedy }} }} }}"""


async def test_an_owner_sets_pauses_resumes_and_runs(client: Client, own: GraphMem, owner: str) -> None:
    assert (await client.data(f"{{ schedules {{ {FIELDS} }} }}"))["schedules"] == []
    told = (await client.data(SET, cron="15 4 * * 1", zone="Europe/Istanbul", paused=False))["setSchedule"]
    schedule = told["schedule"]
    assert (schedule["cron"], schedule["timeZone"], schedule["kind"]) == ("15 4 * * 1", "Europe/Istanbul", "DREAM")
    slots = [datetime.fromisoformat(slot) for slot in schedule["nextRuns"]]
    assert [(slot.weekday(), slot.hour, slot.minute) for slot in slots] == [(0, 1, 15)] * 3
    assert schedule["nextRun"] == schedule["nextRuns"][0]
    assert (told["job"], schedule["lastOutcome"], schedule["runs"]) == (None, None, 0)

    paused = (await client.data(SET, paused=True, run=True))["setSchedule"]
    assert (paused["schedule"]["nextRun"], paused["schedule"]["nextRuns"]) == (None, [])
    assert paused["job"]["kind"] == "DREAM"
    job = paused["job"]["id"]

    async def done() -> bool:
        return (await own.jobs.get(Owner.named(owner), job)).state is JobState.DONE

    await until(done)
    (told,) = (await client.data(f"{{ schedules {{ {FIELDS} }} }}"))["schedules"]
    assert (told["lastOutcome"], told["runs"], told["paused"]) == ("NOTHING", 1, True)


@pytest.mark.parametrize(
    ("given", "field", "named"),
    [
        ({"cron": "* * *"}, "cron", "* * *"),
        ({"cron": "*/5 * * * * *"}, "cron", "6 fields"),
        ({"zone": "Mars/Olympus"}, "timeZone", "Mars/Olympus"),
        ({"zone": ""}, "timeZone", "''"),
        ({"cron": "0 0 31 2 *"}, "cron", "0 0 31 2 *"),
    ],
)
async def test_what_cannot_be_a_schedule(client: Client, given: dict[str, Any], field: str, named: str) -> None:
    problem = (await client.data(SET, **given))["setSchedule"]
    assert (problem["code"], problem["field"]) == ("INVALID_INPUT", field)
    assert named in problem["message"]
    assert problem["remedy"]
    assert (await client.data("{ schedules { cron } }"))["schedules"] == []
