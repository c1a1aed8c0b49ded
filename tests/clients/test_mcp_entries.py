"""Entries of `graphmem mcp` in fake homes, in the form that each client documents: put in, known again, taken out."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.clients import json_text
from graphmem.clients.mcp_entries import Client, entry, file_of, is_ours, planned
from graphmem.errors import InvalidInputError

PROGRAM = ["/opt/graph mem/bin/graphmem"]
JSON = [client for client in Client if client is not Client.CODEX]
WHERE = {
    Client.CODEX: (".codex/config.toml", "mcp_servers"),
    Client.CURSOR: (".cursor/mcp.json", "mcpServers"),
    Client.GEMINI: (".gemini/settings.json", "mcpServers"),
    Client.OPENCODE: (".config/opencode/opencode.json", "mcp"),
    Client.VSCODE: (".config/Code/User/mcp.json", "servers"),
    Client.CLAUDE_CODE: (".claude.json", "mcpServers"),
}
EXAMPLES = {
    Client.CODEX: 'model = "gpt-5.5"  # the default\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\n\n'
    '[mcp_servers.docs.env]\nKEY = "ş"\n\n[projects."/srv/shop"]\ntrust_level = "trusted"\n',
    Client.CURSOR: '{\n  "mcpServers": {\n    "docs": {"command": "npx", "args": ["-y", "docs"]}\n  }\n}\n',
    Client.GEMINI: '{\n    "security": {"auth": {"selectedType": "oauth-personal"}},\n    "mcpServers": {}\n}',
    Client.OPENCODE: '{\n  "$schema": "https://opencode.ai/config.json",\n  // local ones\n  "mcp": {\n'
    '    "docs": {\n      "type": "local", // or remote\n      "command": ["npx", "docs"],\n    },\n  },\n}\n',
    Client.VSCODE: '{\r\n\t"inputs": [],\r\n\t"servers": {\r\n\t\t"docs": {"type": "http", "url": "https://x/mcp"}\r\n\t}\r\n}',
    Client.CLAUDE_CODE: '{"numStartups": 1e2, "projects": {"/srv": {"history": ["\\ud800", "ş"]}}}',
}


def wanted(client: Client, program: list[str] = PROGRAM) -> dict[str, Any]:
    return entry(client, program, "ada", {"GRAPHMEM_HOME": "/srv/my memory"})


def servers(client: Client, path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8")
    data = tomllib.loads(text) if client is Client.CODEX else json.loads(json_text.plain(text))
    found: dict[str, Any] = data[WHERE[client][1]]
    return found


@pytest.mark.parametrize("client", Client)
def test_an_entry_is_put_in_and_taken_out_byte_for_byte(client: Client, tmp_path: Path) -> None:
    path = file_of(client, tmp_path, {})
    assert path == tmp_path / WHERE[client][0]
    path.parent.mkdir(parents=True, exist_ok=True)
    before = EXAMPLES[client].encode()
    path.write_bytes(before)
    path.chmod(0o640)
    plan = planned(client, path, wanted(client))
    assert path.read_bytes() == before
    assert "+" in plan.diff
    plan.write()
    found = servers(client, path)
    assert found.pop("graphmem") == wanted(client)
    assert set(found) <= {"docs"}
    assert planned(client, path, wanted(client)).diff == ""
    planned(client, path, wanted(client, [sys.executable, "-m", "graphmem.cli.entry"])).write()
    assert servers(client, path)["graphmem"] != wanted(client), "a later installation takes the place of an earlier one"
    planned(client, path, None).write()
    assert path.read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("client", Client)
def test_a_file_made_for_the_entry_goes_with_it(client: Client, tmp_path: Path) -> None:
    path = file_of(client, tmp_path, {})
    planned(client, path, wanted(client)).write()
    assert servers(client, path) == {"graphmem": wanted(client)}
    assert path.stat().st_mode & 0o077 == 0
    planned(client, path, None).write()
    assert not path.exists()
    assert planned(client, path, None).diff == ""


FORMS = ["", "\n", "{}", "{ }\n", "{\n}\n", '{"mcpServers": {}}', '{"mcpServers": {\n}}\n', '{"a": [1, 2],\n "b": {}}']


@pytest.mark.parametrize("text", [*FORMS, "// none yet\n{\n  /* here */\n}", '{"mcpServers": {"a": {},},}'])
def test_every_form_of_a_file_comes_back(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(text)
    planned(Client.CURSOR, path, wanted(Client.CURSOR)).write()
    assert servers(Client.CURSOR, path)["graphmem"] == wanted(Client.CURSOR)
    planned(Client.CURSOR, path, None).write()
    assert path.read_text() == text


@pytest.mark.parametrize(
    "text",
    ["", "\n", 'x = "y"', "x = 1\r\n", 'x = """\n[mcp_servers.graphmem]\n"""\n', "[mcp_servers]\n[a]\n", "[[b]]"],
)
def test_every_form_of_a_toml_file_comes_back(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(text.encode())
    planned(Client.CODEX, path, wanted(Client.CODEX)).write()
    assert servers(Client.CODEX, path)["graphmem"] == wanted(Client.CODEX)
    later = "\n[later]\nx = 1\n"
    path.write_bytes(path.read_bytes() + later.encode())
    planned(Client.CODEX, path, None).write()
    assert path.read_bytes().decode() == text + later


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=8,
    ),
    st.sampled_from([None, 0, 2, "\t"]),
    st.sampled_from(["", " ", "\n", "\n\n"]),
)
def test_any_json_comes_back(tmp_path_factory: pytest.TempPathFactory, value: Any, indent: Any, end: str) -> None:
    path = tmp_path_factory.mktemp("home") / "mcp.json"
    for data in ({"x": value}, {"x": value, "servers": {}, "y": {}}, {"servers": {"own": {"args": [value]}}}):
        text = json.dumps(data, indent=indent) + end
        path.write_text(text)
        planned(Client.VSCODE, path, wanted(Client.VSCODE)).write()
        assert servers(Client.VSCODE, path)["graphmem"] == wanted(Client.VSCODE)
        planned(Client.VSCODE, path, None).write()
        assert path.read_text() == text


INVALID = {
    Client.CODEX: [b"[mcp_servers", b"mcp_servers = 1", b"mcp_servers = {}", b"x = 1\nx = 2", b"\xff"],
    Client.CLAUDE_CODE: [b"{", b"[]", b'{"mcpServers": []}', b'{"a": 1,}', b"// no comment\n{}", b"\xff", b"[" * 99999],
    Client.OPENCODE: [b'{"mcp": 1}', b'{"a" 1}', b'{"a": "b}', b"{} {}"],
}


@pytest.mark.parametrize(("client", "text"), [(client, text) for client, texts in INVALID.items() for text in texts])
def test_what_is_no_configuration_is_refused_with_a_remedy(client: Client, text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.write_bytes(text)
    with pytest.raises(InvalidInputError, match="config is no settings file") as refused:
        planned(client, path, wanted(client))
    assert refused.value.remedy
    assert path.read_bytes() == text
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(InvalidInputError, match="Is a directory"):
        planned(client, tmp_path, None)


@pytest.mark.parametrize("client", Client)
def test_an_entry_of_the_users_own_stays(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "config"
    for mine in (wanted(client) | {"timeout": 5}, wanted(client, ["/bin/other"]), {"url": "http://127.0.0.1:8000/mcp"}):
        assert not is_ours(client, mine)
        planned(client, path, mine).write()
        before = path.read_bytes()
        for asked in (wanted(client), None):
            with pytest.raises(InvalidInputError, match="did not write") as refused:
                planned(client, path, asked)
            assert str(path) in refused.value.message
        assert path.read_bytes() == before
        path.unlink()


def test_a_change_of_the_client_in_the_meantime_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.write_text("{}")
    plan = planned(Client.CLAUDE_CODE, path, wanted(Client.CLAUDE_CODE))
    path.write_text('{"numStartups": 2}')
    with pytest.raises(InvalidInputError, match="changed in the meantime"):
        plan.write()
    assert path.read_text() == '{"numStartups": 2}'


def test_the_form_of_the_second_opencode_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "opencode" / "opencode.jsonc"
    path.parent.mkdir()
    text = '{"mcp": {"timeout": 5, "servers": {"docs": {"type": "remote", "url": "https://x"}}}}'
    path.write_text(text)
    assert file_of(Client.OPENCODE, Path("/none"), {"XDG_CONFIG_HOME": str(tmp_path)}) == path
    planned(Client.OPENCODE, path, wanted(Client.OPENCODE)).write()
    assert json.loads(path.read_text())["mcp"]["servers"]["graphmem"]["command"][0] == PROGRAM[0]
    planned(Client.OPENCODE, path, None).write()
    assert path.read_text() == text


def test_a_linked_file_stays_a_link(tmp_path: Path) -> None:
    kept, link = tmp_path / "dotfiles.json", tmp_path / "mcp.json"
    kept.write_text("{}\n")
    link.symlink_to(kept)
    planned(Client.CURSOR, link, wanted(Client.CURSOR)).write()
    assert link.is_symlink()
    assert "graphmem" in kept.read_text()


def test_the_command_asks_before_it_writes(tmp_path: Path) -> None:
    pytest.importorskip("mcp", reason="the extra mcp is not installed")
    command = [sys.executable, "-m", "graphmem.cli.entry", "mcp"]

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *arguments], input=typed, env={"HOME": str(tmp_path), "GRAPHMEM_OWNER": "ada"},
            capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip

    path = tmp_path / ".cursor" / "mcp.json"
    for typed in ("", "n\n"):
        refused = run("install", "cursor", typed=typed)
        assert refused.returncode == 1
        assert "graphmem" in refused.stdout
        assert "Nothing is written" in refused.stderr
        assert not path.exists()
    assert run("install", "cursor", typed="y\n").returncode == 0
    written = json.loads(path.read_text())["mcpServers"]["graphmem"]
    assert is_ours(Client.CURSOR, written)
    assert written["env"] == {"GRAPHMEM_OWNER": "ada"}
    assert "there already" in run("install", "cursor").stderr
    assert run("uninstall", "cursor", "--yes").returncode == 0
    assert not path.exists()
    path.write_text("{")
    broken = run("install", "cursor", "--yes")
    assert broken.returncode == 2
    assert str(path) in broken.stderr.replace("\n", "")
    assert "→" in broken.stderr


def test_each_client_gets_its_documented_form() -> None:
    words = ["mcp", "--agent"]
    plain = {client: entry(client, ["graphmem"], None, {}) for client in Client}
    assert plain == {
        Client.CODEX: {"command": "graphmem", "args": [*words, "codex"], "startup_timeout_sec": 120},
        Client.CURSOR: {"command": "graphmem", "args": [*words, "cursor"]},
        Client.GEMINI: {"command": "graphmem", "args": [*words, "gemini"]},
        Client.OPENCODE: {
            "type": "local", "command": ["graphmem", *words, "opencode"], "enabled": True, "timeout": 120_000,
        },
        Client.VSCODE: {"type": "stdio", "command": "graphmem", "args": [*words, "vscode"]},
        Client.CLAUDE_CODE: {"type": "stdio", "command": "graphmem", "args": [*words, "claude-code"]},
    }  # fmt: skip
