"""Whole files of research data: one JSON document, or JSON lines, gzipped or not."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

from graphmem.errors import InvalidInputError
from graphmem.evaluation.datafile import Record, record, unreadable


def _content(path: Path) -> bytes:
    """The file's bytes, unzipped if its name ends in .gz. Raises InvalidInputError."""
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error) as error:
        raise unreadable(path, error) from error


def load_records(path: Path) -> list[Record]:
    """The objects of a JSON list or of JSON lines, or the file's one object. Raises InvalidInputError."""
    try:
        text = _content(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unreadable(path, error) from error
    found = list(_lines(path, text)) if ".jsonl" in path.suffixes else _document(path, text)
    if not found:
        raise InvalidInputError(f"{path.name} holds nothing.", field="data", remedy="Name a file with records.")
    return found


def _document(path: Path, text: str) -> list[Record]:
    """The objects of a list, or the one object; a file that continues after its first value is JSON lines."""
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return list(_lines(path, text))
        raise _no_json(path, error) from error
    if not isinstance(whole, list):
        return [record(whole, path.name)]
    return [record(item, f"{path.name}: [{place}]") for place, item in enumerate(whole)]


def _lines(path: Path, text: str) -> Iterator[Record]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            where = f"{path.name}:{number}"
            try:
                value = json.loads(line)
            except json.JSONDecodeError as error:
                raise InvalidInputError(
                    f"{where} is no JSON ({error.msg}).", field="data", remedy="One JSON object a line."
                ) from error
            yield record(value, where)


def _no_json(path: Path, error: json.JSONDecodeError) -> InvalidInputError:
    return InvalidInputError(
        f"{path.name}:{error.lineno} is no JSON ({error.msg}).", field="data", remedy="Name a JSON file."
    )
