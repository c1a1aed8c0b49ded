"""The last messages in a transcript of Claude Code: JSON lines, read from the last one back."""

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
"""Bytes searched for the beginning of a turn, which lies before all output of its tools."""

_BLOCK = 256 * 1024

MARKED = re.compile(
    r"<(memory_context|system-reminder|task-notification|teammate-message|persisted-output|new-diagnostics"
    r"|bash-(?:input|stdout|stderr)|local-command-(?:stdout|stderr|caveat)|command-(?:name|message|args|contents)"
    r"|ide_(?:opened_file|selection|diagnostics))\b[^>]*>.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
"""Marks of inserted text: recalled memories, which must not be filed again, and the client's own."""

INTERRUPTED = "[Request interrupted by user"
"""The client's note of a stopped answer; no hook is called then."""

NOT_SAID = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly")
"""Marks of the client's text in a person's name: notes, agents at work, the summary of a compaction."""

MOST_PROMPTS = 20
"""Most prompts of one turn that are filed: several are typed while the assistant works."""

Said = namedtuple("Said", ("id", "role", "text", "at"))
"""A message: its id in the transcript, role (user or assistant), words, and time, "" if unknown."""

NO_CHARACTER = re.compile("[\x00\ud800-\udfff]")
"""Characters that JSON may hold and no text: NUL, and halves of surrogate pairs."""


def readable(text: str) -> str:
    """The text with U+FFFD in place of invalid characters, for which a server would refuse all of it."""
    if NO_CHARACTER.search(text) is None:
        return text
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # two halves may be a whole
    return joined.replace("\x00", "\ufffd")


def own_words(text: str) -> str:
    """The message without inserted text, as `readable` gives it."""
    return readable(MARKED.sub("", text)).strip()


def last_exchange(path: Path) -> list[Said]:
    """The user's prompts since the assistant's last answer, and its last words after them.

    OSError if the file cannot be read. A prompt whose answer the user stopped has no turn of its own, and belongs to
    the next one.
    """
    with path.open("rb") as file:
        return _last_exchange(lines_from_the_end(file))


def lines_from_the_end(file: BinaryIO) -> Iterator[str]:
    """The lines of a file, the last one first; of a long file those of its last MOST_BYTES."""
    at = file.seek(0, 2)
    first = max(0, at - MOST_BYTES)
    pieces: list[bytes] = []  # of the line whose beginning is not read yet, the last first
    while at > first:
        size = min(_BLOCK, at - first)
        at = file.seek(at - size)
        piece, *lines = file.read(size).split(b"\n")  # a string of JSON may hold other ends of lines
        for line in reversed(lines):
            yield b"".join((line, *reversed(pieces))).decode("utf-8", "replace")
            pieces = []
        pieces.append(piece)
    if at == 0:
        yield b"".join(reversed(pieces)).decode("utf-8", "replace")


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
    exchange = prompts[::-1]
    return [*exchange, answer] if exchange and answer is not None else exchange


def _moment(written: object) -> str:
    """A past time with its zone; "" for anything else."""
    from datetime import UTC, datetime

    try:
        at = datetime.fromisoformat(str(written))
        return at.isoformat() if at.tzinfo and at <= datetime.now(UTC) else ""
    except (ValueError, OverflowError):
        return ""


def message(line: str) -> Said | None:
    """A person's or the assistant's message in words; None for tool calls, their results, and other lines."""
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
