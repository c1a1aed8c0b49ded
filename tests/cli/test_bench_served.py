"""The short forms of `isolation` and `fuzz`: nothing comes through, and nothing unforeseen comes out."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from graphmem.cli.app import command_names
from graphmem.errors import GraphMemError
from tests.cli.conftest import evals, graphmem
from tests.evals.introspection import Shape
from tests.evals.isolation import Trial
from tests.evals.isolation_tenants import Tenant
from tests.evals.isolation_verbs import OWNERLESS, verbs

pytestmark = pytest.mark.long

KEYS = (
    *("memories", "entities", "sessions", "jobs", "reviews", "dreams", "cursors", "pointers", "procedures", "blocks"),
    *("tombstones", "keys", "spaces", "workflows"),
)
"""What a tenant of the bench has ids of."""


@pytest.mark.timeout(900)
def test_no_owner_reaches_another(environment: dict[str, str], tmp_path: Path) -> None:
    result = tmp_path / "isolation.json"
    ended = evals(environment, "isolation", "--rounds", "1", "--no-verbs", "--json", str(result))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    found = json.loads(result.read_text("utf-8"))["metrics"]
    assert [found[name] for name in ("leaks", "writes_across", "scope_leaks", "served_without_key")] == [0, 0, 0, 0]
    assert found["requests"] > 2 * found["root_fields"]


def test_hostile_requests_and_files_are_answered(environment: dict[str, str], tmp_path: Path) -> None:
    result = tmp_path / "fuzz.json"
    ended = evals(environment, "fuzz", "--documents", "150", "--transcripts", "200", "--json", str(result))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    found = json.loads(result.read_text("utf-8"))["metrics"]
    assert found["errors"] == 0
    assert found["documents_answered"] > 10


@pytest.mark.timeout(300)
def test_agents_at_two_servers_are_kept_apart(environment: dict[str, str], tmp_path: Path) -> None:
    result = tmp_path / "load.json"
    how = ("--agents", "3", "--seconds", "1", "--replicas", "2", "--json", str(result))
    ended = graphmem(environment, "bench", "load", *how)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    found = json.loads(result.read_text("utf-8"))["metrics"]
    assert [found[name] for name in ("errors", "leaks", "lost", "doubled")] == [0, 0, 0, 0]
    assert found["requests"] >= 8, "each agent asks once in each part, however slow the machine is"
    assert 0 < found["p50_ms"] <= found["p95_ms"] <= found["p99_ms"]
    assert min(found["rss_mb_begin"], found["baseline_per_second"], found["one_server_per_second"]) > 0


@pytest.mark.timeout(300)
def test_processor_time_of_a_request_stands_beside_its_floors(environment: dict[str, str], tmp_path: Path) -> None:
    result = tmp_path / "cpu.json"
    how = ("--turns", "20", "--requests", "3", "--rounds", "1", "--json", str(result))
    ended = graphmem(environment, "bench", "cpu", *how)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert all(name in ended.stdout for name in ("recall", "read later", "empty field", "look-up", "API ms", "db hits"))
    found = json.loads(result.read_text("utf-8"))["metrics"]
    assert min(found["recall_api_ms"], found["recall_neo4j_ms"], found["observe_api_ms"]) > 0
    assert found["say_passes"] == 1


@pytest.mark.timeout(300)
def test_ctrl_c_leaves_no_server(environment: dict[str, str]) -> None:
    # What runs in the background of a script hears no Ctrl-C, and what it starts neither: whoever tests does.
    begin = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{begin}; from graphmem.cli.app import main; main()", "bench", "load"]
    how = ("--seconds", "600", "--agents", "2")
    with subprocess.Popen([*command, *how], env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = ""
        while "one agent alone" not in said:
            said += (line := process.stderr.readline())
            assert line, said
        servers = psutil.Process(process.pid).children()
        process.send_signal(signal.SIGINT)
        process.stderr.read()
        assert process.wait(timeout=60) == 130
    assert len(servers) == 1
    assert not any(server.is_running() for server in servers)


async def test_a_field_without_a_case_fails() -> None:
    field = {"name": "recallAll", "args": [], "type": {"kind": "SCALAR", "name": "String"}}
    shape = Shape({"Query": {"fields": [field]}, "Mutation": {"fields": []}}, "Query", "Mutation")
    ids = {key: ["a", "b"] for key in KEYS} | {"pointers": []}
    pair = Tenant("a", "", "zqa", ids), Tenant("b", "", "zqb", ids)

    async def never(*_: object) -> tuple[int, dict[str, object]]:
        raise AssertionError

    with pytest.raises(GraphMemError, match="recallAll"):
        await Trial(never, shape, pair).queries()


def test_every_command_has_a_case() -> None:
    ids = {key: ["a", "b"] for key in KEYS}
    assert set(command_names()) == verbs(Tenant("a", "", "zqa", ids)).keys() | OWNERLESS
