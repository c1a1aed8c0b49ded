"""What was said last in a transcript of Claude Code: JSON lines, read from the last one back."""

from __future__ import annotations

import json
import re
from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any, BinaryIO

MOST_BYTES = 50 * 1024 * 1024
"""What is looked through of a transcript for the beginning of a turn, which lies before all that its tools printed."""

_BLOCK = 256 * 1024

MARKED = re.compile(
    r"<(memory_context|system-reminder|task-notification|teammate-message|persisted-output|new-diagnostics"
    r"|bash-(?:input|stdout|stderr)|local-command-(?:stdout|stderr|caveat)|command-(?:name|message|args|contents)"
    r"|ide_(?:opened_file|selection|diagnostics))\b[^>]*>.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
"""What somebody else put into a message: recalled memories, which must not come back as said, and the client's own."""


INTERRUPTED = "[Request interrupted by user"
"""What the client notes where the user stopped an answer; nothing ends then that a hook is told of."""

NOT_SAID = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly")
"""Marks of what the client wrote in somebody's name: its own notes, agents at work, the summary after a compaction."""

MOST_PROMPTS = 20
"""Prompts filed of one turn: several are typed while the assistant works."""

Said = namedtuple("Said", ("id", "role", "text", "at"))
"""A message: its id in the transcript, who said it (user or assistant), its words, and when, "" if unknown."""


NO_CHARACTER = re.compile("[\x00\ud800-\udfff]")
"""What JSON may hold and no text: NUL, and halves of surrogate pairs."""


def readable(text: str) -> str:
    """The text with U+FFFD in the place of what is no character, for which a server would refuse all of it."""
    if NO_CHARACTER.search(text) is None:
        return text
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # two halves may be a whole
    return joined.replace("\x00", "\ufffd")


def own_words(text: str) -> str:
    """The message without what was put into it, as `readable` gives it."""
    return readable(MARKED.sub("", text)).strip()


def last_exchange(path: Path) -> list[Said]:
    """What the user said since the assistant's last answer, and its last words after that. OSError when the file cannot
    be read.

    A prompt whose answer the user stopped has no turn of its own, and belongs to the next one.
    """
    with path.open("rb") as file:
        return _last_exchange(lines_from_the_end(file))


def lines_from_the_end(file: BinaryIO) -> Iterator[str]:
    """The lines of a file, the last one first; of a long file those of its last MOST_BYTES."""
    at = file.seek(0, 2)
    first = max(0, at - MOST_BYTES)
    behind: list[bytes] = []  # of the line whose beginning is not read yet, the last piece first
    while at > first:
        size = min(_BLOCK, at - first)
        at = file.seek(at - size)
        begun, *lines = file.read(size).split(b"\n")  # a string of JSON may hold other ends of lines
        for line in reversed(lines):
            yield b"".join((line, *reversed(behind))).decode("utf-8", "replace")
            behind = []
        behind.append(begun)
    if at == 0:
        yield b"".join(reversed(behind)).decode("utf-8", "replace")


def _last_exchange(lines: Iterator[str]) -> list[Said]:
    answer: Said | None = None
    prompts: list[Said] = []
    was_stopped = False
    for line in lines:
        said = message(line)
        if said is None:
            continue
        if said.role == "user":
            was_stopped = said.text.startswith(INTERRUPTED)
            prompts += [] if was_stopped else [said]
        elif prompts and not was_stopped:
            break
        elif not prompts:
            answer = answer or said
        if len(prompts) == MOST_PROMPTS:
            break
    told = prompts[::-1]
    return [*told, answer] if told and answer is not None else told


def _moment(given: object) -> str:
    """A time of the past with its zone; "" for what is none."""
    from datetime import UTC, datetime

    try:
        at = datetime.fromisoformat(str(given))
        return at.isoformat() if at.tzinfo and at <= datetime.now(UTC) else ""
    except (ValueError, OverflowError):
        return ""


def message(line: str) -> Said | None:
    """What a person or the assistant said in words; None for tool calls, their results, and lines of other kinds."""
    try:
        entry: Any = json.loads(line)
        role, message = entry["type"], entry["message"]
        if role not in ("user", "assistant") or any(map(entry.get, NOT_SAID)):
            return None
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        text = own_words("\n".join(block["text"] for block in blocks if block["type"] == "text"))
        return Said(str(entry["uuid"]), role, text, _moment(entry.get("timestamp"))) if text else None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
