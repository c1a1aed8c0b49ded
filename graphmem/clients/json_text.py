"""Edits of a JSON text in place: insert or remove an element, and leave every other character.

Comments and trailing commas are read as blanks, as clients that allow them do. An element inserted into an empty
container stands right behind its bracket; in a container made for it, on a line of its own. So the text itself shows
which containers go with the element.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

INDENT = "  "

_SPACE = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\r\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[\]}])', re.DOTALL)
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Element:
    """A member of an object or an item of a list: its range in the text, and the start of its value."""

    key: str | None
    start: int
    value: int
    end: int


def plain(text: str) -> str:
    """The text with blanks for comments and trailing commas, each character in its place."""
    for expression in (_COMMENT, _TRAILING):
        text = expression.sub(lambda found: found[1] or " " * len(found[0]), text)
    return text


def elements(text: str, at: int) -> list[Element]:
    """The elements of the object or list that begins at `at`. ValueError for invalid JSON."""
    text = plain(text)
    found: list[Element] = []
    is_object = text[at] == "{"
    place = _skipped(text, at + 1)
    while text[place] not in "]}":
        start, key = place, None
        if is_object:
            key, place = _DECODER.raw_decode(text, place)
            place = _skipped(text, _skipped(text, place) + 1)  # the colon
        _, end = _DECODER.raw_decode(text, place)
        found.append(Element(key, start, place, end))
        place = _skipped(text, end)
        if text[place] == ",":
            place = _skipped(text, place + 1)
    return found


def member(text: str, at: int, key: str) -> Element | None:
    """The member of this name, the last of several, as every reader has it."""
    return next((one for one in reversed(elements(text, at)) if one.key == key), None)


def without(text: str, at: int, index: int) -> str:
    """The text without one element of the object or list that begins at `at`."""
    held = elements(text, at)
    if index + 1 < len(held):
        return text[: held[index].start] + text[held[index + 1].start :]
    if index > 0:
        return text[: held[index - 1].end] + text[held[index].end :]
    return text[: at + 1] + text[held[0].end :]


def appended(text: str, at: int, value: Any, *, key: str | None = None) -> str:
    """The text with one more element at the end of the object or list that begins at `at`."""
    named = "" if key is None else f"{json.dumps(key)}: "
    held = elements(text, at)
    if held:
        last = held[-1]
        before = text[: last.start]
        line = before[before.rfind("\n") + 1 :]
        indent = line if not line.strip() and "\n" in before else None
        if indent is None:
            return f"{text[: last.end]}, {named}{written(text, last.start, value)}{text[last.end :]}"
        return f"{text[: last.end]},\n{indent}{named}{_written(value, indent)}{text[last.end :]}"
    return f"{text[: at + 1]}{named}{written(text, at, value)}{text[at + 1 :]}"


def written(text: str, at: int, value: Any) -> str:
    """A value as JSON for this place, indented like the line."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return _written(value, line[: len(line) - len(line.lstrip())])


def _written(value: Any, indent: str) -> str:
    return json.dumps(value, indent=INDENT, ensure_ascii=False).replace("\n", f"\n{indent}")


def _skipped(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def root(text: str) -> int:
    """The start of the text's value."""
    return _skipped(plain(text), 0)


def at_path(text: str, keys: Sequence[str]) -> int | None:
    """The start of the value under these names; None without one."""
    at = root(text)
    for key in keys:
        found = member(text, at, key)
        if found is None:
            return None
        at = found.value
    return at
