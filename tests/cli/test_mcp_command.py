"""`graphmem mcp` as a client starts it, in the folder at work on, spoken to by the SDK's client."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="graphmem-neo4j[mcp] is not installed")

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.cli.conftest import graphmem
from tests.support.waiting import PATIENCE_SECONDS


@asynccontextmanager
async def client(environment: dict[str, str], folder: Path, *arguments: str) -> AsyncIterator[Client]:
    """A client whose server was started in the folder."""
    started = StdioServerParameters(
        command=sys.executable, args=["-m", "graphmem.cli.entry", "mcp", *arguments], env=environment, cwd=folder
    )
    async with Client(stdio_client(started), read_timeout_seconds=PATIENCE_SECONDS) as client:
        yield client


async def told(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool answers, as JSON."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    return str(result.structured_content)


async def test_what_is_told_in_one_repository_stays_there(
    memory: GraphMem, environment: dict[str, str], owner: str, tmp_path: Path
) -> None:
    shop, game, folder = tmp_path / "shop", tmp_path / "game", tmp_path / "folder"
    for each in (shop / ".git", shop / "src", game / ".git", folder):
        each.mkdir(parents=True)
    asked = {"query": "How do the payment tests run?"}
    async with client(environment, shop / "src") as shops:
        await told(shops, "learn", text="The payment tests of the company run with make payments.")
        await told(shops, "episode", event="The payment tests hung on the ledger fixture.", outcome="Restarted.")
        first = await told(shops, "procedure", name="Release", steps=["Run make payments.", "Tag it."])
        assert "'version': 1" in first
        assert "make payments" in await told(shops, "recall", **asked)
    async with client(environment, game) as games:
        here = await told(games, "recall", **asked)
        assert "make payments" not in here
        assert "ledger fixture" not in here
        assert "make payments" not in await told(games, "procedure", name="Release")
        second = await told(games, "procedure", name="Release", steps=["Export with godot."])
        assert "'version': 1" in second, "a name of another project is free here"
        start = await games.get_prompt("start", {"task": "Release"})
        assert "godot" in str(start)
        assert "make payments" not in str(start)
    async with client(environment, folder) as anywhere:
        assert "make payments" in await told(anywhere, "recall", **asked), "who works on none sees all"
    async with client(environment, folder, "--project", "The Shop") as named:
        assert "make payments" not in await told(named, "recall", **asked)
    held = (await memory.memories.page(Owner.named(owner))).items
    assert {one.project for one in held} == {"shop", "game"}
    shown = graphmem(environment, "procedure", "show", "release", "--project", "game")
    assert "godot" in shown.stdout
    assert "make payments" in graphmem(environment, "procedure", "show", "release", "--project", "shop").stdout
    assert graphmem(environment, "procedure", "show", "release", "--project", "other").returncode != 0
    assert graphmem(environment, "procedure", "show", "Release").returncode == 0, "of any project where none is told"


@pytest.mark.parametrize("name", ["codex", "opencode"])
async def test_what_is_written_for_a_client_starts_the_tools(
    memory: GraphMem, environment: dict[str, str], owner: str, tmp_path: Path, name: str
) -> None:
    """The command of the written entry, as it stands there, answers an initialization and a tool call."""
    config = tmp_path / "config"
    put_in = graphmem(environment, "mcp", "install", name, "--yes", "--config", str(config))
    assert put_in.returncode == 0, put_in.stderr
    text = config.read_text("utf-8")
    written = tomllib.loads(text)["mcp_servers"] if name == "codex" else json.loads(text)["mcp"]
    entry = written["graphmem"]
    command = entry["command"]
    words = command if isinstance(command, list) else [command, *entry["args"]]
    # Of the shell's variables none but those that the entry holds, and where the run's Neo4j is.
    bare = {key: environment[key] for key in ("NEO4J_URI", "NEO4J_PASSWORD", "GRAPHMEM_ARTIFACTS")}
    passed = entry["environment" if name == "opencode" else "env"]
    assert passed == {key: environment[key] for key in ("GRAPHMEM_HOME", "GRAPHMEM_OWNER")}
    started = StdioServerParameters(command=words[0], args=words[1:], env=bare | passed, cwd=tmp_path)
    async with Client(stdio_client(started), read_timeout_seconds=PATIENCE_SECONDS) as agent:
        assert {"recall", "learn"} <= {tool.name for tool in (await agent.list_tools()).tools}
        await told(agent, "learn", text="The harbour gateway has a card of 32 GB.")
        assert "32 GB" in await told(agent, "recall", query="How large is the card of the harbour gateway?")
    held = (await memory.memories.page(Owner.named(owner))).items
    assert [one.text for one in held] == [f"{name}: The harbour gateway has a card of 32 GB."]  # with its speaker
    assert graphmem(environment, "mcp", "uninstall", name, "--yes", "--config", str(config)).returncode == 0
    assert not config.exists()


def test_a_project_without_a_name_is_refused(environment: dict[str, str]) -> None:
    refused = graphmem(environment, "mcp", "--project", "!!!")
    assert refused.returncode != 0
    assert "project is '!!!'" in refused.stderr
