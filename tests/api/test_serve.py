"""`graphmem serve` and `graphmem keys` as processes of their own, over the run's Neo4j."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx2
import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.recall import RecallResult
from graphmem.services.retrieval.options import RecallOptions

RUN = [sys.executable, "-c", "from graphmem.cli.app import main; main()"]


@pytest.fixture
def environment(memory: GraphMem, tmp_path: Path, owner: str) -> dict[str, str]:
    """Another process's settings for the same Neo4j and the same model."""
    address = memory.database.address
    return os.environ | {
        "GRAPHMEM_HOME": str(tmp_path),
        "GRAPHMEM_ARTIFACTS": str(memory.settings.artifacts_dir),
        "GRAPHMEM_OWNER": owner,
        "NEO4J_URI": address.uri,
        "NEO4J_USERNAME": address.user,
        "NEO4J_PASSWORD": address.password,
    }


def command(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*RUN, *arguments], env=environment, capture_output=True, text=True, timeout=120, check=False)


@contextmanager
def serving(environment: dict[str, str], *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that has announced itself, and its address."""
    with subprocess.Popen(
        [*RUN, "serve", "--port", "0", *arguments], env=environment, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            announced = ""
            while "Ctrl-C" not in announced:
                line = process.stderr.readline()
                assert line, announced
                announced += line
            found = re.search(r"POST (http://[\d.]+:\d+)/graphql", announced)
            assert found, announced
            yield process, found[1]
        finally:
            process.kill()


def own_key(environment: dict[str, str]) -> dict[str, str]:
    """The header of who can read that home."""
    return {"authorization": f"Bearer {(Path(environment['GRAPHMEM_HOME']) / 'token').read_text()}"}


@pytest.mark.parametrize("number", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGINT])
def test_serves_until_it_is_told_to_stop(environment: dict[str, str], number: signal.Signals) -> None:
    with serving(environment) as (process, address):
        body = {"query": "{ health { schemaOk drawers } }"}
        assert httpx2.post(f"{address}/graphql", json=body, timeout=60).status_code == 401
        key = command(environment, "keys", "local").stdout.strip()
        assert own_key(environment) == {"authorization": f"Bearer {key}"}
        answer = httpx2.post(f"{address}/graphql", json=body, headers=own_key(environment), timeout=60)
        assert answer.json()["data"] == {"health": {"schemaOk": True, "drawers": 0}}
        assert "server" not in answer.headers
        process.send_signal(number)
        assert process.wait(timeout=30) == 0
        assert process.stderr is not None
        logged = [json.loads(line) for line in process.stderr.read().splitlines() if line.startswith("{")]
    logged = [line for line in logged if line["event"] == "request"]  # beside them a session that the end cut off
    assert [(line["path"], line["status"]) for line in logged] == [("/graphql", 401), ("/graphql", 200)]
    assert logged[-1]["request_id"] == answer.headers["x-request-id"]
    assert not (Path(environment["GRAPHMEM_HOME"]) / "serve.json").exists()


@pytest.mark.long
async def test_commands_ask_the_server_of_their_home(environment: dict[str, str], memory: GraphMem, owner: str) -> None:
    """A command that cannot log in to Neo4j itself tells who answered."""
    cut_off = environment | {"NEO4J_PASSWORD": "wrong"}
    with serving(environment) as (process, _address):
        state = Path(environment["GRAPHMEM_HOME"]) / "serve.json"
        assert stat.S_IMODE(state.stat().st_mode) == 0o600
        told = command(cut_off, "observe", "Ayşe Foça'ya taşındı.", "--speaker", "Ayşe", "--json")
        assert told.returncode == 0, told.stderr
        assert json.loads(told.stdout)["pointer"] == "§ W-001/R-01/D-001"
        asked = command(cut_off, "recall", "Where did Ayşe move?", "--no-touch", "--json")
        assert asked.returncode == 0, asked.stderr
        assert asked.stderr == ""
        here = await memory.recall("Where did Ayşe move?", owner=owner, options=RecallOptions(touch=False))
        printed = json.loads(asked.stdout)
        assert steady(printed) == steady(plain(here))
        assert [hit["memory"]["valid_from"][10] for hit in printed["memories"]] == ["T"]
        unknown = command(cut_off, "show", "0" * 32)
        assert unknown.returncode == 2
        assert "No memory" in unknown.stderr
        assert "→" in unknown.stderr
        assert command(cut_off, "recall", "anything", "--owner", "somebody else").returncode == 0, "every owner's"
        assert command(cut_off | {"GRAPHMEM_EMBEDDER": "minilm-en"}, "recall", "x").returncode == 12, "another model"
        process.kill()
        process.wait(timeout=30)
        assert state.exists()
        assert command(cut_off, "recall", "Where did Ayşe move?").returncode == 12, (
            "a dead server's file is passed over"
        )


def steady(value: Any) -> Any:
    """Without what depends on when it was asked."""
    if isinstance(value, dict):
        moving = {"latency_ms", "signals", "score", "confidence"}
        return {name: steady(inner) for name, inner in value.items() if name not in moving}
    return [steady(inner) for inner in value] if isinstance(value, list) else value


def plain(found: RecallResult) -> dict[str, Any]:
    """As `--json` prints it."""
    as_dict: dict[str, Any] = json.loads(json.dumps(asdict(found), default=lambda moment: moment.isoformat()))
    return as_dict


def test_a_taken_port_is_named_before_anything_starts(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = command(environment, "serve", "--port", str(port))
    assert ended.returncode == 3
    assert f"Port {port} on 127.0.0.1 is taken." in ended.stderr
    assert "--port" in ended.stderr.split("taken.")[1]


def test_an_address_of_another_machine(environment: dict[str, str]) -> None:
    ended = command(environment, "serve", "--host", "192.0.2.1")
    assert ended.returncode == 3
    assert "--host" in ended.stderr


def test_an_open_door_needs_a_key(environment: dict[str, str]) -> None:
    ended = command(environment, "serve", "--host", "0.0.0.0", "--port", "0")
    assert ended.returncode == 3
    assert "graphmem keys add OWNER" in ended.stderr


async def test_a_key_from_issue_to_revocation(environment: dict[str, str], memory: GraphMem, owner: str) -> None:
    try:
        issued = command(environment, "keys", "add", owner, "--label", "laptop")
        assert issued.returncode == 0, issued.stderr
        key = issued.stdout.strip()
        assert re.fullmatch(r"gm_[0-9a-f]{10}_[\w-]{43}", key)
        assert key not in issued.stderr
        listed = command(environment, "keys", "list", owner).stdout
        assert "laptop" in listed
        assert key not in listed
        assert command(environment, "keys", "list", "-o", owner).stdout == listed
        two = command(environment, "keys", "list", owner, "-o", f"{owner}-eve")
        assert (two.returncode, "Name one of the two." in two.stderr) == (2, True)
        access = await memory.keys.access_of(key)
        assert access is not None
        assert access.owner == Owner.named(owner)
        with serving(environment, "--host", "0.0.0.0") as (_process, address):
            body = {"query": "{ health { drawers } }"}
            assert httpx2.post(f"{address}/graphql", json=body, timeout=60).status_code == 401
            authorised = httpx2.post(f"{address}/graphql", json=body, headers={"authorization": f"Bearer {key}"})
            assert authorised.json()["data"] == {"health": {"drawers": 0}}
            body = {"query": "x"}
            assert httpx2.post(f"{address}/calls/recall", json=body).status_code == 401
            asked = command(environment, "recall", "anything")
            assert "Nothing is remembered yet" in asked.stdout, "a command has the key of its home"
        assert command(environment, "keys", "revoke", owner, "laptop").returncode == 0
        assert await memory.keys.access_of(key) is None
        again = command(environment, "keys", "revoke", owner, "laptop")
        assert again.returncode == 2
        assert "no key labelled 'laptop'" in again.stderr
    finally:
        if await memory.keys.issued(Owner.named(owner)):
            await memory.keys.revoke(Owner.named(owner), "laptop")


@pytest.mark.long
def test_silent_and_dripping_connections_keep_nobody_out(environment: dict[str, str]) -> None:
    """More of them than requests may run at once: probes and queries are answered, and the silent ones are closed."""
    with serving(environment) as (_process, address), ExitStack() as stack:
        port = int(address.rpartition(":")[2])
        silent = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(260)]
        for one in silent[:20]:
            one.sendall(b"POST /graphql HTTP/1.1\r\nhost: localhost\r\nx-never-")
        for one in silent[20:40]:
            one.sendall(b"POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-length: 20\r\n\r\n{")
        assert httpx2.get(f"{address}/livez", timeout=60).status_code == 200
        body = {"query": "{ health { schemaOk } }"}
        answer = httpx2.post(f"{address}/graphql", json=body, headers=own_key(environment), timeout=60)
        assert answer.json() == {"data": {"health": {"schemaOk": True}}}
        for one in (*silent[:20], *silent[40:]):
            one.settimeout(60)
            assert one.recv(1) == b"", "it would be held for ever"
