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
    [None, "", '{\n  "model": "opus",\n  "hooks": {}\n}\n', '{"model": "opus"}'],
)
def test_own_memory_is_switched_off_and_on_again(before: str | None, tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    if before is not None:
        file.write_text(before, "utf-8")
    off = own_memory(file, off=True)
    assert '"autoMemoryEnabled": false' in off.diff
    off.write()
    assert not own_memory(file, off=True).diff, "it is off already"
    own_memory(file, off=False).write()
    assert file.read_text("utf-8") == (before or "{}\n"), "byte for byte"


def test_own_memory_that_was_switched_on_by_hand_goes_off(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"autoMemoryEnabled": true, "model": "opus"}', "utf-8")
    own_memory(file, off=True).write()
    assert json.loads(file.read_text("utf-8")) == {"autoMemoryEnabled": False, "model": "opus"}


def test_what_is_no_settings_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text("[1", "utf-8")
    with pytest.raises(InvalidInputError, match="no settings file"):
        own_memory(file, off=True)
    assert file.read_text("utf-8") == "[1"
