"""The entry that starts `graphmem mcp`, in the configuration file that each client documents.

Codex has TOML, the others JSON. An entry is ours if it equals, word for word, the text of `planned`.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from graphmem.clients import json_text, toml_text
from graphmem.clients.files import Change, read, unreadable
from graphmem.clients.program import is_program
from graphmem.errors import InvalidInputError

NAME = "graphmem"
PASSED_ON = ("GRAPHMEM_HOME", "GRAPHMEM_OWNER")
"""Variables that go into the entry: clients start it without the shell's environment."""

START_SECONDS = 120
"""Codex waits ten seconds for a server and OpenCode five, too little for Neo4j on a busy machine."""


class Client(StrEnum):
    """Clients with a known configuration file."""

    CODEX = "codex"
    CURSOR = "cursor"
    GEMINI = "gemini"
    OPENCODE = "opencode"
    VSCODE = "vscode"
    CLAUDE_CODE = "claude-code"


@dataclass(frozen=True, slots=True)
class _Form:
    """The place and form of a client's servers."""

    under: str
    type: str | None = None
    env: str = "env"
    with_comments: bool = False


_FORMS: Mapping[Client, _Form] = {
    Client.CODEX: _Form("mcp_servers"),
    Client.CURSOR: _Form("mcpServers", with_comments=True),
    Client.GEMINI: _Form("mcpServers", with_comments=True),
    Client.OPENCODE: _Form("mcp", "local", "environment", with_comments=True),
    Client.VSCODE: _Form("servers", "stdio", with_comments=True),
    Client.CLAUDE_CODE: _Form("mcpServers", "stdio"),
}


def file_of(client: Client, home: Path, environment: Mapping[str, str]) -> Path:
    """The user's configuration file of a client."""
    config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    match client:
        case Client.CODEX:
            return Path(environment.get("CODEX_HOME") or home / ".codex") / "config.toml"
        case Client.CURSOR:
            return home / ".cursor" / "mcp.json"
        case Client.GEMINI:
            return home / ".gemini" / "settings.json"
        case Client.OPENCODE:
            with_comments = config / "opencode" / "opencode.jsonc"
            return with_comments if with_comments.exists() else with_comments.with_suffix(".json")
        case Client.VSCODE:
            root = home / "Library" / "Application Support" if sys.platform == "darwin" else config
            return root / "Code" / "User" / "mcp.json"
        case Client.CLAUDE_CODE:
            return Path(environment.get("CLAUDE_CONFIG_DIR") or home) / ".claude.json"


def entry(client: Client, program: Sequence[str], owner: str | None, passed: Mapping[str, str]) -> dict[str, Any]:
    """The entry that starts the server, in this client's form."""
    form = _FORMS[client]
    words = [*program, "mcp", "--agent", client.value, *(("--owner", owner) if owner else ())]
    kind = {"type": form.type} if form.type else {}
    env: dict[str, Any] = {form.env: dict(passed)} if passed else {}
    if client is Client.OPENCODE:
        return kind | {"command": words, "enabled": True, "timeout": 1_000 * START_SECONDS} | env
    if client is Client.CODEX:
        env = {"startup_timeout_sec": START_SECONDS} | env
    return kind | {"command": words[0], "args": words[1:]} | env


def planned(client: Client, path: Path, wanted: Mapping[str, Any] | None) -> Change:
    """The file with this entry, or without ours if it is None.

    Raises InvalidInputError for a file that is not the client's, and for an entry of the user's own under our name.
    """
    before = read(path)
    try:
        after = (_toml if client is Client.CODEX else _json)(client, path, before, wanted)
    except RecursionError as error:
        raise unreadable(path, "it is nested too deeply") from error
    except ValueError as error:
        raise unreadable(path, str(error)) from error
    return Change(path, before, after)


