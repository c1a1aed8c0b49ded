"""Steps of work as shapes: calls that differ in arguments share a shape, with slots in it.

A step is a call, written `Edit(file_path="src/a.py")` as `call` does, or a sentence. Every argument of a call is open;
of a command line, all but plain words and options; of a sentence, paths, numbers and quotations; of both, rare words. A
procedure contains no argument's value unless it is one plain word that was the same every time: it has the form of a
call, and never text that a tool returned.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphmem.language.detect import detect
from graphmem.language.observer.injection import injection, role_label

COMMANDS = frozenset({"command", "cmd", "script"})
"""Arguments with a command line."""

MOST_WORDS = 12
"""Words of a command line in its shape; later ones are open."""

LONGEST_WORD = 60
"""Most characters of a value that may stand in a procedure."""

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/:@+=~*,%")
_OPEN = "\0"
_QUOTES = "\"'`“”‘’"


@dataclass(frozen=True, slots=True)
class Step:
    """The words of a step around its open places, and their values: `fixed[0] values[0] fixed[1] …`.

    `names` are those of the places, "" for none.
    """

    fixed: tuple[str, ...]
    values: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def shape(self) -> str:
        """The common part of steps of one form."""
        return _OPEN.join(self.fixed).casefold()

    @property
    def words(self) -> frozenset[str]:
        """The words of its shape."""
        return frozenset(" ".join(self.fixed).casefold().replace("=", " ").strip(")").split())

    @property
    def head(self) -> str:
        """Its beginning: the tool, or the first words of a command line."""
        tool, _, rest = self.fixed[0].partition("(")
        words = rest.partition("=")[2] if len(tool) < len(self.fixed[0]) else ""
        return " ".join((*tool.split()[:4], *words.strip(")").split()[:2]))

    def written(self, values: Sequence[str]) -> str:
        """Return the step with these values at its open places."""
        told = "".join(f"{words}{value}" for words, value in zip(self.fixed, (*values, ""), strict=True))
        return " ".join(told.split())


def call(tool: str, arguments: Mapping[str, object]) -> str:
    """Return a tool's call as a step. Values other than text become JSON."""
    told = (f"{name}={json.dumps(_text(value), ensure_ascii=False)}" for name, value in arguments.items())
    return f"{tool}({', '.join(told)})"


def read(text: str, rare: Collection[str] = ()) -> Step:
    """Parse a step as written.

    `rare` words are open as well, except the first of a sentence or command line.
    """
    line = " ".join(text.split())
    tool, opened, rest = line.partition("(")
    if opened and rest.endswith(")") and tool and set(tool) <= _PLAIN:
        return _joined(_of_call(tool, rest[:-1], rare))
    return _joined(_of_words(line.rstrip("."), rare))


def slots(steps: Sequence[Sequence[Step]]) -> tuple[str, ...]:
    """Return steps as text from several executions: one row each, with steps of the same shapes.

    A value that was the same plain word every time stays; others become `<file>`, `<number>` or `<name>`, and values
    that changed together share a name.
    """
    named: dict[tuple[str, ...], str] = {}
    told = []
    for column in zip(*steps, strict=True):
        values = [
            _slot(tuple(one.values[at] for one in column), name, named) for at, name in enumerate(column[0].names)
        ]
        told.append(column[0].written(values))
    return tuple(told)


def is_safe(text: str) -> bool:
    """Whether a step reads only as a step: no attempt to instruct a model, no other role."""
    return injection(text, detect(text)) is None and role_label(text) is None


def _slot(values: tuple[str, ...], name: str, named: dict[tuple[str, ...], str]) -> str:
    if len(set(values)) == 1 and _is_plain(values[0]):
        return values[0]
    if values not in named:
        kind = _kind(values, name)
        taken = sum(known.strip("<>0123456789") == kind for known in named.values())
        named[values] = f"<{kind}{taken + 1 if taken else ''}>"
    return named[values]


def _kind(values: Sequence[str], name: str) -> str:
    words = [value.strip(_QUOTES) for value in values]
    if all(word.replace(".", "").isdigit() for word in words):
        return "number"
    if all("://" in word for word in words):
        return "url"
    if all(_is_path(one) for word in words for one in word.split() or [""]) or "file" in name or "path" in name:
        return "file"
    return name if name.isidentifier() and name not in COMMANDS else "text"


def _of_call(tool: str, rest: str, rare: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield fixed words, the open value after them, and its name."""
    before = f"{tool}("
    for name, value in _arguments(rest):
        if name in COMMANDS:
            yield f"{before}{name}=", "", ""
            yield from _of_words(value.split("\n")[0], rare)
            before = ", "
        else:
            yield f"{before}{name}=" if name else before, value, name
            before = ", "
    yield ")" if before == ", " else f"{before})", "", ""


def _arguments(rest: str) -> Iterator[tuple[str, str]]:
    while rest:
        name, _, given = rest.partition("=")
        if not name.strip().isidentifier():
            yield "", rest
            return
        try:
            value, end = json.JSONDecoder().raw_decode(given)
        except (ValueError, RecursionError):
            value, end = given.partition(", ")[0], len(given.partition(", ")[0])
        yield name.strip(), _text(value)
        rest = given[end:].lstrip(", ")


def _of_words(line: str, rare: Collection[str]) -> Iterator[tuple[str, str, str]]:
    before = ""
    for number, word in enumerate(_words(line)):
        if number < MOST_WORDS and _is_fixed(word) and (not number or word.casefold() not in rare):
            yield f"{before}{word}", "", ""
        else:
            yield before, word, "text"
        before = " "


def _words(line: str) -> Iterator[str]:
    """Return the words of a line; a quotation is one word."""
    open_, found = "", ""
    for letter in line:
        if letter == " " and not open_:
            if found:
                yield found
            found = ""
            continue
        if letter == open_:
            open_ = ""
        elif not open_ and letter in '"`' and not found:
            open_ = letter
        found += letter
    if found:
        yield found


def _joined(pieces: Iterator[tuple[str, str, str]]) -> Step:
    """Return one step; adjacent open places become one."""
    fixed, values, names = [""], list[str](), list[str]()
    for words, value, name in pieces:
        if value and values and not (fixed[-1] + words).strip():
            values[-1] = f"{values[-1]} {value}"
            continue
        fixed[-1] += words
        if value:
            values.append(value)
            names.append(name)
            fixed.append("")
    return Step(tuple(fixed), tuple(values), tuple(names))


def _is_fixed(word: str) -> bool:
    bare = word.strip(",.;:!?")
    if word[:1] in _QUOTES or any(letter.isdigit() for letter in word) or len(word) > LONGEST_WORD:
        return False
    return not _is_path(bare) and not any(letter in "$<>{}[]()\\=" for letter in word)


def _is_path(word: str) -> bool:
    name, dot, ending = word.rpartition(".")
    return "/" in word.strip("/") or word.startswith("~") or (bool(dot and name) and ending.isalnum())


def _is_plain(word: str) -> bool:
    return 0 < len(word) <= LONGEST_WORD and set(word) <= _PLAIN


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
