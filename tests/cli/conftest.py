"""Commands as processes of their own, over the run's Neo4j, for an owner of the test's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.facade import GraphMem
from tests.support.commands_server import Commands, commands

_running: list[Commands] = []
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session", autouse=True)
def _commands() -> Iterator[None]:
    with commands() as started:
        _running.append(started)
        yield
        _running.clear()


@pytest.fixture
def environment(memory: GraphMem, tmp_path: Path, owner: str) -> dict[str, str]:
    """The settings of such a process."""
    address = memory.database.address
    return os.environ | {
        "GRAPHMEM_HOME": str(tmp_path / "home"),
        "GRAPHMEM_ARTIFACTS": str(memory.settings.artifacts_dir),
        "GRAPHMEM_OWNER": owner,
        "NEO4J_URI": address.uri,
        "NEO4J_PASSWORD": address.password,
        "COLUMNS": "200",
    }


def graphmem(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `graphmem ARGUMENTS` to its end."""
    return _running[0].run(environment, arguments)


def evals(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m tests.evals ARGUMENTS` to its end."""
    command = [sys.executable, "-m", "tests.evals", *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
