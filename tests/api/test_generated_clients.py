"""Clients that generators make of our schema and a handful of operations, used against the served API."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest

from tests.support.generators import CLIENTS, ariadne_codegen, graphql_codegen

Issue = Callable[..., Any]
SCHEMA = Path(__file__).parent.parent.parent / "api" / "schema.graphql"
SECONDS = 60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The schema beside what is generated of it and what uses that."""
    shutil.copytree(CLIENTS, tmp_path, dirs_exist_ok=True)
    shutil.copy(SCHEMA, tmp_path / "schema.graphql")
    return tmp_path


@pytest.fixture
def generated() -> Iterator[Callable[[Path], ModuleType]]:
    """Imports a generated package, and forgets it at the end."""
    known = set(sys.modules)

    def imported(package: Path) -> ModuleType:
        spec = importlib.util.spec_from_file_location(package.name, package / "__init__.py")
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[package.name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    yield imported
    for name in set(sys.modules) - known:
        if name.startswith("generated_client"):
            del sys.modules[name]


async def run(folder: Path, *command: str | Path, **environment: str) -> str:
    """What a command prints; it must succeed."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=os.environ | environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, told = await process.communicate()
    assert process.returncode == 0, (said + told).decode()
    return said.decode()


@pytest.mark.long
@pytest.mark.timeout(600)  # the first run installs the generators
async def test_python_by_ariadne_codegen(
    folder: Path, generated: Callable[[Path], ModuleType], served: str, issue: Issue, owner: str
) -> None:
    pytest.importorskip("httpx", reason="httpx, which the generated client asks by, is not installed")
    tools = await asyncio.to_thread(ariadne_codegen)
    await run(folder, sys.executable, "-m", "ariadne_codegen", PYTHONPATH=str(tools))
    made = generated(folder / "generated_client")
    key = f"Bearer {await issue(owner)}"
    socket = served.replace("http", "ws", 1) + "/graphql"
    http = httpx2.AsyncClient(headers={"authorization": key}, timeout=SECONDS)
    async with made.Client(
        f"{served}/graphql", http_client=http, ws_url=socket, ws_connection_init_payload={"authorization": key}
    ) as client:
        told = made.MessageInput(text="Zeynep moved to Trabzon and works as a pilot.", speaker="Zeynep")
        seen = (await client.observe(told)).observe
        assert seen.typename__ == "Observation"
        assert seen.pointer
        assert {one.category for one in seen.statements} <= set(made.Category)
        found = (await client.recall("Where does Zeynep live?", limit=3)).recall
        assert "Trabzon" in found.memories[0].memory.text
        assert found.memories[0].memory.valid_from.tzinfo is not None
        asked = [made.TalkInput(role=made.Role.USER, text="Where does Zeynep live?")]
        assert (await client.recall_for(asked)).recall_for.typename__ == "Recollection"
        page = (
            await client.memories(first=1, filters=made.MemoryFilter(category=found.memories[0].memory.category))
        ).memories
        assert page.total_count >= len(page.nodes) == 1
        assert not page.page_info.has_previous_page
        refused = (await client.recall("x", limit=1000)).recall
        assert refused.typename__ == "InvalidInput"
        since = page.nodes[0].valid_from.isoformat()  # what it sends over a socket it writes as it is
        async with asyncio.timeout(SECONDS):
            async for event in client.changes(since=since):
                if event.memory_events.verb is made.AuditVerb.OBSERVE:
                    break


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_typescript_by_graphql_codegen(folder: Path, served: str, issue: Issue, owner: str) -> None:
    tools = await asyncio.to_thread(graphql_codegen)
    (folder / "node_modules").symlink_to(tools / "node_modules")
    commands = folder / "node_modules" / ".bin"
    await run(folder, commands / "graphql-codegen", "--config", "codegen.json")
    await run(folder, commands / "tsc", "--project", "tsconfig.json")
    said = await run(folder, "node", Path("built", "use.js"), ADDRESS=served, KEY=await issue(owner))
    answered = json.loads(said)
    assert answered["pointer"]
    assert "Trabzon" in answered["found"][0]
    assert answered["total"] >= 1
    assert (answered["kind"], answered["refused"]) == ("Recollection", "InvalidInput")
