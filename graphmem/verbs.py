"""The table of verbs of an owner's memory, each declared once.

A verb is a method of `graphmem.OwnedMemory` that is marked with `verb`: its signature names the arguments with types,
defaults, limits and one line about each; the mark has the scope that a key needs for it. Every door (the command line,
`/calls`, GraphQL, an agent's tools) is made from these values or compared with them in `tests/test_verbs.py`. Importing
this module brings nothing heavy.
"""

from __future__ import annotations

import inspect
import pathlib
import sys
import warnings
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, wraps
from typing import Annotated, Any, TypeAlias, TypeVar, get_origin

from graphmem.model.access import Scope
from graphmem.model.audit import Verb as Noted
from graphmem.model.category import Category, Priority
from graphmem.model.exploration import LinkType
from graphmem.model.memory import Tier
from graphmem.model.review import Verdict
from graphmem.model.space import Right
from graphmem.model.transcript import Role

F = TypeVar("F", bound=Callable[..., Coroutine[Any, Any, Any]])


@dataclass(frozen=True, slots=True)
class About:
    """A line about an argument, and its limits."""

    line: str
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a verb: `kind` is its type, `default` is `inspect.Parameter.empty` if it is required.

    `placed` ones may be given by their place, `many` takes any number of them.
    """

    name: str
    kind: Any
    default: Any
    about: About
    placed: bool = False
    many: bool = False

    @property
    def required(self) -> bool:
        """Whether it is required."""
        return self.default is inspect.Parameter.empty and not self.many


@dataclass(frozen=True, eq=False)
class Verb:
    """A verb: its method, the scope of a key, its entry in the audit, and its GraphQL field, if it has one.

    `wire` is its name in `/calls/NAME`, where a running server answers it for the command line; `was` has former names
    of arguments.
    """

    method: Callable[..., Coroutine[Any, Any, Any]]
    needs: Scope
    noted: Noted | None
    field: str | None
    wire: str | None
    was: Mapping[str, str]

    @property
    def name(self) -> str:
        """Its name in Python."""
        return self.method.__name__

    @property
    def doc(self) -> str:
        """Its docstring."""
        return inspect.getdoc(self.method) or ""

    @cached_property
    def arguments(self) -> Mapping[str, Argument]:
        """By name, in their order."""
        return {one.name: one for one in arguments_of(self.method)}

    @cached_property
    def gives(self) -> Any:
        """The type of the answer."""
        return evaluated(self.method, inspect.signature(self.method).return_annotation)


def verb(
    needs: Scope,
    *,
    noted: Noted | None = None,
    field: str | None = None,
    wire: str | None = None,
    **was: str,
) -> Callable[[F], F]:
    """Mark a method as a verb.

    `was` are former names of its arguments, which are accepted with a DeprecationWarning.
    """

    def mark(method: F) -> F:
        marked = _with_former_names(method, was) if was else method
        vars(marked)["verb"] = Verb(marked, needs, noted, field, wire, was)
        return marked

    return mark


def verbs_of(kind: type) -> Mapping[str, Verb]:
    """The verbs of a class and its bases by name, in the order of their definition."""
    return {
        name: method.verb
        for one in reversed(kind.__mro__)
        for name, method in vars(one).items()
        if hasattr(method, "verb")
    }


def verb_of(method: Callable[..., Any]) -> Verb:
    """The verb of a marked method."""
    found: Verb = vars(method)["verb"]
    return found


def arguments_of(function: Callable[..., Any]) -> list[Argument]:
    """The arguments of a function without `self`, or of a dataclass, each with the `About` of its type."""
    return [_argument(function, one) for one in inspect.signature(function).parameters.values() if one.name != "self"]


def _argument(owner: Callable[..., Any], given: inspect.Parameter) -> Argument:
    annotation = evaluated(owner, given.annotation)
    kind, *notes = (
        (annotation.__origin__, *annotation.__metadata__) if get_origin(annotation) is Annotated else (annotation,)
    )
    about = next((note for note in notes if isinstance(note, About)), About(""))
    many = given.kind is given.VAR_POSITIONAL
    return Argument(given.name, kind, given.default, about, many or given.kind is given.POSITIONAL_OR_KEYWORD, many)


def form_of(function: Callable[..., Any], *, limits: bool = True) -> Any:
    """A pydantic model of a function's arguments, which reads them.

    With `limits` it refuses other names and numbers out of limits.
    """
    from pydantic import ConfigDict, Field, create_model

    fields: dict[str, Any] = {
        one.name: (
            one.kind,
            Field(
                ... if one.required else one.default,
                description=one.about.line or None,
                ge=one.about.least if limits else None,
                le=one.about.most if limits else None,
            ),
        )
        for one in arguments_of(function)
    }
    return create_model(function.__name__, __config__=ConfigDict(extra="forbid" if limits else "ignore"), **fields)


def evaluated(function: Callable[..., Any], annotation: Any) -> Any:
    """An annotation of a function, which `from __future__ import annotations` leaves as a text."""
    names = vars(sys.modules[function.__module__])
    return eval(annotation, dict(names)) if isinstance(annotation, str) else annotation  # noqa: S307  our own source


def _with_former_names(method: F, was: Mapping[str, str]) -> F:
    @wraps(method)
    async def renamed(*given: Any, **named: Any) -> Any:
        for old in was.keys() & named.keys():
            told = f"{method.__name__}: {old} is called {was[old]} now."
            warnings.warn(told, DeprecationWarning, stacklevel=2)
            named[was[old]] = named.pop(old)
        return await method(*given, **named)

    return renamed  # type: ignore[return-value]


# Arguments of several verbs.

Query: TypeAlias = Annotated[str, About("A question or some words, English or Turkish.")]
Text: TypeAlias = Annotated[str, About("A statement or a message, English or Turkish, at most 200,000 characters.")]
Spoken: TypeAlias = Annotated[Role | str, About("Which part the speaker plays; a named person is a user.")]
Speaker: TypeAlias = Annotated[str | None, About("Who said it, for example Ada.")]
Session: TypeAlias = Annotated[str | None, About("A session that was started.")]
Project: TypeAlias = Annotated[
    str | None, About("What it is said at work on, a name of 1 to 200 characters; other projects it does not concern.")
]
AskedProject: TypeAlias = Annotated[
    str | None, About("What it is asked at work on: what was said at work on another one is left out.")
]
SaidAt: TypeAlias = Annotated[
    datetime | None, About("When it was said, like 2026-05-08T13:56:00Z; without a zone it is UTC, now when missing.")
]
ToObserve: TypeAlias = Annotated[
    Sequence[Mapping[str, Any]],
    About("1 to 50 messages in the order they were said, as mappings of what `observe` takes."),
]
Dry: TypeAlias = Annotated[bool, About("Show them and write nothing.")]
DryRun: TypeAlias = Annotated[bool, About("Tell what would become of it, and write nothing.")]
Key: TypeAlias = Annotated[
    str | None, About("Sent again with this key within a day, it is answered as before and not written.")
]
Globs: TypeAlias = Annotated[
    Sequence[str],
    About(
        "File globs it is limited to, like src/**/*.py. * stays within a folder, ** is any number of folders or none, "
        "{a,b} is either; dot files count; without a slash it is a file's name in any folder."
    ),
]
Tags: TypeAlias = Annotated[Sequence[str], About("Words it is found by.")]
Id: TypeAlias = Annotated[str, About("Of a memory: its start or the whole.")]
Name: TypeAlias = Annotated[str, About("Its address, like entity://person/ayse, or its name.")]
Path: TypeAlias = Annotated[
    str | None,
    About("A file, as the globs of scopes see it: only memories whose scope covers it, or have none."),
]
Task: TypeAlias = Annotated[str, About("What the agent is about to do; finds procedures for it.")]
Limit: TypeAlias = Annotated[int, About("How many.", 1, 100)]
Most: TypeAlias = Annotated[int, About("How many of each kind at most; the counts are of all.", 1, 10_000)]
Few: TypeAlias = Annotated[int, About("How many.", 1, 20)]
After: TypeAlias = Annotated[str | None, About("The cursor that the page before ended with.")]
Kind: TypeAlias = Annotated[Category | str | None, About("Found in the text when missing.")]
OfKind: TypeAlias = Annotated[Category | str | None, About("Only this kind of statement.")]
OfTier: TypeAlias = Annotated[Tier | str | None, About("Only this tier.")]
OfSpeaker: TypeAlias = Annotated[str | None, About("Only what this speaker said, spelt as it is stored.")]
OfEntity: TypeAlias = Annotated[str | None, About("Only what names this entity, by its address.")]
OfSession: TypeAlias = Annotated[str | None, About("Only what was said in this session.")]
SaidFrom: TypeAlias = Annotated[datetime | None, About("Only what was said then or later.")]
SaidUntil: TypeAlias = Annotated[datetime | None, About("Only what was said before.")]
RecordedFrom: TypeAlias = Annotated[datetime | None, About("Only what is known since then or later.")]
RecordedUntil: TypeAlias = Annotated[datetime | None, About("Only what was known before.")]
Weight: TypeAlias = Annotated[Priority | str | None, About("The category's when missing.")]
Pinned: TypeAlias = Annotated[bool, About("Keep it from decay and pruning.")]
Immutable: TypeAlias = Annotated[bool, About("Let no later statement change it.")]
Title: TypeAlias = Annotated[str, About("What the conversation is called.")]
Turns: TypeAlias = Annotated[
    Sequence[Mapping[str, object]], About("Mappings of text, speaker or role, and optionally time and id.")
]
TalkKey: TypeAlias = Annotated[str | None, About("Names the conversation across its changes.")]
Messages: TypeAlias = Annotated[
    Sequence[Mapping[str, object]], About("The last messages in their order; the last one of the user asks.")
]
ProcedureName: TypeAlias = Annotated[str, About("What is done, like: Deploy the billing service.")]
Steps: TypeAlias = Annotated[Sequence[str], About("In their order.")]
Done: TypeAlias = Annotated[
    Sequence[str], About('What was done, in order: sentences, or calls like Edit(file_path="a.py").')
]
Worked: TypeAlias = Annotated[bool | None, About("Whether it turned out well; not said when missing.")]
Tools: TypeAlias = Annotated[
    Mapping[str, str] | None, About("Versions of the tools at work by their names, a word each.")
]
FailedStep: TypeAlias = Annotated[int | str | None, About("The step that failed: its number from 1, or its text.")]
OfVersion: TypeAlias = Annotated[int | None, About("The version that was followed; the latest when missing.")]
Event: TypeAlias = Annotated[str, About("What happened.")]
Outcome: TypeAlias = Annotated[str, About("What came of it.")]
Block: TypeAlias = Annotated[str | None, About("All that a block showed, by the id a recall gave it.")]
Subject: TypeAlias = Annotated[
    str, About("Somebody or something by its address or name, or a room by its pointer, like W-001/R-02.")
]
Success: TypeAlias = Annotated[bool, About("Whether they helped.")]
Budget: TypeAlias = Annotated[int, About("Tokens of the whole block.", 1, 20_000)]
Hops: TypeAlias = Annotated[int, About("How many links away at the most.", 1, 4)]
Links: TypeAlias = Annotated[Sequence[LinkType], About("Only over such links.")]
Since: TypeAlias = Annotated[datetime | None, About("What began then or later.")]
Until: TypeAlias = Annotated[datetime | None, About("What began before.")]
KnownAt: TypeAlias = Annotated[datetime | None, About("As it was known then.")]
Pointer: TypeAlias = Annotated[str, About("Like W-001/R-02/D-003; the § may be left out.")]
ByTool: TypeAlias = Annotated[bool, About("For a tool: what people say of the same stays.")]
TombstoneId: TypeAlias = Annotated[str, About("Of a tombstone: its start or the whole.")]
File: TypeAlias = Annotated[pathlib.Path, About("An archive, such as ada.graphmem.zip.")]
Trusted: TypeAlias = Annotated[bool, About("Take its statements as said by those whom it names; your own export.")]
Taken: TypeAlias = Annotated[bool, About("Take its settings, too, where none were made here.")]
NewSession: TypeAlias = Annotated[str | None, About("1 to 200 characters; without it one is made.")]
SessionId: TypeAlias = Annotated[str, About("As it was started.")]
Agent: TypeAlias = Annotated[str | None, About("Who talks with the owner.")]
Anew: TypeAlias = Annotated[bool, About("Its agent has nothing before it any more of what was said and shown in it.")]
Apply: TypeAlias = Annotated[bool, About("Carry it out.")]
PlanId: TypeAlias = Annotated[str | None, About("Only this plan, by its id.")]
Confirm: TypeAlias = Annotated[bool, About("Carry out what a brake would stop.")]
InSpace: TypeAlias = Annotated[
    str | None, About("A space to tell it to, by its id or title; the asker's own memory when missing.")
]
FromSpaces: TypeAlias = Annotated[
    tuple[str, ...] | None,
    About(
        "Spaces to ask beside the own memory, by their ids or titles; * for all that may be read; by the setting "
        "when missing."
    ),
]
OfSpace: TypeAlias = Annotated[str, About("A space, by its id or title.")]
SpaceTitle: TypeAlias = Annotated[str, About("What the space is called, 1 to 100 characters.")]
Member: TypeAlias = Annotated[str, About("The name of an owner.")]
Given: TypeAlias = Annotated[Right | str, About("What the member may do; each right holds those before it.")]
OneAgent: TypeAlias = Annotated[str | None, About("The only agent of the member it is about; all when missing.")]
GivenUntil: TypeAlias = Annotated[datetime | None, About("When it ends by itself; never when missing.")]
Keeps: TypeAlias = Annotated[bool, About("Whether copies stay, marked, when their source has ended.")]
Proposed: TypeAlias = Annotated[bool, About("List what may be confirmed as a rule, not what stands.")]
Stands: TypeAlias = Annotated[bool, About("Whether it stands as a rule, or does no more.")]
ReviewId: TypeAlias = Annotated[str, About("Of a review, or the start of its id.")]
Decision: TypeAlias = Annotated[Verdict | str, About("Whether the newer statement replaced the older.")]
HeldAt: TypeAlias = Annotated[datetime | None, About("As it was then.")]
