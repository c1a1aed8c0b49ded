"""Edits of a TOML text in place: append or remove a table of ours, and leave every other character.

The newline before the table shows whether a file existed before: without one, it did.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any


def appended(text: str | None, table: tuple[str, str], entry: Mapping[str, Any]) -> str:
    """The text with `entry` as the table of these two names. Raises TOMLDecodeError if it does not fit."""
    lines = [f"[{'.'.join(table)}]", *(f"{name} = {_value(value)}" for name, value in entry.items())]
    block = "\n".join(lines) + "\n"
    after = block if text is None else f"{text}\n{block}"
    if tomllib.loads(after)[table[0]][table[1]] != entry:
        raise tomllib.TOMLDecodeError(f"[{'.'.join(table)}] does not go there")
    return after


def without(text: str, table: tuple[str, str], keys: tuple[str, ...]) -> str | None:
    """The text without the table, None if nothing else was ever there.

    Its lines are one for each of `keys`. Raises TOMLDecodeError for another form.
    """
    wanted = _remaining(tomllib.loads(text), table)
    header = re.escape(f"[{'.'.join(table)}]")
    block = re.compile(rf"^{header}(?:\r?\n(?:{'|'.join(keys)}) = .*)*(?:\r?\n|\Z)", re.MULTILINE)
    for found in block.finditer(text):
        start = found.start() - (found.start() > 0)
        rest = text[:start] + text[found.end() :]
        try:
            is_right = repr(_remaining(tomllib.loads(rest), table)) == repr(wanted)
        except tomllib.TOMLDecodeError:  # the line stands within a string of several lines
            continue
        if is_right:
            return None if not rest and found.start() == 0 else rest
    raise tomllib.TOMLDecodeError(f"[{'.'.join(table)}] is not written as graphmem writes it")


def _remaining(data: dict[str, Any], table: tuple[str, str]) -> dict[str, Any]:
    """The data without the table, and without its parent if that holds nothing else."""
    parent = {name: value for name, value in data.get(table[0], {}).items() if name != table[1]}
    rest = {name: value for name, value in data.items() if name != table[0]}
    return rest | ({table[0]: parent} if parent else {})


def _value(value: Any) -> str:
    """A string, a list of strings or a flat mapping: JSON's strings are TOML's, too."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {_value(one)}" for name, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
