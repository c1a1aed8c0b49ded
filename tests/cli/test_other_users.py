"""Another user of this machine, for real: a process of another uid beside a server, and in a home not its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from graphmem.facade import GraphMem
from tests.api.test_serve import RUN, environment, own_key, serving
from tests.support.waiting import PATIENCE_SECONDS

pytestmark = pytest.mark.long

__all__ = ["environment"]

NOBODY = 65534
ASK = """
import json, sys
from http.client import HTTPConnection

address, home = sys.argv[1:]

def status(verb, path, body=None, **headers):
    connection = HTTPConnection(address, timeout=60)
    connection.request(verb, path, body, {"content-type": "application/json"} | headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()

def readable(name):
    try:
        return bool(open(f"{home}/{name}").read())
    except OSError:
        return False

health = json.dumps({"query": "{ health { drawers } }"})
erase = json.dumps({"query": 'mutation { eraseOwner(confirm: "local") { __typename } }'})
refused = [
    status("POST", "/graphql", health)[0],
    status("POST", "/graphql", erase)[0],
    status("POST", "/graphql", health, authorization="Bearer gl_guessed")[0],
    status("GET", "/graphql?query=%7Bhealth%7Bdrawers%7D%7D")[0],
    status("POST", "/calls/recall", '{"query": "x"}')[0],
    status("POST", "/calls/nothing", "{}")[0],
]
told = {"refused": refused, "livez": status("GET", "/livez")[0], "readyz": json.loads(status("GET", "/readyz")[1])}
print(json.dumps(told | {"readable": [name for name in ("token", "serve.json") if readable(name)]}))
"""


SYSTEM_PYTHON = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"


@dataclass
class Nobody:
    """Runs Python as another user, in a folder that every user may look into, as pytest's own are not."""

    folder: Path
    python: str = sys.executable

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        given = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return subprocess.run(
            [self.python, *arguments],
            env=given | {"PYTHONDONTWRITEBYTECODE": "1", "GRAPHMEM_OPS_LOG": "off"} | environment,
            cwd=self.folder,
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def can_run(self) -> bool:
        try:
            return self.run("-c", "import graphmem.cli.app, http.client").returncode == 0
        except OSError:
            return False


@pytest.fixture(scope="module")
def nobody() -> Iterator[Nobody]:
    if os.geteuid() != 0:
        pytest.skip("only root can start a process of another user")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for python in (sys.executable, SYSTEM_PYTHON):
            if (found := Nobody(Path(folder), python)).can_run():
                yield found
                return
        pytest.skip("another user can run no Python of this version")


def test_another_user_of_this_machine_gets_nothing(
    environment: dict[str, str], nobody: Nobody, memory: GraphMem
) -> None:
    home = nobody.folder / "home"
    home.mkdir(mode=0o755)  # even where the home itself is open
    with serving(environment | {"GRAPHMEM_HOME": str(home)}) as (_process, address):
        body = {"query": "{ health { drawers } }"}
        own = own_key({"GRAPHMEM_HOME": str(home)})
        assert httpx2.post(f"{address}/graphql", json=body, headers=own).json() == {"data": {"health": {"drawers": 0}}}
        deadline = time.monotonic() + PATIENCE_SECONDS
        while httpx2.get(f"{address}/readyz", timeout=60).status_code != 200 and time.monotonic() < deadline:
            time.sleep(0.2)  # it tries a first recall
        told = nobody.run("-c", ASK, address.removeprefix("http://"), str(home))
        assert told.returncode == 0, told.stderr
        assert json.loads(told.stdout) == {
            "refused": [401] * 6,
            "livez": 200,
            "readyz": {"ready": True},
            "readable": [],
        }
        theirs = {"GRAPHMEM_HOME": str(home), "GRAPHMEM_ARTIFACTS": str(memory.settings.artifacts_dir)}
        for command in (["keys", "local"], ["recall", "anything"]):
            asked = nobody.run(*RUN[1:], *command, **theirs)
            assert (asked.returncode, "Traceback" in asked.stderr, asked.stdout) == (3, False, ""), asked.stderr
            assert str(home) in asked.stderr


@pytest.mark.parametrize("command", ["keys local", "serve --port 0", "health"])
def test_a_home_of_another_user_or_read_only_is_named(nobody: Nobody, command: str) -> None:
    for name, owner, mode in (("foreign", 0, 0o700), ("fixed", NOBODY, 0o555)):
        home = nobody.folder / name
        home.mkdir(exist_ok=True)
        os.chown(home, owner, owner)
        home.chmod(mode)
        ended = nobody.run(*RUN[1:], *command.split(), GRAPHMEM_HOME=str(home))
        assert (ended.returncode, "Traceback" in ended.stderr) == (3, False), ended.stderr
        assert str(home) in ended.stderr
        assert "GRAPHMEM_HOME" in ended.stderr
