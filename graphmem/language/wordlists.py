"""Word lists kept as data files in `graphmem/language/data`: one entry a line, `#` starts a comment line."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def lines(name: str) -> tuple[str, ...]:
    """The entries of `data/{name}.txt` in file order, without blanks and comments."""
    text = (files("graphmem.language") / "data" / f"{name}.txt").read_text(encoding="utf-8")
    stripped = (line.strip() for line in text.splitlines())
    return tuple(line for line in stripped if line and not line.startswith("#"))


@cache
def words(name: str) -> frozenset[str]:
    """Every whitespace-separated word of a list, for lists that put several on a line."""
    return frozenset(word for line in lines(name) for word in line.split())


@cache
def numbered(name: str) -> dict[str, int]:
    """Word → its line's place counted from 1, for lists of months and weekdays with their spellings side by side."""
    return {word: place for place, line in enumerate(lines(name), start=1) for word in line.split()}
