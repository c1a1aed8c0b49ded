"""The loader of `cypher/`: one statement per file, bound once, its header checked against its text.
Schema files may hold several.

A query file begins with `//` lines. The first ones say what it does and why; then come three or four keys:

    // mode: read | write | schema
    // params: owner, vector, limit
    // returns: id, score

`params` must name exactly the `$names` the statement uses, `returns` the columns a caller may rely on ("nothing" when
there are none). `mode` picks the transaction: the server itself refuses a write inside a read one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from graphmem.errors import QueryFileError

_PACKAGED = Path(__file__).resolve().parent.parent / "_cypher"
_CHECKOUT = Path(__file__).resolve().parent.parent.parent / "cypher"
ROOT = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT

# String literals, quoted names and comments may contain a dollar sign that is no parameter.
_NOT_CODE = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`|//[^\n]*|/\*.*?\*/", re.DOTALL)
_PARAMETER = re.compile(r"\$(\w+)")
_KEY = re.compile(r"^//\s*(mode|params|returns):\s*(.*)$")


class Mode(StrEnum):
    """The transaction of a statement. Schema statements run one after another, outside any other."""

    READ = "read"
    WRITE = "write"
    SCHEMA = "schema"


@dataclass(frozen=True, slots=True)
class Query:
    """One statement with its header's declarations."""

    name: str
    text: str
    mode: Mode
    params: frozenset[str]
    returns: tuple[str, ...]
    doc: str


def names(folder: str = "") -> tuple[str, ...]:
    """All queries' names below `folder` ("recall/nearest_drawers"), sorted."""
    return tuple(
        sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in (ROOT / folder).rglob("*.cypher"))
    )


def load(name: str) -> Query:
    """Read one file and check its header. Raises QueryFileError with file and line."""
    path = ROOT / f"{name}.cypher"
    try:
        source = path.read_text("utf-8")
    except FileNotFoundError as error:
        raise QueryFileError(f"cypher/{name}.cypher does not exist.", remedy="Check the name.") from error
    return parse(name, source)


def parse(name: str, source: str) -> Query:
    """The query in `source`; the module's docstring describes the form. Raises QueryFileError."""
    keys, doc, end = _header(name, source)
    text = "\n".join(source.splitlines()[end:]).strip()
    used = _used(text)
    declared = _names(keys["params"][1])
    if used != set(declared):
        missing, extra = sorted(used - set(declared)), sorted(set(declared) - used)
        raise QueryFileError(
            f"cypher/{name}.cypher:{keys['params'][0]}: params differ from the statement"
            f" (not declared: {missing}, not used: {extra}).",
            remedy="Declare exactly the $names that the statement uses.",
        )
    return Query(name, text, _mode(name, keys["mode"]), frozenset(declared), _names(keys["returns"][1]), doc)


def statements(query: Query) -> tuple[Query, ...]:
    """The statements of a schema file, each ended by a semicolon, without comments."""
    code = "\n".join(line for line in query.text.splitlines() if not line.startswith("//"))
    texts = (text.strip() for text in code.split(";"))
    return tuple(replace(query, text=text, params=_used(text)) for text in texts if text)


def _used(text: str) -> frozenset[str]:
    """The parameters of a statement."""
    return frozenset(_PARAMETER.findall(_NOT_CODE.sub(" ", text)))


def _header(name: str, source: str) -> tuple[dict[str, tuple[int, str]], str, int]:
    """The keys with their line numbers, the prose, and the number of header lines."""
    keys: dict[str, tuple[int, str]] = {}
    prose: list[str] = []
    end = 0
    for end, line in enumerate(source.splitlines()):
        if not line.startswith("//"):
            break
        if found := _KEY.match(line):
            keys[found[1]] = (end + 1, found[2].strip())
        else:
            prose.append(line.lstrip("/ "))
    for key in ("mode", "params", "returns"):
        if key not in keys:
            raise QueryFileError(f"cypher/{name}.cypher:1: header lacks `{key}:`.", remedy="Add the line.")
    if not prose:
        raise QueryFileError(f"cypher/{name}.cypher:1: header says nothing.", remedy="Say what it does and why.")
    return keys, " ".join(prose), end


def _names(listed: str) -> tuple[str, ...]:
    return () if listed == "nothing" else tuple(part.strip() for part in listed.split(",") if part.strip())


def _mode(name: str, key: tuple[int, str]) -> Mode:
    try:
        return Mode(key[1])
    except ValueError as error:
        raise QueryFileError(
            f"cypher/{name}.cypher:{key[0]}: mode {key[1]!r} is none.", remedy="Write read, write or schema."
        ) from error


_bound: dict[str, str] = {}


def bind(name: str, module: str) -> Query:
    """Load a query for the one store module that may use it; raises QueryFileError for a second module.

    Called at import, so a wrong header stops the process before it serves anybody.
    """
    if _bound.setdefault(name, module) != module:
        raise QueryFileError(
            f"cypher/{name}.cypher is bound by {_bound[name]} and asked for by {module}.",
            remedy="Move the verb to the module that owns the query.",
        )
    return load(name)


def bound() -> dict[str, str]:
    """Query name → module, for all modules imported so far."""
    return dict(_bound)
