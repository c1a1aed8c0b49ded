"""`graphmem mcp` as a client starts it, in the folder at work on, spoken to by the SDK's client."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="graphmem[mcp] is not installed")

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


def test_a_project_without_a_name_is_refused(environment: dict[str, str]) -> None:
    refused = graphmem(environment, "mcp", "--project", "!!!")
    assert refused.returncode != 0
    assert "project is '!!!'" in refused.stderr
