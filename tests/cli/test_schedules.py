"""`graphmem schedule`: shown, set, paused, resumed, run."""

from __future__ import annotations

import json

import pytest

from graphmem.facade import GraphMem
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from tests.cli.conftest import graphmem


@pytest.mark.long
async def test_a_schedule_is_set_shown_paused_resumed_and_run(
    environment: dict[str, str], memory: GraphMem, tenant: Owner
) -> None:
    assert "No schedule yet" in graphmem(environment, "schedule").stdout
    wrong = graphmem(environment, "schedule", "set", "nightly")
    assert wrong.returncode == 2
    assert "'nightly' is no schedule" in wrong.stderr
    assert "30 3 * * *" in wrong.stderr
    assert "'Mars' is no time zone" in graphmem(environment, "schedule", "set", "0 5 * * *", "--zone", "Mars").stderr
    assert graphmem(environment, "schedule", "set", "0 5 * * 1", "--zone", "Asia/Kolkata").returncode == 0
    (paused,) = json.loads(graphmem(environment, "schedule", "pause", "--json").stdout)
    assert (paused["paused"], paused["next_runs"], paused["cron"]) == (True, [], "0 5 * * 1")
    shown = graphmem(environment, "schedule").stdout
    assert "0 5 * * 1  in Asia/Kolkata" in shown
    assert "graphmem schedule resume" in shown
    assert graphmem(environment, "schedule", "resume").stdout.count("Mon ") == 3
    asked = graphmem(environment, "schedule", "run")
    assert "graphmem serve" in asked.stdout
    (job,) = (await memory.jobs.list(tenant, kinds=[JobKind.DREAM])).items
    assert job.id[:8] in asked.stdout
    assert (await memory.schedules.all(tenant))[0].next_run is not None
