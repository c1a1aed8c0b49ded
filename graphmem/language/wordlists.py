"""Word lists kept as text files: one entry a line, `#` starts a comment line.

A name with a slash ("tr/stopwords") is a list of that language's pack, `graphmem/language/packs/tr/stopwords.txt`, or
of the English one where that pack has none; a name without is a list of all languages, in `graphmem/language/data`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from graphmem.model.language import Language


@cache
def lines(name: str) -> tuple[str, ...]:
    """Return the entries of a list in file order, without blanks and comments."""
    folder = files("graphmem.language") / ("packs" if "/" in name else "data")
    kept = folder.joinpath(f"{name}.txt")
    if not kept.is_file() and "/" in name:
        kept = folder.joinpath(f"{Language.EN.value}/{name.partition('/')[2]}.txt")
    text = kept.read_text(encoding="utf-8")
    stripped = (line.strip() for line in text.splitlines())
    return tuple(line for line in stripped if line and not line.startswith("#"))


@cache
def words(name: str) -> frozenset[str]:
    """Return every whitespace-separated word of a list."""
    return frozenset(word for line in lines(name) for word in line.split())


@cache
def numbered(name: str) -> dict[str, int]:
    """Return each word with the place of its line, from 1, for months and weekdays with several spellings."""
    return {word: place for place, line in enumerate(lines(name), start=1) for word in line.split()}
