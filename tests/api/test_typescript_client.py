"""The TypeScript client of `api/typescript` in Node, against the served API."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.model.access import Scope
from tests.support.generators import CLIENTS, TYPESCRIPT, ai_sdk
from tests.support.typescript import made

Issue = Callable[..., Any]
SOURCE = TYPESCRIPT / "src"


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


@pytest.fixture
def node() -> str:
    """The command; skips where it is missing."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed")
    return found


def test_generated_files_are_those_of_the_schema() -> None:
    for path, text in made().items():
        assert path.read_text("utf-8") == text, f"{path.name} is old: make typescript"


async def test_each_verb_and_each_error(node: str, served: str, issue: Issue, owner: str) -> None:
    client = (SOURCE / "index.js").as_uri()
    key, reader = await issue(owner), await issue(owner, scopes={Scope.READ})
    told = json.loads(await run(CLIENTS, node, "memory.mjs", CLIENT=client, ADDRESS=served, KEY=key, READER=reader))
    assert (told["tried"]["dryRun"], told["tried"]["pointer"]) == (True, None)
    assert told["seen"]["pointer"]
    assert told["said"]["pointer"] != told["seen"]["pointer"]
    assert (told["detail"]["memory"]["dataSource"], told["detail"]["memory"]["speaker"]) == ("TOOL", "scribe")
    for found in (told["found"], told["next"]):
        assert "Trabzon" in found["memories"][0]["memory"]["text"]
        assert "Trabzon" in found["context"]
    assert told["active"]["budget"] == 300
    assert any(fact["object"] == "Trabzon" for fact in told["profile"]["facts"])
    assert told["profile"]["entity"]["name"] == "Zeynep"
    assert told["chains"] == []
    assert told["outcome"] == {"__typename": "RecordedOutcome", "memories": 1, "success": True}
    assert told["forgotten"]["tombstone"]
    assert told["direct"]["viewer"]["owner"] == owner
    failures = told["failures"]
    assert {name: (one["name"], one["code"]) for name, one in failures.items() if "code" in one} == {
        "wrong": ("InvalidInputError", "INVALID_INPUT"),
        "missing": ("NotFoundError", "NOT_FOUND"),
        "stranger": ("AuthenticationError", "UNAUTHENTICATED"),
        "reader": ("ForbiddenError", "FORBIDDEN"),
        "syntax": ("InvalidInputError", "INVALID_INPUT"),
        "nobody": ("ConnectionError", "UNREACHABLE"),
        "elsewhere": ("ServerError", "NO_DATA"),
        "late": ("RequestTimeoutError", "TIMEOUT"),
        "aborted": ("TimeoutError", 23),
        "before": ("AbortError", 20),
    }
    assert failures["wrong"]["field"] == "limit"
    assert set(failures["missing"]["classes"]) == {"GraphMemError", "InvalidInputError", "NotFoundError"}
    assert failures["aborted"]["classes"] == []


@pytest.mark.long
@pytest.mark.timeout(600)  # the first run installs the packages
async def test_types_and_tools_of_the_ai_sdk(node: str, served: str, issue: Issue, owner: str, tmp_path: Path) -> None:
    packages = (await asyncio.to_thread(ai_sdk)) / "node_modules"
    folder = tmp_path / "client"
    shutil.copytree(TYPESCRIPT, folder, ignore=shutil.ignore_patterns("node_modules", "types"))
    shutil.copy(CLIENTS / "tools.mjs", folder)
    (folder / "node_modules").symlink_to(packages)
    await run(folder, packages / ".bin" / "tsc")
    assert "recall(query: string" in (folder / "types" / "client.d.ts").read_text("utf-8")
    told = json.loads(await run(folder, node, "tools.mjs", ADDRESS=served, KEY=await issue(owner)))
    assert set(told["recall"]["offered"]) == {"recall", "learn", "forget", "profile", "why"}
    assert told["source"] == "TOOL"
    assert "harbour gateway" in told["recall"]["output"]["context"]
    assert "harbour gateway" in told["recall"]["shown"]
    assert told["recall"]["text"] == "Good to know."
    assert told["profile"]["output"]["name"] == "Zeynep"
    assert "Nobody Whatever" in told["unknown"]["output"]["error"]
    assert "Bergen" in told["why"]["output"]["context"]
    assert "no tool takes it back" in told["refused"]["output"]["error"]
    assert told["forget"]["output"]["forgotten"]