def _toml(client: Client, path: Path, text: str | None, wanted: Mapping[str, Any] | None) -> str | None:
    table = (_FORMS[client].under, NAME)
    servers = tomllib.loads(text or "").get(table[0], {})
    if not isinstance(servers, dict):
        raise ValueError(f"{table[0]} is no table")
    if NAME in servers:
        _must_be_ours(client, path, servers[NAME])
        if servers[NAME] == wanted:
            return text
        assert text is not None
        text = toml_text.without(text, table, ("command", "args", "startup_timeout_sec", "env"))
    return text if wanted is None else toml_text.appended(text, table, wanted)


def _json(client: Client, path: Path, text: str | None, wanted: Mapping[str, Any] | None) -> str | None:
    form = _FORMS[client]
    if text is None or not text.strip():
        # Without a final newline, there was a file.
        made = json.dumps({form.under: {NAME: wanted}}, indent=json_text.INDENT, ensure_ascii=False)
        return text if wanted is None else (f"{made}\n" if text is None else f"{text}{made}")
    data = json.loads(json_text.plain(text) if form.with_comments else text)
    keys, servers = _servers(form, data)
    if NAME in servers:
        _must_be_ours(client, path, servers[NAME])
        if servers[NAME] == wanted:
            return text
        if wanted is not None:
            return _replaced(text, keys, wanted)
        return _without(text, keys)
    if wanted is None:
        return text
    at = json_text.at_path(text, keys)
    if at is None:
        return json_text.appended(text, json_text.root(text), {NAME: dict(wanted)}, key=form.under)
    return json_text.appended(text, at, dict(wanted), key=NAME)


def _servers(form: _Form, data: Any) -> tuple[list[str], dict[str, Any]]:
    """The names of the path to the servers, and the servers."""
    if not isinstance(data, dict):
        raise ValueError("it is no JSON object")
    servers = data.get(form.under, {})
    if not isinstance(servers, dict):
        raise ValueError(f"{form.under} is no JSON object")
    inner = servers.get("servers") if form.under == "mcp" else None
    if isinstance(inner, dict) and "type" not in inner:  # the form of OpenCode 2
        return [form.under, "servers"], inner
    return [form.under], servers


def _replaced(text: str, keys: Sequence[str], wanted: Mapping[str, Any]) -> str:
    at = json_text.at_path(text, keys)
    assert at is not None
    found = json_text.member(text, at, NAME)
    assert found is not None
    return text[: found.value] + json_text.written(text, found.value, dict(wanted)) + text[found.end :]


def _without(text: str, keys: Sequence[str]) -> str | None:
    """The text without our entry and the containers made for it; None if that is the whole file."""
    path = [*keys, NAME]
    while path:
        at = json_text.at_path(text, path[:-1])
        assert at is not None
        held = json_text.elements(text, at)
        index = max(number for number, one in enumerate(held) if one.key == path[-1])
        was_there = len(held) > 1 or held[0].start == at + 1
        if was_there:
            return json_text.without(text, at, index)
        path.pop()
    return None if text.endswith("\n") else text[: json_text.root(text)]


def _must_be_ours(client: Client, path: Path, found: Any) -> None:
    if not is_ours(client, found):
        raise InvalidInputError(
            f"{path} has an entry {NAME} that graphmem did not write, or that was changed since.",
            field="file",
            remedy="Take it out by hand or rename it, then run this again.",
        )


def is_ours(client: Client, found: Any) -> bool:
    """Whether `entry` made it, with any program and owner."""
    if not isinstance(found, dict):
        return False
    command, arguments = found.get("command"), found.get("args", [])
    words = [*command, *arguments] if isinstance(command, list) else [command, *arguments]
    if not all(isinstance(word, str) for word in words) or "mcp" not in words:
        return False
    place = words.index("mcp")
    passed = found.get(_FORMS[client].env, {})
    owner = words[-1] if words[-2:-1] == ["--owner"] else None
    if not is_program(words[:place]) or not isinstance(passed, dict) or not set(passed) <= set(PASSED_ON):
        return False
    return found == entry(client, words[:place], owner, passed)
