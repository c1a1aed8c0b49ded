"""The calls of tools in an assistant's last turn, in order, from a transcript of Claude Code."""

from __future__ import annotations

import json
from collections import namedtuple

from graphmem.hooks import transcript

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

FEWEST = 3
"""Least calls of a turn that shows a way of working, as `services.workflow_mining` has it."""

MOST = 200
LONGEST_VALUE = 200
"""Characters of a recorded argument; longer ones are contents, not places."""

LONGEST_EVENT, LONGEST_STEP = 300, 1_000

COMMANDS = ("command", "cmd", "script")
"""Arguments that hold a command line, whose beginning says what it does."""

Done = namedtuple("Done", ("asked", "steps", "worked", "at"))
"""A turn: the user's prompt, its time, the calls, and whether the last of them did not fail."""


def last_turn(path: Path) -> Done | None:
    """The calls of the last turn; None for fewer than three, and for one with an unknown time.

    OSError if the file cannot be read.
    """
    with path.open("rb") as file:
        return _last_turn(transcript.lines_from_the_end(file))


def _last_turn(lines: Iterator[str]) -> Done | None:
    steps: list[str] = []
    failed: set[str] = set()
    last: str | None = None
    for line in lines:
        said = transcript.message(line)
        if said is not None and said.role == "user":
            known = len(steps) >= FEWEST and said.at and not said.text.startswith(transcript.INTERRUPTED)
            asked = " ".join(said.text.split())[:LONGEST_EVENT]
            return Done(asked, steps[::-1], last not in failed, said.at) if known else None
        for block in reversed(_blocks(line)):
            if block.get("type") == "tool_result" and block.get("is_error"):
                failed.add(str(block.get("tool_use_id")))
            elif block.get("type") == "tool_use" and len(steps) < MOST:
                last = last or str(block.get("id"))
                steps.append(_call(block))
    return None


def _call(block: dict[str, Any]) -> str:
    """A call as `graphmem.language.steps.call` writes it, without long arguments."""
    given = block.get("input")
    told = []
    for name, value in given.items() if isinstance(given, dict) else ():
        told_of = value[:LONGEST_VALUE] if name in COMMANDS and isinstance(value, str) else value
        if isinstance(told_of, str | int | float | bool) and len(str(told_of)) <= LONGEST_VALUE:
            told.append(f"{name}={json.dumps(told_of, ensure_ascii=False)}")
    whole = transcript.readable(f"{block.get('name')}({', '.join(told)})")
    return whole if len(whole) <= LONGEST_STEP else f"{block.get('name')}()"[:LONGEST_STEP]


def _blocks(line: str) -> list[dict[str, Any]]:
    """The blocks of a message of the conversation itself."""
    try:
        entry: Any = json.loads(line)
        if entry["type"] not in ("user", "assistant") or any(map(entry.get, transcript.NOT_SAID)):
            return []
        content = entry["message"]["content"]
        return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return []
