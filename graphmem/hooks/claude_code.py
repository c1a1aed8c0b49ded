"""Edits of the hooks in Claude Code's settings file: insert and remove; all else stays unchanged."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphmem.clients import json_text
from graphmem.clients.files import Change, read, unreadable
from graphmem.clients.program import is_program

MOMENTS: Mapping[str, str] = {"SessionStart": "session-start", "UserPromptSubmit": "prompt", "Stop": "stop"}
"""The client's events and our commands."""

WITH_STEPS = "stop-with-steps"
"""Our command at the end of a turn if the calls of its tools are recorded, too."""

TIMEOUT_SECONDS = 10

OWN_MEMORY = "autoMemoryEnabled"
"""The setting of the client for its MEMORY.md, on by default."""


def planned(path: Path, command: str, *, remove: bool = False, steps: bool = False) -> Change:
    """The settings with our hooks, run by `command`, or without them.

    `steps` adds those that record calls of tools. Raises InvalidInputError for an invalid settings file.
    """
    try:
        return _planned(path, command, remove=remove, steps=steps)
    except RecursionError as error:
        raise unreadable(path, "it is nested too deeply") from error


def installed(path: Path) -> tuple[str, ...]:
    """The client's events that call us by these settings.

    Raises InvalidInputError for an invalid settings file.
    """
    without = planned(path, "", remove=True)
    before, after = (_read(text or "", path).get("hooks", {}) for text in (without.before, without.after))
    return tuple(event for event in MOMENTS if before.get(event) != after.get(event))


def own_memory(path: Path, *, off: bool) -> Change:
    """The settings with the client's own MEMORY.md switched off, or without that setting.

    A file made for the setting goes with it. Raises InvalidInputError for an invalid settings file.
    """
    found = read(path)
    text = found or ""
    settings = _read(text.strip(), path)
    if off is (settings.get(OWN_MEMORY) is False):
        return Change(path, found, found)
    if not text.strip():
        made = json.dumps({OWN_MEMORY: False}, indent=json_text.INDENT)
        return Change(path, found, f"{made}\n" if found is None else f"{text}{made}")
    without = _without_setting(text) if OWN_MEMORY in settings else text
    if not off:
        return Change(path, found, without)
    text = without if without and without.strip() else "{}\n"
    return Change(path, found, json_text.appended(text, json_text.root(text), value=False, key=OWN_MEMORY))


def _without_setting(text: str) -> str | None:
    """The text without the setting of the client's own memory; None if the file was made for it."""
    place = _member(text, [], OWN_MEMORY)
    held = json_text.elements(text, place.at)
    if len(held) > 1 or held[0].start == place.at + 1:
        return json_text.without(text, place.at, place.index)
    return None if text.endswith("\n") else text[: place.at]  # made on lines of its own; before it stood blanks


def _planned(path: Path, command: str, *, remove: bool, steps: bool) -> Change:
    found = read(path)
    before = found or ""
    settings = _read(before, path)
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(groups, list) for groups in hooks.values()):
        raise unreadable(path, "its hooks are no lists")
    after = before if before.strip() else "{}\n"
    for event in hooks:
        after = _without_ours(after, event)
    if not remove:
        for event, name in MOMENTS.items():
            ours = WITH_STEPS if steps and event == "Stop" else name
            after = _with_ours(after, event, f"{command} hook {ours}")
    return Change(path, found, found if _read(after, path) == settings else after)


def _without_ours(text: str, event: str) -> str:
    """The text without our hooks at an event, and without containers that hold nothing else."""
    while (place := _ours(text, event)) is not None:
        group, hook = place
        text = json_text.without(text, hook.at, hook.index)
        for one in (group, _member(text, ["hooks"], event), _member(text, [], "hooks")):
            if json_text.elements(text, one.inside):
                break
            text = json_text.without(text, one.at, one.index)
    return text


def _with_ours(text: str, event: str, command: str) -> str:
    ours = {"hooks": [{"type": "command", "command": command, "timeout": TIMEOUT_SECONDS}]}
    if (groups := json_text.at_path(text, ["hooks", event])) is not None:
        return json_text.appended(text, groups, ours)
    if (hooks := json_text.at_path(text, ["hooks"])) is not None:
        return json_text.appended(text, hooks, [ours], key=event)
    return json_text.appended(text, json_text.root(text), {event: [ours]}, key="hooks")


@dataclass(frozen=True, slots=True)
class _Place:
    """The element `index` of the container that begins at `at`, inside the container at `inside`."""

    at: int
    index: int
    inside: int


def _ours(text: str, event: str) -> tuple[_Place, _Place] | None:
    """The first group with a hook of ours, and the hook."""
    groups = json_text.at_path(text, ["hooks", event])
    for number, group in enumerate(json_text.elements(text, groups) if groups is not None else ()):
        found = json_text.member(text, group.value, "hooks") if text[group.value] == "{" else None
        if found is None or text[found.value] != "[":
            continue
        for index, hook in enumerate(json_text.elements(text, found.value)):
            if _is_ours(json.loads(text[hook.value : hook.end])):
                assert groups is not None
                return _Place(groups, number, found.value), _Place(found.value, index, hook.value)
    return None


def _member(text: str, keys: list[str], key: str) -> _Place:
    at = json_text.at_path(text, keys)
    assert at is not None
    held = json_text.elements(text, at)
    index = max(number for number, one in enumerate(held) if one.key == key)
    return _Place(at, index, held[index].value)


def _read(text: str, path: Path) -> dict[str, Any]:
    try:
        settings = json.loads(text or "{}")
    except ValueError as error:
        raise unreadable(path, str(error)) from error
    if not isinstance(settings, dict):
        raise unreadable(path, "it is no JSON object")
    return settings


def _is_ours(hook: Any) -> bool:
    """Whether we wrote it, word for word; a command with other words is the user's."""
    if not isinstance(hook, dict) or hook.keys() != {"type", "command", "timeout"} or hook["type"] != "command":
        return False
    try:
        words = shlex.split(str(hook["command"]))
    except ValueError:  # a quote without an end
        return False
    if (
        hook["timeout"] != TIMEOUT_SECONDS
        or words[-2:-1] != ["hook"]
        or words[-1] not in {*MOMENTS.values(), WITH_STEPS}
    ):
        return False
    return is_program(words[:-2])
