"""A memory as a file by commands: written, read under another name, and another system's export beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import nodes
from tests.cli.conftest import graphmem
from tests.support.spoiling import opened, packed_anew

pytestmark = pytest.mark.long


async def test_exported_and_imported(memory: GraphMem, owner: str, environment: dict[str, str], tmp_path: Path) -> None:
    await memory.observer.observe(Owner.named(owner), "I moved to Izmir in May 2026.", speaker="Ada")
    file = tmp_path / "ada.graphmem.zip"
    written = graphmem(environment, "export", str(file), "--json")
    assert written.returncode == 0, written.stderr
    assert json.loads(written.stdout)["owner"] == owner
    refused = graphmem(environment, "export", str(file))
    assert (refused.returncode, "exists" in refused.stderr) == (2, True)
    nowhere = graphmem(environment, "export", str(tmp_path / "missing" / "ada.zip"))
    assert (nowhere.returncode, "Create the folder" in nowhere.stderr) == (2, True)
    copy = f"{owner}-copy"
    read = graphmem(environment, "import", str(file), "--owner", copy)
    assert read.returncode == 0, read.stderr
    assert "1 turns and 1 memories" in read.stdout
    (tmp_path / "mem0.json").write_text('[{"id": "x", "memory": "Ada is allergic to penicillin."}]')
    taken = graphmem(environment, "import", str(tmp_path / "mem0.json"), "--from", "mem0", "--owner", copy, "--json")
    assert (taken.returncode, json.loads(taken.stdout)["memories"]) == (0, 1), taken.stderr
    elsewhere = graphmem(environment, "backup", str(tmp_path / "memory.zip"))
    assert (elsewhere.returncode, "graphmem export" in elsewhere.stderr) == (3, True)
    await memory.erase(owner=copy)


async def test_an_id_of_another_owner_is_refused_before_anything_is_written(
    memory: GraphMem, owner: str, environment: dict[str, str], tmp_path: Path
) -> None:
    """An archive that names one owner and holds the ids of another one of the same store."""
    await memory.observer.observe(Owner.named(owner), "I moved to Izmir in May 2026.", speaker="Ada")
    file, eve = tmp_path / "eve.graphmem.zip", Owner.named(f"{owner}-eve")
    assert graphmem(environment, "export", str(file)).returncode == 0
    manifest, parts = opened(file.read_bytes())
    file.write_bytes(packed_anew(manifest | {"owner": eve.name}, parts))
    refused = graphmem(environment, "import", str(file), "--owner", eve.name)
    assert (refused.returncode, "belongs to another owner" in refused.stderr) == (2, True), refused.stderr
    await nodes.use(memory.database)
    rows, _ = await adb.cypher_query("MATCH (n) WHERE $key IN [n.owner, n.key] RETURN count(n)", {"key": eve.key})
    assert rows == [[0]]
