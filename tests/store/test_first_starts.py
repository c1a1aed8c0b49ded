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
    """A command that comes later succeeds, and the whole schema is there, each migration recorded once."""
    process = health(environment)
    _, said = await asyncio.to_thread(process.communicate, timeout=120)
    assert process.returncode == 0, said
    await schema.check_indexes(memory.database)
    rows = [row["name"] for row in await memory.database.run(queries.load("schema/applied"))]
    assert len(rows) == len(set(rows)) == len([name for name in queries.names("schema") if name[7].isdigit()])


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


async def test_a_store_that_two_first_starts_of_an_earlier_release_spoiled_heals(
    spare: GraphMem, tmp_path: Path
) -> None:
    """Migrations recorded twice, a constraint's index without its constraint, vectors as wide as another embedder's."""
    await wipe(spare)
    await adb.cypher_query("CREATE INDEX wing_id FOR (n:Wing) ON (n.id)")
    await adb.cypher_query(
        "UNWIND ['001_owner_key', '001_owner_key', '002_agent_id', '045_drawer_embedding'] AS name "
        "CREATE (:SchemaVersion {name: name, applied_at: datetime()})"
    )
    for done in ("schema/001_owner_key", "schema/002_agent_id"):
        await spare.database.run(queries.load(done))
    await spare.database.run(queries.load("schema/045_drawer_embedding"), dimensions=3)
    await usable(spare, command_environment(spare, tmp_path))
    vectors = [row for row in await spare.database.run(queries.load("schema/indexes")) if row["type"] == "VECTOR"]
    assert {row["options"]["indexConfig"]["vector.dimensions"] for row in vectors} == {384}
