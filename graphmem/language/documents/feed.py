"""Feeds: JSON lines of dated texts without a speaker, as programs write them."""

from __future__ import annotations

import json
from datetime import datetime

from graphmem.errors import DocumentError
from graphmem.language.transcripts.messages import (
    ID_KEYS,
    SPEAKER_KEYS,
    TEXT_KEYS,
    TIME_KEYS,
    is_storable,
    message_text,
    usable_name,
)
from graphmem.language.transcripts.times import parse_time
from graphmem.model.document import Document, DocumentFormat, Entry

SOURCE_KEYS = ("source", "feed", "channel", "origin", "service", "logger")
LOOKED_AT = 64 * 1024


def is_feed(data: bytes) -> bool:
    """Whether the first line is an object with a text, and a source or a time, but no speaker."""
    first = next((line for line in data[:LOOKED_AT].split(b"\n") if line.strip()), b"")
    row = _object(first)
    return row is not None and _is_entry(row)


def read_feed(name: str, text: str) -> Document:
    """Return the entries in the order of the file. Raises DocumentError that names the first invalid line."""
    entries: list[Entry] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        row = _object(line.encode())
        said = None if row is None else message_text(row)
        if row is None or not said or not is_storable(said):
            raise DocumentError(
                "no JSON object with a text",
                source=name,
                line=number,
                remedy='Write each line like {"text": "…", "time": "2026-05-08T13:56:00Z", "source": "…"}.',
            )
        source = next((found for key in SOURCE_KEYS if (found := usable_name(row.get(key)))), None)
        id_ = next((str(row[key]) for key in ID_KEYS if isinstance(row.get(key), (str, int))), None)
        entries.append(Entry(said, source or "feed", _time(name, number, row), id_))
    return Document(DocumentFormat.FEED, None, entries=tuple(entries))


def _time(name: str, line: int, row: dict[str, object]) -> datetime | None:
    value = next((row[key] for key in TIME_KEYS if row.get(key) is not None), None)
    if value is None:
        return None
    try:
        return parse_time(value)
    except ValueError as error:
        raise DocumentError(
            str(error), source=name, line=line, remedy="Write times like 2026-05-08T13:56:00Z."
        ) from error


def _object(line: bytes) -> dict[str, object] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_entry(row: dict[str, object]) -> bool:
    speaks = any(key in row for key in (*SPEAKER_KEYS, "message"))
    told = any(isinstance(row.get(key), str) for key in TEXT_KEYS)
    return told and not speaks and any(key in row for key in (*SOURCE_KEYS, *TIME_KEYS))
