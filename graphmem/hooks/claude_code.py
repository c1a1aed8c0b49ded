"""Hooks in Claude Code's settings file: put in, shown as a difference, taken out again; all else stays as it is."""

from __future__ import annotations

import difflib
import json
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError

MOMENTS: Mapping[str, str] = {"SessionStart": "session-start", "UserPromptSubmit": "prompt", "Stop": "stop"}
"""The client's events and our commands."""

TIMEOUT_SECONDS = 10

_HALF_PAIR = re.compile("[\ud800-\udfff]")
"""What a string of JSON may hold, written as an escape alone."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A settings file as it is and as it would be."""

    path: Path
    before: str
    after: str

    @property
    def diff(self) -> str:
        """What changes, line by line; "" when nothing does."""
        name = str(self.path)
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), name, name, lineterm="")
        return "\n".join(lines)

    def write(self) -> None:
        """Put the new text in the file's place at once, with the mode it had. Raises OSError."""
        target = self.path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
        draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
        try:
            draft.write_text(self.after, "utf-8")
            draft.chmod(mode)
            os.replace(draft, target)  # noqa: PTH105  the same as Path.replace, which says less
        finally:
            draft.unlink(missing_ok=True)


def planned(path: Path, command: str, *, remove: bool = False) -> Settings:
    """The settings with our hooks, run by `command`, or without them. Raises InvalidInputError for what is no settings
    file."""
    try:
        return _planned(path, command, remove=remove)
    except UnicodeDecodeError as error:
        raise _unreadable(path, "it is not UTF-8") from error
    except RecursionError as error:
        raise _unreadable(path, "it is nested too deeply") from error


def installed(path: Path) -> tuple[str, ...]:
    """The client's events that call us by these settings. Raises InvalidInputError for what is no settings file."""
    without = planned(path, "", remove=True)
    before, after = (_read(text, path).get("hooks", {}) for text in (without.before, without.after))
    return tuple(event for event in MOMENTS if before.get(event) != after.get(event))


def _planned(path: Path, command: str, *, remove: bool) -> Settings:
    before = path.read_text("utf-8") if path.exists() else ""
    settings = _read(before, path)
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(groups, list) for groups in hooks.values()):
        raise _unreadable(path, "its hooks are no lists")
    kept = {event: left for event, groups in hooks.items() if (left := [one for one in map(_without, groups) if one])}
    if not remove:
        for event, name in MOMENTS.items():
            ours = {"type": "command", "command": f"{command} hook {name}", "timeout": TIMEOUT_SECONDS}
            kept.setdefault(event, []).append({"hooks": [ours]})
    changed = {key: value for key, value in settings.items() if key != "hooks"} | ({"hooks": kept} if kept else {})
    if changed == settings:
        return Settings(path, before, before)
    after = json.dumps(changed, indent=2, ensure_ascii=False)
    return Settings(path, before, _HALF_PAIR.sub(lambda half: f"\\u{ord(half[0]):04x}", after) + "\n")


def _read(text: str, path: Path) -> dict[str, Any]:
    try:
        settings = json.loads(text or "{}")
    except ValueError as error:
        raise _unreadable(path, str(error)) from error
    if not isinstance(settings, dict):
        raise _unreadable(path, "it is no JSON object")
    return settings


def _without(group: Any) -> Any:
    """A group of hooks without ours; None when nothing else is in it."""
    if not isinstance(group, dict) or not isinstance(group.get("hooks"), list):
        return group
    left = [hook for hook in group["hooks"] if not _is_ours(hook)]
    return group | {"hooks": left} if left else None


def _is_ours(hook: Any) -> bool:
    command = hook.get("command", "") if isinstance(hook, dict) else ""
    words = str(command).replace("'", "").replace('"', "").split()
    return words[-2:-1] == ["hook"] and words[-1] in MOMENTS.values() and "graphmem" in str(command)


def _unreadable(path: Path, why: str) -> InvalidInputError:
    return InvalidInputError(
        f"{path} is no settings file: {why}.", field="settings", remedy="Mend it or name another with --settings."
    )
