"""Commands made from verbs: their arguments become options, beside `--owner` and `--json`.

    @command(OwnedMemory.stats)
    def stats(found: MemoryStats) -> None:
        \"\"\"The help.\"\"\"
        out.print(…)

What the verb answers is shown by the function, or printed as JSON. Keyword-only parameters of the function that have a
default are options of the command for it alone; those without one are arguments of the verb that it wants to know.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import typer

from graphmem.calls import Call
from graphmem.cli.memory_commands import JSON, OWNER, with_signature
from graphmem.cli.options import AS_OF, AsOfOption, KnownAtOption, TimelineFlag
from graphmem.cli.output import plain, print_json, say
from graphmem.cli.remote import ask
from graphmem.errors import InvalidInputError
from graphmem.model.instant import AsOf
from graphmem.services import instants
from graphmem.verbs import Argument, arguments_of, verb_of

NAMES: Mapping[str, tuple[str, ...]] = {
    "limit": ("--limit", "-n"),
    "pinned": ("--pinned", "--pin"),
    "tags": ("--tags", "--tag"),
    "steps": ("--steps", "--step"),
    "worked": ("--worked/--failed",),
    "types": ("--types", "--type"),
    "categories": ("--categories", "--category"),
    "happened_at": ("--happened-at", "--when"),
    "touch": ("--touch/--no-touch",),
    "dry": ("--dry/--no-dry",),
    "success": ("--success/--failure",),
}
"""Options that have other names than their argument: short and former names."""

OF_TIME: Mapping[str, Any] = {"valid_at": AsOfOption, "known_at": KnownAtOption, "timeline": TimelineFlag}
"""The options that together say from when memory is read."""

Does = Callable[..., Any]


def command(
    verb: Callable[..., Any],
    does: Does | None = None,
    *,
    as_plain: Callable[[Any], Any] = plain,
    **other: tuple[Any, Any] | None,
) -> Callable[[Callable[..., str | None]], Callable[..., None]]:
    """Make a command of the function that shows a verb's answer, or formats it as a sentence.

    `does` replaces the plain call of the verb; it gets the owner and the arguments. `other` are parameters that the
    verb lacks, or replacements, each an annotation for Typer and a default; None leaves one out.
    """
    asks = does or (lambda owner, **given: ask(call_of(verb, given), owner))

    def made(show: Callable[..., str | None]) -> Callable[..., None]:
        wanted = [one for one in inspect.signature(show).parameters.values() if one.kind is one.KEYWORD_ONLY]
        hints = get_type_hints(show, include_extras=True) if wanted else {}
        own = {one.name: (hints[one.name], one.default) for one in wanted if one.default is not one.empty}

        def run(owner: str | None, as_json: bool, **given: Any) -> None:
            shown = {name: given.pop(name) for name in own}
            read = {**_read(arguments, given), **given}
            found = asks(owner, **read)
            if as_json:
                print_json(as_plain(found))
                return
            asks_for = {one.name: read.get(one.name) for one in wanted if one.name not in own}
            if told := show(found, **shown, **asks_for):
                say(told)

        arguments = [one for one in verb_of(verb).arguments.values() if one.name not in other]
        added = {name: one for name, one in other.items() if one is not None}
        return with_signature(run, show, {**added, **_parameters(arguments), **own, **OWNER, **JSON})

    return made


def call_of(verb: Callable[..., Any], given: Mapping[str, Any]) -> Call[Any]:
    """The call of a verb with the command's arguments."""
    return Call(verb_of(verb), given)


def _parameters(arguments: list[Argument]) -> dict[str, tuple[Any, Any]]:
    """The arguments for Typer, in order."""
    found: dict[str, tuple[Any, Any]] = {}
    for one in arguments:
        if one.kind is AsOf:
            found |= {name: (option, False if name == "timeline" else None) for name, option in OF_TIME.items()}
        elif group := _group(one.kind):
            found |= _parameters([replace(field, placed=False) for field in arguments_of(group)])
        else:
            found[one.name] = _parameter(one)
    return found


def _group(kind: Any) -> Any:
    """The dataclass of options that a type is, or may be."""
    return next((one for one in _kinds(kind) if is_dataclass(one) and one is not AsOf), None)


def _kinds(kind: Any) -> tuple[Any, ...]:
    """The members of a union, without None."""
    if get_origin(kind) in (UnionType, Union):
        return tuple(one for one in get_args(kind) if one is not type(None))
    return (kind,)


def _parameter(one: Argument) -> tuple[Any, Any]:
    """One argument for Typer: its type, its option or place, and its default."""
    kinds = _kinds(one.kind)
    choice = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, StrEnum)), kinds[0])
    several, inner = _several(choice)
    limits = f" {one.about.least:,} to {one.about.most:,}." if one.about.least is not None else ""
    again = " May be repeated." if several and not one.placed else ""
    how: dict[str, Any] = {"help": one.about.line + limits + again}
    if choice is datetime:
        choice, how["metavar"] = str, "DATE"
    kind: Any = list[inner] if several or one.many else choice  # type: ignore[valid-type]
    if one.placed:
        metavar = one.name.upper() + ("…" if several or one.many else "")
        info: Any = typer.Argument(metavar=metavar, **how)
    else:
        info = typer.Option(*NAMES.get(one.name, (f"--{one.name.replace('_', '-')}",)), **how)
    if one.required:
        return Annotated[kind, info], inspect.Parameter.empty
    default = None if several or one.many else one.default
    return Annotated[kind | None if default is None else kind, info], default


def _gathered(one: Argument, value: Any) -> Any:
    """The value for the verb: the typed ones of a list; a set also has its constant members.

    Raises InvalidInputError for a number out of its limits.
    """
    least, most = one.about.least, one.about.most
    if least is not None and most is not None and not least <= value <= most:
        name = one.name.replace("_", "-")
        raise InvalidInputError(f"{name} is {value}.", field=name, remedy=f"Give {least:,} to {most:,}.")
    kind = get_origin(_kinds(one.kind)[0])
    if kind is frozenset:
        return one.default | frozenset(value)
    return tuple(value) if kind is tuple else value


def _several(kind: Any) -> tuple[bool, Any]:
    """Whether a type is a collection of values, and the type of each value."""
    inner = get_args(kind)
    is_one = isinstance(kind, type) and not inner
    return (False, kind) if is_one or not inner else (True, inner[0])


def _read(arguments: list[Argument], given: dict[str, Any]) -> dict[str, Any]:
    """The values of the typed arguments; the verb's defaults stand for the others."""
    read: dict[str, Any] = {}
    for one in arguments:
        if one.kind is AsOf:
            read[one.name] = instants.as_of(
                given.pop("valid_at"), given.pop("known_at"), timeline=given.pop("timeline"), fields=AS_OF
            )
        elif group := _group(one.kind):
            read[one.name] = group(**_read(arguments_of(group), given))
        else:
            value = given.pop(one.name, None)
            if datetime in _kinds(one.kind):
                value = instants.moment(value, f"--{one.name.replace('_', '-')}")
            if value is not None:
                read[one.name] = _gathered(one, value)
    return read
