"""JSON lines: one message or one conversation a line."""

from __future__ import annotations

import json
from collections.abc import Callable

from graphmem.errors import TranscriptError
from graphmem.language.transcripts.draft import Draft, Found
from graphmem.language.transcripts.json_forms import EXPECTED, drafts_of, grouped, is_conversation
from graphmem.language.transcripts.locate import Path
from graphmem.language.transcripts.messages import Reject, looks_like_turn
from graphmem.model.transcript import Rejected


def read_jsonl(source: str, text: str) -> Found:
    """Return every conversation of a JSON-lines text; TranscriptError if no line is one or a message."""
    found = Found()

    def reject(line: int, reason: str) -> None:
        found.rejected.append(Rejected(source, line, reason))

    values = _values(text, reject)
    turns = [(line, value) for line, value in values if not (is_conversation(value) or isinstance(value, list))]
    if len(turns) == len(values) and not any(looks_like_turn(value) for _, value in turns):
        first = found.rejected[0] if found.rejected else Rejected(source, 1, "no messages in these JSON lines")
        remedy = f"Expected on each line {EXPECTED}."
        raise TranscriptError(first.reason, source=source, line=first.line, remedy=remedy)
    turn_lines = {line for line, _ in turns}
    for line, value in values:
        if line not in turn_lines:
            found.drafts += _conversation_line(line, value, reject)
    found.drafts += _message_lines(turns, reject)
    found.rejected.sort(key=lambda item: item.line)
    return found


def _values(text: str, reject: Callable[[int, str], None]) -> list[tuple[int, object]]:
    values: list[tuple[int, object]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            values.append((number, json.loads(line, strict=False)))
        except json.JSONDecodeError as error:
            reject(number, f"not JSON: {error.msg}")
        except (ValueError, RecursionError) as error:
            reject(number, f"not readable as JSON: {error}")
    return values


def _conversation_line(line: int, value: object, reject: Callable[[int, str], None]) -> list[Draft]:
    items = [value] if isinstance(value, list) else value
    return drafts_of(items, lambda _path, reason: reject(line, reason)) or []


def _message_lines(turns: list[tuple[int, object]], reject: Callable[[int, str], None]) -> list[Draft]:
    if not turns:
        return []

    def reject_item(path: Path, reason: str) -> None:
        reject(turns[int(path[0])][0], reason)

    locate: Reject = reject_item
    return grouped([value for _, value in turns], locate)
