"""What Claude Code remembers by itself: told when hooks are installed, imported as documents, taken back."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.hooks.claude_code import own_memory
from graphmem.model.palace import Owner


async def test_the_clients_own_memory_comes_over_and_is_taken_back(
    memory: GraphMem, environment: dict[str, str], owner: str, tmp_path: Path
) -> None:
    home, shop = tmp_path / "user", tmp_path / "user" / "shop"
    slug = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in str(shop))
    kept = home / ".claude" / "projects" / slug / "memory"
    for folder in (kept, shop / ".git", shop / "src", home / ".claude" / "projects" / "-other" / "memory"):
        folder.mkdir(parents=True)
    texts = {
        home / ".claude" / "CLAUDE.md": "# Mine\n\nI live in Ankara and work at Vestas.\n",
        shop / "CLAUDE.md": "# Shop\n\nThe payment service runs on port 8443 in the region eu-north-1.\n",
        kept / "MEMORY.md": "# Memory\n\nThe staging database of the shop is called harbour-2.\n",
        home / ".claude" / "projects" / "-other" / "memory" / "MEMORY.md": "Another project.\n",
    }
    for path, text in texts.items():
        path.write_text(text, "utf-8")

    async def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "graphmem.cli.entry", "hook", *arguments]
        return await asyncio.to_thread(
            subprocess.run, command, cwd=shop / "src", env=environment | {"HOME": str(home)}, capture_output=True,
            text=True, stdin=subprocess.DEVNULL, timeout=200, check=False,
        )  # fmt: skip

    told = (await run("install", "claude-code")).stderr
    for part in ("MEMORY.md", "CLAUDE.md", "own-memory", "3 files", "hook import claude-code"):
        assert part in told
    asked = await run("import", "claude-code")
    assert asked.returncode == 1
    assert "+The staging database of the shop is called harbour-2." in asked.stdout
    assert "Another project" not in asked.stdout
    whose = Owner.named(owner)
    assert not (await memory.memories.page(whose)).items
    for _ in range(2):  # and again after it was taken back
        filed = await run("import", "claude-code", "--yes")
        assert filed.returncode == 0, filed.stderr
        held = {one.text: one.project for one in (await memory.memories.page(whose)).items}
        assert any("harbour-2" in text and project == "shop" for text, project in held.items())
        assert all("Vestas" not in text or project is None for text, project in held.items())
        assert "0 paragraphs" in (await run("import", "claude-code", "--yes")).stderr
        back = await run("import", "claude-code", "--remove", "--yes")
        assert back.returncode == 0, back.stderr
        assert "-The staging database" in back.stdout
        assert "Ended 3 paragraphs" in back.stderr
        assert not (await memory.memories.page(whose)).items
    assert {path: path.read_text("utf-8") for path in texts} == texts, "the client's files stay"


@pytest.mark.parametrize(
    "before",
    [
        None,
        "",
        "\n",
        "{}",
        "{}\n",
        "{ }",
        '{\n  "model": "opus",\n  "hooks": {}\n}\n',
        '{"model": "opus"}',
        '{\r\n\t"a": 1\r\n}',
    ],
)
def test_own_memory_is_switched_off_and_on_again(before: str | None, tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    if before is not None:
        file.write_bytes(before.encode())
    off = own_memory(file, off=True)
    assert '"autoMemoryEnabled": false' in off.diff
    off.write()
    assert not own_memory(file, off=True).diff, "it is off already"
    own_memory(file, off=False).write()
    assert (file.read_bytes().decode() if file.exists() else None) == before, "byte for byte"
    assert not own_memory(file, off=False).diff, "it is on already"


@pytest.mark.parametrize("text", ['{"autoMemoryEnabled": false}', '{"model": "opus", "autoMemoryEnabled": false}\n'])
def test_own_memory_that_is_off_already_stays_as_it_is(text: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text, "utf-8")
    assert not own_memory(file, off=True).diff
    own_memory(file, off=False).write()
    assert "autoMemoryEnabled" not in json.loads(file.read_text("utf-8"))


def test_the_command_asks_before_it_switches_own_memory(tmp_path: Path) -> None:
    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "graphmem.cli.entry", "hook", "own-memory", "claude-code", *arguments],
            input=typed, env={"HOME": str(tmp_path)}, capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip

    file = tmp_path / ".claude" / "settings.json"
    refused = run("off", typed="n\n")
    assert refused.returncode == 1
    assert '+  "autoMemoryEnabled": false' in refused.stdout
    assert not file.exists()
    assert run("off", typed="y\n").returncode == 0
    assert json.loads(file.read_text("utf-8")) == {"autoMemoryEnabled": False}
    assert "off already" in run("off").stderr
    assert run("on", "--yes").returncode == 0
    assert not file.exists()


def test_own_memory_that_was_switched_on_by_hand_goes_off(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"autoMemoryEnabled": true, "model": "opus"}', "utf-8")
    own_memory(file, off=True).write()
    assert json.loads(file.read_text("utf-8")) == {"autoMemoryEnabled": False, "model": "opus"}


@pytest.mark.parametrize("text", ["[1", "[]", '{\n  // the client reads no comments\n  "model": "opus"\n}\n'])
def test_what_is_no_settings_file_is_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InvalidInputError, match="no settings file"):
        own_memory(file, off=True)
    assert file.read_text("utf-8") == text
