"""First commands on an empty store: at once, stopped half-way, or after such a start spoiled it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.store import nodes, queries, schema

pytestmark = pytest.mark.long

RUN = [sys.executable, "-c", "from graphmem.cli.app import main; main()"]


def command_environment(memory: GraphMem, home: Path) -> dict[str, str]:
    """What a process needs to use the same server as if it were somebody else's."""
    address = memory.database.address
    return os.environ | {
        "GRAPHMEM_HOME": str(home),
        "GRAPHMEM_ARTIFACTS": str(memory.settings.artifacts_dir),
        "NEO4J_URI": address.uri,
        "NEO4J_USERNAME": address.user,
        "NEO4J_PASSWORD": address.password,
    }


async def wipe(memory: GraphMem) -> None:
    """Leave the server as its first start does: no node, no index, no constraint."""
    await nodes.use(memory.database)
    await adb.cypher_query("MATCH (n) DETACH DELETE n")
    for row in await memory.database.run(queries.load("schema/constraints")):
        await adb.cypher_query(f"DROP CONSTRAINT {row['name']}")
    for row in await memory.database.run(queries.load("schema/indexes")):
        if row["type"] != "LOOKUP":
            await memory.database.run(queries.load("schema/drop_index"), index=row["name"])


def health(environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*RUN, "health"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


async def usable(memory: GraphMem, environment: dict[str, str]) -> None:
    """A command that comes later succeeds, and the whole schema is there, recorded once."""
    process = health(environment)
    _, said = await asyncio.to_thread(process.communicate, timeout=120)
    assert process.returncode == 0, said
    await schema.check_indexes(memory.database)
    rows = await memory.database.run(queries.load("schema/recorded"))
    assert [(row["name"], row["version"], row["dimensions"]) for row in rows] == [
        ("schema", schema.latest_number(), 384)
    ]


async def test_first_commands_at_once_prepare_one_schema(spare: GraphMem, tmp_path: Path) -> None:
    await wipe(spare)
    environment = command_environment(spare, tmp_path)
    processes = [health(environment) for _ in range(3)]
    for process in processes:
        _, said = await asyncio.to_thread(process.communicate, timeout=120)
        assert process.returncode == 0, said
    await usable(spare, environment)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_a_first_command_that_is_stopped_leaves_a_store_for_the_next(
    spare: GraphMem, tmp_path: Path, number: signal.Signals
) -> None:
    await wipe(spare)
    environment = command_environment(spare, tmp_path)
    process = health(environment)
    deadline = time.monotonic() + 60
    while len(await spare.database.run(queries.load("schema/constraints"))) < 3:
        assert time.monotonic() < deadline, "no migration began"
    process.send_signal(number)
    await asyncio.to_thread(process.communicate, timeout=60)
    assert process.returncode == (130 if number == signal.SIGTERM else -9), "the signal came too late"
    await usable(spare, environment)


async def test_what_a_first_start_left_behind_is_replaced(spare: GraphMem, tmp_path: Path) -> None:
    """A constraint's index without its constraint, and vectors as wide as another embedder's."""
    await wipe(spare)
    await adb.cypher_query("CREATE INDEX wing_id FOR (n:Wing) ON (n.id)")
    vector = next(one for one in queries.statements(queries.load("schema/baseline/indexes")) if one.params)
    await spare.database.run(vector, dimensions=3)
    await usable(spare, command_environment(spare, tmp_path))
    vectors = [row for row in await spare.database.run(queries.load("schema/indexes")) if row["type"] == "VECTOR"]
    assert {row["options"]["indexConfig"]["vector.dimensions"] for row in vectors} == {384}


async def test_a_store_of_before_the_schema_had_a_number_is_refused(spare: GraphMem, tmp_path: Path) -> None:
    await wipe(spare)
    await adb.cypher_query(
        "CREATE (:SchemaVersion {name: '001_owner_key', checksum: 'x', applied_at: datetime()}), "
        "(:SchemaVersion {name: 'embedder', model: 'another', dimensions: 3})"
    )
    environment = command_environment(spare, tmp_path) | {"COLUMNS": "300"}
    for command in (["health"], ["recall", "anything"], ["reindex"], ["reindex", "--schema-only"]):
        refused = await asyncio.to_thread(
            subprocess.run, [*RUN, *command], env=environment, capture_output=True, text=True, timeout=120
        )
        assert refused.returncode == 14, refused.stderr
        assert "made by an earlier graphmem" in refused.stderr
        assert "graphmem export FILE --owner NAME" in refused.stderr
        assert "graphmem import FILE --owner NAME --trusted --settings" in refused.stderr
    assert await spare.database.run(queries.load("schema/constraints")) == [], "and nothing was made"
    await wipe(spare)
    await usable(spare, environment)
