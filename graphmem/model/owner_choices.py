"""Choices of an owner for the memory, and for each agent: a table of names, meanings and bounds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.model.category import Category
from graphmem.model.own_instructions import Instructions, read_instructions, said_instructions
from graphmem.model.own_schema import Functional, read_functional, said_functional
from graphmem.model.own_types import OwnType, read_types
from graphmem.model.retention import SOURCES, read_rules, rules_as_text

DEFAULT_WORD = "default"
"""Removes a choice."""

ON, OFF = ("on", "true"), ("off", "false")


class Capacity(StrEnum):
    """How many memories may be awake at once; MOST_AWAKE has the numbers."""

    SMALL = "small"
    STANDARD = "standard"
    ARCHIVE = "archive"


class Rules(str):
    """Retention rules, as in `episode=90d, tool=30d`."""


class Categories(str):
    """Names of categories, separated by commas; `none` for none."""


NO_CATEGORY = "none"

MOST_AWAKE: Mapping[str, int] = {Capacity.SMALL: 500, Capacity.STANDARD: 10_000, Capacity.ARCHIVE: 10**12}
"""Memories awake at once; above it, a dream puts those of least worth to sleep, down to 90 % of it."""

MOST_RELATIONS: Mapping[str, int] = {Capacity.SMALL: 1_000, Capacity.STANDARD: 50_000, Capacity.ARCHIVE: 10**12}
"""Live relations; above it, a write retracts the weakest, down to 90 % of it."""


def _choice(line: str, default: Any = None, *, kind: type = bool, least: int = 0, most: int = 0) -> Any:
    ways = tuple(kind) if issubclass(kind, StrEnum) else ()
    return field(default=default, metadata={"line": line, "kind": kind, "least": least, "most": most, "ways": ways})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The choices in effect; None leaves one to the server, or to the kind of question."""

    enabled: bool = _choice("Whether memory works by itself: remembers what is said, and answers recalls.", True)
    auto_mine: bool = _choice("Whether what is said is remembered unasked; learn and mine always work.", True)
    top_k: int | None = _choice(
        "Memories, and as many turns, of a recall that names no limit.", kind=int, least=1, most=200
    )
    budget: int | None = _choice("Tokens of a block that names no budget.", kind=int, least=100, most=20_000)
    rerank: bool | None = _choice("Whether the chat model says which of the best hits of a recall answer it.")
    chat_model: bool = _choice("Whether a chat model may see what is said and asked.", True)
    spaces: bool = _choice("Whether a recall that names no spaces asks all that may be read.", False)
    accept_workflows: bool = _choice("Whether steps that recur become procedures by themselves.", False)
    capacity: str = _choice(
        "How much is kept awake, for all agents: of 500, 10,000 or any number of memories.",
        Capacity.STANDARD, kind=Capacity,
    )  # fmt: skip
    quarantine: bool = _choice("Whether what tools and documents state about people waits for a review.", False)
    retention: str | None = _choice("How long memories of a category or a source are kept.", kind=Rules)
    may_write: str | None = _choice("Categories of which an agent may make memories.", kind=Categories)
    functional: Mapping[str, str] | None = _choice(
        "Relations of facts that have one value at a time, or many.", kind=Functional
    )
    types: Sequence[Mapping[str, Any]] | None = _choice("The owner's own types of entities, as JSON.", kind=OwnType)
    instructions: Mapping[str, Any] | None = _choice("What is kept of what is said, and what never.", kind=Instructions)

    @property
    def told(self) -> Instructions:
        """The owner's instructions on what to remember, and what never."""
        given = self.instructions or {}
        return Instructions(given.get("text", ""), tuple(given.get("keep", ())), tuple(given.get("never", ())))

    @property
    def declared(self) -> Functional:
        """The relations whose number of values the owner declared."""
        return Functional(self.functional or {})

    @property
    def own_types(self) -> dict[str, OwnType]:
        """The owner's own types of entities, by name."""
        return {one["name"]: OwnType.read(one) for one in self.types or ()}


