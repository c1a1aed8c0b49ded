"""Line numbers inside a JSON document, which `json` does not keep.

They cost a second parse, so only rejections ask for them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

Path = tuple[str | int, ...]
"""The path to a value from the root: keys of objects, indices of lists."""

_BLANK = re.compile(r"[ \t\r\n]*")
_DEEPEST = 6
"""Deepest level of turns in a known form: conversations → item → sessions → item → turns → item."""


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, from 1, of every value down to the turns of a document that `json.loads` accepted."""
    found: dict[Path, int] = {}
    line, seen = 1, 0
    for path, offset in _walk(text, _skip(text, 0), ()):
        line += text.count("\n", seen, offset)
        seen = offset
        found[path] = line
    return found


def _walk(text: str, start: int, path: Path) -> Iterator[tuple[Path, int]]:
    yield path, start
    if len(path) >= _DEEPEST or text[start] not in "[{":
        return
    for key, offset, value in _members(text, start):
        if _holds_more(value):
            yield from _walk(text, offset, (*path, key))
        else:
            yield (*path, key), offset


def _members(text: str, start: int) -> Iterator[tuple[str | int, int, object]]:
    """Yield key, offset and value of each member; the C decoder reads the values."""
    decode = json.JSONDecoder(strict=False).raw_decode
    is_object, index = text[start] == "{", 0
    at = _skip(text, start + 1)
    while text[at] not in "]}":
        key: str | int = index
        if is_object:
            key, at = decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        value, end = decode(text, at)
        yield key, at, value
        index += 1
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)


def _holds_more(value: object) -> bool:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(isinstance(member, dict | list) for member in members)


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at
