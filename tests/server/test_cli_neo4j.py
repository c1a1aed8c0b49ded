"""`graphmem neo4j`, run as a command on the shared server and on an empty home."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from graphmem.cli.app import app as graphmem
from graphmem.cli.neo4j import app
from graphmem.config import Settings
from graphmem.errors import ConfigurationError, ServerError
from graphmem.server import RunningServer, supervisor

Environment = dict[str, str]


@pytest.fixture
def shared(settings: Settings, server: RunningServer) -> Environment:
    """The environment of a command that should find the shared server."""
    return {"GRAPHMEM_HOME": str(settings.home), "GRAPHMEM_ARTIFACTS": str(settings.artifacts_dir)}


@pytest.fixture
def empty(tmp_path: Path) -> Environment:
    return {"GRAPHMEM_HOME": str(tmp_path / "empty")}


def _run(environment: Environment, *arguments: str) -> str:
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"} | environment, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_status_of_a_running_server(shared: Environment, server: RunningServer) -> None:
    report = json.loads(_run(shared, "status", "--json"))
    assert report["running"] is True
    assert report["uri"] == server.uri
    assert report["in_use"] is True
    assert server.password not in json.dumps(report)
    shown = _run(shared, "status")
    assert server.uri in shown
    assert "the processes that use it" in shown


def test_start_finds_the_running_one_and_pins_it_until_stop(shared: Environment, server: RunningServer) -> None:
    report = json.loads(_run(shared, "start", "--json"))
    assert report["started"] is False
    assert report["pinned"] is True
    assert "already running" in _run(shared, "start")
    assert "still use Neo4j" in _run(shared, "stop")
    assert json.loads(_run(shared, "status", "--json"))["pinned"] is False
    assert server.files.running()


def test_browser_names_the_password_file_and_shows_the_password_only_when_asked(
    shared: Environment, server: RunningServer
) -> None:
    shown = _run(shared, "browser", "--print")
    assert f"{server.http_url}/browser/" in shown
    assert str(server.files.password) in shown
    assert server.password not in shown
    assert stat.S_IMODE(server.files.password.stat().st_mode) == 0o600
    assert server.password in _run(shared, "browser", "--print", "--show-password")


def test_one_command_tells_how_to_look_at_the_graph(shared: Environment, server: RunningServer) -> None:
    given = {"COLUMNS": "200", "GRAPHMEM_OWNER": "ada"} | shared
    result = CliRunner().invoke(graphmem, ["browser", "--no-open"], env=given, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert f"{server.http_url}/browser/" in result.stdout
    assert "%22ada%22%20AS%20owner" in result.stdout, "a query stands in the editor, for this owner"
    queries = [line.split()[0] for line in result.stdout.splitlines() if ".cypher " in line]
    assert (queries[0], queries[-1], len(queries)) == ("0-story.cypher", "11-turn.cypher", 12)


def test_nothing_runs(empty: Environment) -> None:
    assert json.loads(_run(empty, "status", "--json"))["running"] is False
    assert "graphmem neo4j start" in _run(empty, "status")
    assert "Nothing to stop" in _run(empty, "stop")
    with pytest.raises(ServerError, match="no embedded Neo4j is running"):
        _run(empty, "browser", "--print")


@pytest.mark.parametrize("command", ["start", "stop", "status", "browser"])
def test_an_outside_server_is_left_alone(empty: Environment, command: str) -> None:
    with pytest.raises(ConfigurationError, match="NEO4J_URI names another server") as error:
        _run(empty | {"NEO4J_URI": "bolt://db.example:7687"}, command)
    assert error.value.exit_code == 3
    assert not Path(empty["GRAPHMEM_HOME"]).exists()


@pytest.mark.long
def test_started_by_hand_it_outlives_the_command_and_stops_on_demand(spare: Settings) -> None:
    """A process of its own for each command, as in a shell."""
    environment = os.environ | {
        "GRAPHMEM_HOME": str(spare.home / "by-hand"),
        "GRAPHMEM_ARTIFACTS": str(spare.artifacts_dir),
        "GRAPHMEM_NEO4J_HEAP": "384m",
        "GRAPHMEM_NEO4J_PAGE_CACHE": "64m",
        "GRAPHMEM_BOLT_PORT": "0",
        "GRAPHMEM_HTTP_PORT": "0",
    }
    files = supervisor.files_of(Settings(home=spare.home / "by-hand"))
    command = [sys.executable, "-c", "from graphmem.cli.neo4j import app; app()"]

    def run(*arguments: str) -> str:
        done = subprocess.run([*command, *arguments], env=environment, check=True, capture_output=True, text=True)
        return done.stdout

    report = json.loads(run("start", "--json"))
    try:
        assert report["started"] is True
        assert report["pinned"] is True
        assert report["in_use"] is False
        assert files.running()
        assert "has stopped" in run("stop")
        assert not files.child_lives()
    finally:
        if process := files.child_process():
            process.kill()
