"""Commands that are killed in mid-run: the next process that opens the store closes what they began."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.dream import RunState
from graphmem.model.job import JobKind, JobState
from graphmem.model.palace import Owner
from graphmem.store import nodes
from tests.cli.conftest import graphmem
from tests.services.lifecycle.test_dreams import _cypher, _learn

OVER = """
MATCH (m:Memory {id: $id})
SET m.temporal_type = 'time_bounded',
    m.valid_from = datetime() - duration('P3D'), m.valid_until = datetime() - duration('P1D')
"""

SCRIPT = Path(__file__).parents[1] / "support" / "killed_command.py"


def kill(environment: dict[str, str], writes: int, *arguments: str) -> None:
    """Run a command that is killed when it has committed so many writes."""
    ended = subprocess.run(
        [sys.executable, SCRIPT, str(writes), *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr


async def lapse(memory: GraphMem, owner: Owner) -> None:
    """Let the lease of what the owner's killed process held elapse."""
    await nodes.use(memory.database)
    await adb.cypher_query(
        "MATCH (j:Job {owner: $owner, state: 'running'}) SET j.lease_until = datetime.realtime()", {"owner": owner.key}
    )


def doctor(environment: dict[str, str]) -> tuple[int, str]:
    """What the doctor ends with, and what it names of what is under way."""
    ended = graphmem(environment, "doctor", "--json")
    told: list[dict[str, Any]] = json.loads(ended.stdout)["checks"]
    (named,) = [one["example"] for one in told if one["check"].startswith("no import or dream is under way")]
    return ended.returncode, named or ""


async def says(memory: GraphMem, owner: Owner, folder: Path) -> dict[str, tuple[int, str]]:
    """A digest of each part of what the owner's memory says, whatever it counted."""
    file = folder / "says.zip"
    parts = (await memory.archives.export(owner, file)).parts
    file.unlink()
    return {part.name: (part.count, part.digest) for part in parts if part.name not in ("nodes/Owner", "nodes/Usage")}


@pytest.fixture
async def archive(memory: GraphMem, owner: str, tmp_path: Path) -> Path:
    """An archive of a life with turns, memories, facts and entities."""
    turns = [
        {"speaker": "Ada", "text": f"I moved to {city} in {year}, where I work for {firm}."}
        for year, (city, firm) in enumerate((("Izmir", "Bosch"), ("Bursa", "Siemens"), ("Ankara", "Vestel")), 2021)
    ]
    await memory.mine_turns("Moves", turns, owner=owner)
    await memory.archives.export(Owner.named(owner), file := tmp_path / "ada.zip")
    return file


@pytest.mark.parametrize("writes", [3, 6, 9, 14])
async def test_a_killed_import_is_taken_back(
    memory: GraphMem, owner: str, environment: dict[str, str], archive: Path, tmp_path: Path, writes: int
) -> None:
    copy = Owner.named(f"{owner}-copy")
    await memory.erase(owner=owner)
    try:
        await memory.observer.observe(copy, "I moved to Ghent in 2020.", speaker="Ada")
        before = await says(memory, copy, tmp_path)
        kill(environment, writes, "import", str(archive), "--owner", copy.name)
        _, named = doctor(environment)
        assert named.startswith(f"import of {copy.name} since 20")
        assert "held until" in named
        again = graphmem(environment, "import", str(archive), "--owner", copy.name)
        assert (again.returncode, "has not ended" in again.stderr) == (2, True)
        assert await says(memory, copy, tmp_path) != before or writes < 6, "the kill hit nothing"

        await lapse(memory, copy)
        assert doctor(environment) == (0, "")
        assert await says(memory, copy, tmp_path) == before
        (job,) = (await memory.jobs.list(copy, kinds=[JobKind.IMPORT])).items
        assert (job.state, "Import the archive again" in (job.error or "")) == (JobState.DEAD, True)

        again = graphmem(environment, "import", str(archive), "--owner", copy.name, "--json")
        assert json.loads(again.stdout)["added"]["Drawer"] == 3, again.stderr
        assert doctor(environment) == (0, "")
    finally:
        await memory.erase(owner=copy.name)


async def test_a_killed_dream_is_ended(memory: GraphMem, tenant: Owner, environment: dict[str, str]) -> None:
    for day in ("Sunday", "Monday", "Friday"):
        over = await _learn(memory, tenant, f"Elif will visit us on {day}.", Category.PLAN)
        await _cypher(memory, OVER, id=over)
    kill(environment, 2, "dream", "--apply", "--confirm")
    (run,) = (await memory.dreams.runs(tenant)).items
    assert run.planned == 3
    assert (run.state, run.ended_at, run.changed) == (RunState.RUNNING, None, 1)
    code, named = doctor(environment)
    assert code == 0
    assert named.startswith(f"dream_run of {tenant.name} since 20")
    assert (await memory.dreams.run(tenant, run.id)).state is RunState.RUNNING, "its process may be alive"

    await lapse(memory, tenant)
    assert doctor(environment) == (0, "")
    ended = await memory.dreams.run(tenant, run.id)
    assert (ended.state, ended.changed) == (RunState.APPLIED, 1)
    assert ended.ended_at is not None
    rest = await memory.dreams.apply(tenant, by="test", confirm=True)
    assert rest.run is not None
    assert rest.run.changed == 2


async def test_the_doctor_mends_what_it_can(
    memory: GraphMem, tenant: Owner, environment: dict[str, str], tmp_path: Path
) -> None:
    await memory.observer.observe(tenant, "I moved to Izmir.", speaker="Ada")
    await _cypher(
        memory, "MATCH (m:Memory {owner: $owner}) SET m.retracted_at = m.recorded_at + duration('PT1S')",
        owner=tenant.key,
    )  # fmt: skip
    check = "every fact ends with the memory that grounds it"
    found = graphmem(environment, "doctor")
    assert found.returncode == 1
    assert f"Not so: {check}. Remedy: graphmem doctor --repair: the fact ends with its memory." in found.stdout
    mended = graphmem(environment, "doctor", "--repair")
    assert (mended.returncode, f"Mended 1: {check}." in mended.stdout) == (0, True)
    again = json.loads(graphmem(environment, "doctor", "--repair", "--json").stdout)
    assert again["ok"]
    assert not any(one["repaired"] for one in again["checks"])
    facts = (await memory.entities.get(tenant, "entity://person/ada")).facts
    assert [fact.retracted_at is None for fact in facts] == [False]
