"""The marked block in rules files of fake projects: put in, brought up to date, taken out byte for byte."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.agents.verbs import VERBS
from graphmem.clients.mcp_entries import Client
from graphmem.clients.rules import BEGIN, END, TEXT, has_rules, planned
from graphmem.errors import InvalidInputError

WHERE = {
    Client.CODEX: "AGENTS.md",
    Client.CURSOR: ".cursor/rules/graphmem.mdc",
    Client.GEMINI: "GEMINI.md",
    Client.OPENCODE: "AGENTS.md",
    Client.VSCODE: ".github/copilot-instructions.md",
}
FORMS = [
    "",
    "\n",
    "# Shop",
    "# Shop\n",
    "# Shop\r\n\r\nRun `make`.\r\n",
    "# Mağaza\n\n\n",
    "---\nalwaysApply: false\n---\n",
]


@pytest.mark.parametrize("client", WHERE)
def test_a_file_made_for_the_rules_goes_with_them(client: Client, tmp_path: Path) -> None:
    plan = planned(client, tmp_path)
    path = tmp_path / WHERE[client]
    assert plan.path == path
    assert "+- Call `recall`" in plan.diff
    assert not path.exists()
    plan.write()
    assert path.read_text("utf-8").endswith(TEXT)
    assert path.read_text("utf-8").startswith("---\n" if client is Client.CURSOR else BEGIN)
    assert path.stat().st_mode & 0o777 == 0o644, "a project's rules are for all who work on it"
    assert planned(client, tmp_path).diff == ""
    planned(client, tmp_path, remove=True).write()
    assert not path.exists()
    assert planned(client, tmp_path, remove=True).diff == ""


@pytest.mark.parametrize("text", FORMS)
@pytest.mark.parametrize("client", WHERE)
def test_every_form_of_a_file_comes_back(client: Client, text: str, tmp_path: Path) -> None:
    path = tmp_path / WHERE[client]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(0o600)
    planned(client, tmp_path).write()
    assert path.read_bytes().startswith(text.encode())
    assert path.read_text("utf-8").count(BEGIN) == 1
    later = "\nSaid later.\n"
    path.write_bytes(path.read_bytes() + later.encode())
    assert planned(client, tmp_path).diff == ""
    planned(client, tmp_path, remove=True).write()
    assert path.read_bytes().decode() == text + later
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_block_of_another_release_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_text(f"# Shop\n\n{BEGIN}\nAs it was.\n{END}\n\n## Tests\n", "utf-8")
    planned(Client.CODEX, tmp_path).write()
    assert path.read_text("utf-8") == f"# Shop\n\n{TEXT}\n## Tests\n"


@pytest.mark.parametrize(
    "text", [BEGIN, f"{END}\n", f"{BEGIN}\n{BEGIN}\n{END}\n", f"{TEXT}{TEXT}", f"say {BEGIN} {END}"]
)
def test_marks_that_enclose_no_block_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "GEMINI.md"
    path.write_text(text, "utf-8")
    for remove in (False, True):
        with pytest.raises(InvalidInputError, match=r"GEMINI\.md has marks") as refused:
            planned(Client.GEMINI, tmp_path, remove=remove)
        assert refused.value.remedy
    assert path.read_text("utf-8") == text


def test_a_client_with_hooks_needs_no_rules(tmp_path: Path) -> None:
    assert {client for client in Client if has_rules(client)} == set(WHERE)
    with pytest.raises(InvalidInputError, match="claude-code needs no rules"):
        planned(Client.CLAUDE_CODE, tmp_path)


def test_the_rules_name_tools_that_there_are() -> None:
    named = set(re.findall(r"`(\w+)`", TEXT)) - {"graphmem", "worked"}
    assert {"recall", "learn"} <= named <= set(VERBS)
    assert len(TEXT) < 1_000


def test_the_command_asks_for_each_file(tmp_path: Path) -> None:
    pytest.importorskip("mcp", reason="the extra mcp is not installed")
    project = tmp_path / "shop"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "graphmem.cli.entry", "mcp", *arguments], input=typed, cwd=project / "src",
            env=os.environ | {"HOME": str(tmp_path)}, capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip

    entry, rules = tmp_path / ".cursor" / "mcp.json", project / ".cursor" / "rules" / "graphmem.mdc"
    half = run("install", "cursor", "--rules", typed="y\nn\n")
    assert half.returncode == 1
    assert "Call `recall`" in half.stdout
    assert entry.exists()
    assert not rules.exists()
    assert run("install", "cursor", "--rules", "--yes").returncode == 0
    assert rules.exists()
    assert "has the rules already" in run("install", "cursor", "--rules").stderr
    assert run("uninstall", "cursor", "--yes").returncode == 0
    assert not entry.exists()
    assert not rules.exists()
    assert run("install", "claude-code", "--rules", "--yes").returncode == 2
    assert not (tmp_path / ".claude.json").exists()
