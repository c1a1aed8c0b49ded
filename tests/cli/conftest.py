"""Commands as processes of their own, over the run's Neo4j, for an owner of the test's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.facade import GraphMem

RUN = [sys.executable, "-c", "from graphmem.cli.app import main; main()"]


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
    return subprocess.run([*RUN, *arguments], env=environment, capture_output=True, text=True, timeout=120, check=False)
