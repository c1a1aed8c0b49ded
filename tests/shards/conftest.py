"""Three servers on this machine, each embedded in a home of its own, and the file that names them."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from graphmem.config import Settings

NAMES = ("alpha", "beta", "gamma")
RUN = [sys.executable, "-c", "from graphmem.cli.app import main; main()"]


@dataclass
class Servers:
    """Where they are, and how to end and start one of them."""

    root: Path
    environment: dict[str, str]

    def of(self, name: str) -> dict[str, str]:
        """The environment in which a command starts or stops a server."""
        kept = {key: value for key, value in self.environment.items() if key != "GRAPHMEM_SHARDS"}
        return kept | {"GRAPHMEM_HOME": str(self.root / name), "GRAPHMEM_BOLT_PORT": self.port(name)}

    def port(self, name: str) -> str:
        return (self.root / f"{name}.port").read_text("ascii")

    def start(self, *names: str) -> None:
        """Start servers side by side."""
        begun = [subprocess.Popen([*RUN, "neo4j", "start"], env=self.of(name)) for name in names]
        assert [process.wait(240) for process in begun] == [0] * len(names)

    def kill(self, name: str) -> None:
        """End a server with -9."""
        state = json.loads((self.root / name / "neo4j" / "server.json").read_text("utf-8"))
        process = psutil.Process(state["pid"])
        process.kill()
        process.wait(30)

    def run(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """A command, to its end."""
        return subprocess.run([*RUN, *arguments], env=self.environment | more, capture_output=True, text=True)

    def begin(self, *arguments: str) -> subprocess.Popen[str]:
        """A command, running."""
        return subprocess.Popen(
            [*RUN, *arguments], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    root = tmp_path_factory.mktemp("servers")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "OPENAI_"))}
    made = Servers(
        root,
        kept
        | {
            "GRAPHMEM_HOME": str(root / "home"),
            "GRAPHMEM_ARTIFACTS": str(Settings().artifacts_dir),
            "GRAPHMEM_SHARDS": str(root / "shards.toml"),
            "GRAPHMEM_HTTP_PORT": "0",
            "GRAPHMEM_NEO4J_HEAP": "384m",
            "GRAPHMEM_NEO4J_PAGE_CACHE": "64m",
            "COLUMNS": "200",
        },
    )
    told = []
    for name in NAMES:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        (root / f"{name}.port").write_text(str(port), "ascii")
        told.append(f'[{name}]\nuri = "bolt://127.0.0.1:{port}"\npassword_file = "{name}/neo4j/password"\n')
    (root / "shards.toml").write_text("\n".join(told), "utf-8")
    try:
        made.start(*NAMES)
        yield made
    finally:
        for name in NAMES:
            subprocess.run([*RUN, "neo4j", "stop", "--force"], env=made.of(name), capture_output=True)
