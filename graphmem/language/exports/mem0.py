"""mem0's export as `get_all` returns it: a list, or an object with one in `results` or `memories`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import DocumentError
from graphmem.language.transcripts.messages import text_problem
from graphmem.language.transcripts.times import parse_time

_LISTS = ("results", "memories", "data")
_TEXTS = ("memory", "text", "data", "content")
_TIMES = ("created_at", "updated_at", "timestamp")


@dataclass(frozen=True, slots=True)
class Remembered:
    """A statement in another system: its id there, and its time, None if not given."""

    id: str | None
    text: str
    said_at: datetime | None


def read_mem0(name: str, data: bytes) -> tuple[list[Remembered], list[str]]:
    """Return the statements of an export, and why others are rejected.

    Raises DocumentError for another format.
    """
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise DocumentError("it is no JSON", source=name, remedy="Save what get_all() gives as JSON.") from error
    if isinstance(value, Mapping):
        value = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
    if not isinstance(value, list):
        raise DocumentError("it has no list of memories", source=name, remedy="Save what get_all() gives as JSON.")
    found: list[Remembered] = []
    refused: list[str] = []
    for number, item in enumerate(value, 1):
        told = item if isinstance(item, Mapping) else {"memory": item}
        text = next((told[key] for key in _TEXTS if isinstance(told.get(key), str)), None)
        if problem := text_problem(text):
            refused.append(f"memory {number}: {problem}")
        elif text is not None:
            id_ = told.get("id")
            found.append(Remembered(str(id_) if isinstance(id_, str | int) else None, text.strip(), _time(told)))
    return found, refused


def _time(told: Mapping[str, object]) -> datetime | None:
    for key in _TIMES:
        try:
            return parse_time(told[key])
        except (KeyError, ValueError):
            continue
    return None
