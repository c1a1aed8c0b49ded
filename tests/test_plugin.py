"""The plugin of Claude Code: its shape, and that what it names exists."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

import graphmem
from graphmem.agents.verbs import AgentVerbs
from graphmem.clients.mcp_entries import Client, entry
from graphmem.hooks.claude_code import MOMENTS, TIMEOUT_SECONDS
from tests.support.commands import is_command

ROOT = Path(__file__).parent.parent
PLUGIN = ROOT / ".claude-plugin" / "graphmem"
TEXTS = sorted(PLUGIN.rglob("*.md"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_the_marketplace_leads_to_the_plugin() -> None:
    market = read(ROOT / ".claude-plugin" / "marketplace.json")
    assert market["owner"]["name"]
    (listed,) = market["plugins"]
    assert listed["source"].startswith("./")
    assert ROOT / listed["source"] == PLUGIN
    manifest = read(PLUGIN / ".claude-plugin" / "plugin.json")
    assert listed["name"] == manifest["name"] == "graphmem"
    assert manifest["version"] == graphmem.__version__
    assert manifest["license"] == "Apache-2.0"


def test_its_hooks_are_those_that_installing_writes() -> None:
    hooks = read(PLUGIN / "hooks" / "hooks.json")["hooks"]
    assert set(hooks) == set(MOMENTS)
    for event, ((group,),) in ((event, (groups,)) for event, groups in hooks.items()):
        (hook,) = group["hooks"]
        assert hook["type"] == "command"
        assert hook["timeout"] == TIMEOUT_SECONDS
        assert f"graphmem hook {MOMENTS[event]};" in hook["command"]
        assert is_command(["hook", MOMENTS[event]])


def test_its_server_is_the_one_that_installing_writes() -> None:
    (server,) = read(PLUGIN / ".mcp.json")["mcpServers"].items()
    wanted = entry(Client.CLAUDE_CODE, ["graphmem"], None, {})
    del wanted["type"]
    assert server == ("graphmem", wanted)


def test_there_are_two_commands_and_a_skill() -> None:
    assert [path.relative_to(PLUGIN).as_posix() for path in TEXTS] == [
        "commands/recall.md", "commands/remember.md", "skills/long-term-memory/SKILL.md",
    ]  # fmt: skip


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_its_texts_say_when_and_name_what_exists(path: Path) -> None:
    _, head, body = path.read_text("utf-8").split("---\n", 2)
    about = yaml.safe_load(head)
    assert 10 < len(about["description"]) < 1024
    if path.stem == "SKILL":
        assert about["name"] == path.parent.name
        assert "## Recall" in body
        assert "## Learn" in body
    else:
        assert "$ARGUMENTS" in body
    named = re.findall(r"`graphmem ([^`]+)`", body)
    assert named
    assert all(is_command(shlex.split(words)) for words in named)
    tools = re.findall(r"(?:tools?|call|with) `([a-z]+)`", body)
    assert tools
    assert all(hasattr(AgentVerbs, tool) for tool in tools if tool != "graphmem")