DECLARED = ("functional", "types", "instructions")
"""Choices that are texts instead of switches or numbers: the owner's own schema."""

FOR_ALL = frozenset({"capacity", "accept_workflows", "quarantine", "retention", *DECLARED})
"""Choices that no agent can have of its own: capacity and schema are the same for all."""

CHOICES: Mapping[str, Field[Any]] = {one.name: one for one in fields(Choices)}
"""By name, in the order in which they are shown."""


def read(name: str, given: Any) -> Any:
    """A choice as typed or sent; None for `default`. Raises InvalidInputError with the possible values."""
    choice = CHOICES.get(name)
    if choice is None:
        raise InvalidInputError(
            f"{name[:60]!r} is no setting.", field="choices", remedy=f"Name one of {', '.join(CHOICES)}."
        )
    if given is None or given == DEFAULT_WORD:
        return None
    kind = choice.metadata["kind"]
    if name in DECLARED:
        return _DECLARATIONS[kind][0](given)
    typed = given.strip().lower() if isinstance(given, str) else given
    value = _READERS[kind](typed)
    if value is None or (kind is int and not choice.metadata["least"] <= value <= choice.metadata["most"]):
        raise InvalidInputError(
            f"{name} is {str(given)[:60]!r}.", field=name, remedy=f"Choose {bounds(name)}, or {DEFAULT_WORD!r}."
        )
    return value


def bounds(name: str) -> str:
    """The possible values, in words."""
    traits = CHOICES[name].metadata
    if name in DECLARED:
        return _DECLARATIONS[traits["kind"]][1]
    if traits["kind"] is int:
        return f"{traits['least']:,} to {traits['most']:,}"
    if traits["kind"] is Rules:
        return f"days by a category or by {', '.join(SOURCES)}, as in episode=90d,tool=30d"
    if traits["kind"] is Categories:
        return f"names of {', '.join(Category)}, separated by commas, or {NO_CATEGORY}"
    return ", ".join(traits["ways"]) or "on or off"


def categories_of(chosen: str) -> frozenset[Category]:
    """The categories that a choice names."""
    return frozenset(one for one in Category if one in chosen.split(", "))


def chosen(*layers: Mapping[str, Any]) -> Choices:
    """The choices in effect: for each the last layer that has it."""
    values = {name: value for layer in layers for name, value in layer.items() if name in CHOICES and value is not None}
    return replace(Choices(), **values)


def said(value: Any) -> str:
    """A choice in the form in which it can be typed."""
    if value is None:
        return DEFAULT_WORD
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return said_instructions(value) if value.keys() & {"text", "never"} else said_functional(value)
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _switch(given: Any) -> bool | None:
    if isinstance(given, bool):
        return given
    return True if given in ON else False if given in OFF else None


def _number(given: Any) -> int | None:
    if isinstance(given, str):
        return int(given) if given.isascii() and given.isdecimal() and len(given) < 8 else None
    return given if isinstance(given, int) and not isinstance(given, bool) else None


def _capacity(given: Any) -> str | None:
    return given if given in [*Capacity] else None


def _categories(given: Any) -> str | None:
    names = {name.strip() for name in given.split(",")} if isinstance(given, str) else {None}
    if names == {NO_CATEGORY}:
        return NO_CATEGORY
    return ", ".join(one for one in Category if one in names) if names <= {*Category} else None


def _rules(given: Any) -> str | None:
    rules = read_rules(given) if isinstance(given, str) else None
    return None if rules is None else rules_as_text(rules)


_READERS = {bool: _switch, int: _number, Capacity: _capacity, Categories: _categories, Rules: _rules}
_DECLARATIONS: Mapping[type, tuple[Callable[[Any], Any], str]] = {
    Functional: (read_functional, "lives_in: one, works_at: many"),
    OwnType: (read_types, '[{"name": "recipe", "description": "a dish that somebody cooks"}]'),
    Instructions: (read_instructions, "a text, with + before what is kept and - before what never is"),
}
