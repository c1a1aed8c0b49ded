"""kill -9 of the API and of Neo4j in the middle of mining: what was acknowledged is there, whole, and only once.

Neo4j alone may die or stand still as often as it likes: the API brings it back and answers again by itself.

A run in which the kill did not hit the middle of a request counts as failed, so the test cannot pass by luck.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest

from graphmem.config import Settings
from graphmem.facade import GraphMem

RUN = [sys.executable, "-c", "from graphmem.cli.app import main; main()"]
SMALL, LARGE = 8, 400
"""Turns; the large one is three batches and a part of a fourth."""
MINE = """
mutation Mine($input: ConversationInput!) {
  mineConversation(input: $input) { ... on MinedConversation { filed known unembedded } ... on Problem { message } }
}
"""


def conversation(name: str, turns: int) -> dict[str, Any]:
    return {
        "id": name,
        "title": name,
        "wing": "crash",
        "turns": [
            {"speaker": "Ada", "text": f"{name}: note {n} about buoy {n * 7} in bay {n % 11}"} for n in range(turns)
        ],
    }


def mine(api: httpx2.Client, name: str, turns: int) -> dict[str, Any]:
    body = {"query": MINE, "variables": {"input": conversation(name, turns)}}
    answer = api.post("/graphql", json=body).json()
    assert answer.get("data"), answer
    report: dict[str, Any] = answer["data"]["mineConversation"]
    return report


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], httpx2.Client]]:
    with subprocess.Popen(
        [*RUN, "serve", "--port", "0"], env=environment, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            said = ""
            while "Ctrl-C" not in said:
                line = process.stderr.readline()
                assert line, said
                said += line
            found = re.search(r"POST (http://[\d.]+:\d+)/graphql", said)
            assert found, said
            key = (Path(environment["GRAPHMEM_HOME"]) / "token").read_text()
            with httpx2.Client(base_url=found[1], headers={"authorization": f"Bearer {key}"}, timeout=120) as api:
                yield process, api
            process.send_signal(signal.SIGTERM)
            process.wait(60)
        finally:
            process.kill()


def neo4j(home: Path) -> psutil.Process:
    """The embedded server's process."""
    return psutil.Process(_pid(home))


def _pid(home: Path) -> int:
    return int(json.loads((home / "neo4j" / "server.json").read_text())["pid"])


def comes_back(api: httpx2.Client, drawers: int, home: Path, struck: int) -> list[tuple[int, str]]:
    """Ask until the API answers again by itself, with all that was filed, from another process than the struck one,
    which may still answer while a signal is on its way; what it said until then, by status."""
    said: list[tuple[int, str]] = []
    deadline = time.monotonic() + 300
    while True:
        assert time.monotonic() < deadline, said
        body = api.post("/graphql", json={"query": "{ health { drawers } }"})
        answer = body.json()
        if answer.get("data"):
            assert answer["data"]["health"]["drawers"] == drawers
            if _pid(home) != struck:
                return said
        else:
            said.append((body.status_code, answer["errors"][0]["extensions"]["code"]))
        time.sleep(0.5)


def kill_in_the_middle(process: subprocess.Popen[str], home: Path, api: httpx2.Client) -> None:
    """Send a large conversation and kill the API and Neo4j while it is being filed."""
    server = neo4j(home)
    outcome: list[object] = []

    def send() -> None:
        try:
            outcome.append(mine(api, "large", LARGE))
        except httpx2.HTTPError as error:
            outcome.append(error)

    sender = threading.Thread(target=send)
    sender.start()
    deadline = time.monotonic() + 60
    while filed(api) <= 3 * SMALL:  # until the first batch of the large one has committed
        assert time.monotonic() < deadline, outcome
    process.kill()
    server.kill()
    sender.join(60)
    assert isinstance(outcome[0], httpx2.HTTPError), "the large conversation was answered before the kill"


def filed(api: httpx2.Client) -> int:
    answer = api.post("/graphql", json={"query": "{ health { drawers } }"}).json()
    count: int = answer["data"]["health"]["drawers"]
    return count


@pytest.fixture
def environment(tmp_path: Path, settings: Settings) -> dict[str, str]:
    """An empty home with an embedded server of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "OPENAI_"))}
    return kept | {
        "GRAPHMEM_HOME": str(tmp_path),
        "GRAPHMEM_ARTIFACTS": str(settings.artifacts_dir),
        "GRAPHMEM_BOLT_PORT": "0",
        "GRAPHMEM_HTTP_PORT": "0",
        "GRAPHMEM_NEO4J_HEAP": "512m",
        "GRAPHMEM_NEO4J_PAGE_CACHE": "64m",
    }


@pytest.mark.long
@pytest.mark.timeout(900)
def test_kill_9_loses_nothing_that_was_acknowledged(
    environment: dict[str, str], tmp_path: Path, settings: Settings
) -> None:
    acknowledged = [f"small-{number}" for number in range(3)]
    with serving(environment) as (process, api):
        for name in acknowledged:
            assert mine(api, name, SMALL)["filed"] == SMALL
        kill_in_the_middle(process, tmp_path, api)
    with serving(environment) as (_, api):
        for name in acknowledged:
            assert mine(api, name, SMALL) == {"filed": 0, "known": SMALL, "unembedded": 0}
        again = mine(api, "large", LARGE)
        assert again["filed"] + again["known"] == LARGE
        assert 0 < again["known"] < LARGE, "the kill hit no batch in the middle"
        assert mine(api, "large", LARGE)["known"] == LARGE
        assert filed(api) == 3 * SMALL + LARGE
        findings = asyncio.run(examine(tmp_path, settings))
        assert not any(findings.values()), findings


@pytest.mark.long
@pytest.mark.timeout(900)
def test_neo4j_that_dies_or_stands_still_is_brought_back(environment: dict[str, str], tmp_path: Path) -> None:
    with serving(environment) as (_, api):
        assert mine(api, "small", SMALL)["filed"] == SMALL
        for fault in (signal.SIGKILL, signal.SIGSTOP):
            struck = neo4j(tmp_path)
            struck.send_signal(fault)
            said = comes_back(api, SMALL, tmp_path, struck.pid)
            assert set(said) <= {(503, "DATABASE_UNAVAILABLE"), (200, "DATABASE_UNAVAILABLE")}, said
            assert mine(api, "small", SMALL)["known"] == SMALL
        assert mine(api, "after", SMALL)["filed"] == SMALL
        # One that stands still neither answers nor ends when it is asked to: the API ends all the same.
        neo4j(tmp_path).send_signal(signal.SIGSTOP)


async def examine(home: Path, settings: Settings) -> dict[str, int]:
    """The doctor's findings in the store that was killed; its server is still running and is reused."""
    own = settings.model_copy(update={"home": home})
    async with GraphMem.open(own) as memory:
        return {finding.check: finding.count for finding in await memory.doctor()}
