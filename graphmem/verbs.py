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
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
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
    """A verb: method, scope of a key, audit entry, and GraphQL field (both None where missing).

    `wire` is its name in `/calls/NAME`, where a running server answers it for the command line.
    """

    method: Callable[..., Coroutine[Any, Any, Any]]
    needs: Scope
    noted: Noted | None
    field: str | None
    wire: str | None

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
        """Its arguments by name, in order."""
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
) -> Callable[[F], F]:
    """Mark a method as a verb."""

    def mark(method: F) -> F:
        vars(method)["verb"] = Verb(method, needs, noted, field, wire)
        return method

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


# Arguments of several verbs.

Query: TypeAlias = Annotated[str, About("A question or some words, English or Turkish.")]
Text: TypeAlias = Annotated[str, About("A statement or a message, English or Turkish, at most 200,000 characters.")]
Spoken: TypeAlias = Annotated[Role | str, About("The role of the speaker; a named person is a user.")]
Speaker: TypeAlias = Annotated[str | None, About("The speaker's name, for example Ada.")]
Session: TypeAlias = Annotated[str | None, About("A session that was started.")]
Project: TypeAlias = Annotated[
    str | None, About("The project that it is about, a name of 1 to 200 characters; other projects do not see it.")
]
AskedProject: TypeAlias = Annotated[str | None, About("The project at work: memories of other projects are left out.")]
SaidAt: TypeAlias = Annotated[
    datetime | None,
    About("The time of the statement, like 2026-05-08T13:56:00Z; UTC without a zone, now when missing."),
]
ToObserve: TypeAlias = Annotated[
    Sequence[Mapping[str, Any]],
    About("1 to 50 messages in the order they were said, as mappings of `observe`'s arguments."),
]
Dry: TypeAlias = Annotated[bool, About("Only list them, and write nothing.")]
DryRun: TypeAlias = Annotated[bool, About("Show the verdicts, and write nothing.")]
Key: TypeAlias = Annotated[
    str | None, About("A key of the request: repeated within a day, it gets the same answer and writes nothing.")
]
Globs: TypeAlias = Annotated[
    Sequence[str],
    About(
        "File globs it is limited to, like src/**/*.py. * stays within a folder, ** is any number of folders or none, "
        "{a,b} is either; dot files count; without a slash it is a file's name in any folder."
    ),
]
Tags: TypeAlias = Annotated[Sequence[str], About("Words by which searches find it.")]
Id: TypeAlias = Annotated[str, About("The id of a memory, or its start.")]
Name: TypeAlias = Annotated[str, About("An entity's address, like entity://person/ayse, or its name.")]
Path: TypeAlias = Annotated[
    str | None,
    About("A file, as the globs of scopes see it: only memories whose scope covers it, or have none."),
]
Task: TypeAlias = Annotated[str, About("The agent's next task, for which procedures are searched.")]
Limit: TypeAlias = Annotated[int, About("Number of results.", 1, 100)]
Most: TypeAlias = Annotated[int, About("Most results of each kind; the counts are of all.", 1, 10_000)]
Few: TypeAlias = Annotated[int, About("Number of results.", 1, 20)]
After: TypeAlias = Annotated[str | None, About("The cursor at the end of the previous page.")]
Kind: TypeAlias = Annotated[Category | str | None, About("The category; read from the text when missing.")]
OfKind: TypeAlias = Annotated[Category | str | None, About("Only this kind of statement.")]
OfTier: TypeAlias = Annotated[Tier | str | None, About("Only this tier.")]
OfSpeaker: TypeAlias = Annotated[str | None, About("Only statements of this speaker, spelt as stored.")]
OfEntity: TypeAlias = Annotated[str | None, About("Only memories that name this entity, by its address.")]
OfSession: TypeAlias = Annotated[str | None, About("Only statements of this session.")]
SaidFrom: TypeAlias = Annotated[datetime | None, About("Only statements said then or later.")]
SaidUntil: TypeAlias = Annotated[datetime | None, About("Only statements said before.")]
RecordedFrom: TypeAlias = Annotated[datetime | None, About("Only memories recorded then or later.")]
RecordedUntil: TypeAlias = Annotated[datetime | None, About("Only memories recorded before.")]
Weight: TypeAlias = Annotated[Priority | str | None, About("The priority; the category's when missing.")]
Pinned: TypeAlias = Annotated[bool, About("Protect it from decay and pruning.")]
Immutable: TypeAlias = Annotated[bool, About("Make it a truth anchor, which no later statement changes.")]
Title: TypeAlias = Annotated[str, About("The title of the conversation.")]
Turns: TypeAlias = Annotated[
    Sequence[Mapping[str, object]], About("Mappings of text, speaker or role, and optionally time and id.")
]
TalkKey: TypeAlias = Annotated[str | None, About("The conversation's id across its changes.")]
Messages: TypeAlias = Annotated[
    Sequence[Mapping[str, object]], About("The last messages in their order; the last one of the user asks.")
]
ProcedureName: TypeAlias = Annotated[str, About("The procedure's name, like: Deploy the billing service.")]
Steps: TypeAlias = Annotated[Sequence[str], About("The steps, in order.")]
Done: TypeAlias = Annotated[
    Sequence[str], About('The steps, in order: sentences, or calls like Edit(file_path="a.py").')
]
Worked: TypeAlias = Annotated[bool | None, About("Whether it turned out well; unknown when missing.")]
Tools: TypeAlias = Annotated[Mapping[str, str] | None, About("Versions of the tools in use by name, a word each.")]
FailedStep: TypeAlias = Annotated[int | str | None, About("The step that failed: its number from 1, or its text.")]
OfVersion: TypeAlias = Annotated[int | None, About("The version that was followed; the latest when missing.")]
Event: TypeAlias = Annotated[str, About("The event, in a sentence.")]
Outcome: TypeAlias = Annotated[str, About("The outcome, in a sentence.")]
Block: TypeAlias = Annotated[str | None, About("All memories and turns of a block, by its id in the recall.")]
Subject: TypeAlias = Annotated[
    str, About("An entity by its address or name, or a room by its pointer, like W-001/R-02.")
]
Success: TypeAlias = Annotated[bool, About("Whether they helped.")]
Budget: TypeAlias = Annotated[int, About("Tokens of the whole block.", 1, 20_000)]
Hops: TypeAlias = Annotated[int, About("Most links between the memories.", 1, 4)]
Links: TypeAlias = Annotated[Sequence[LinkType], About("Only links of these types.")]
Since: TypeAlias = Annotated[datetime | None, About("Only facts and events that began then or later.")]
Until: TypeAlias = Annotated[datetime | None, About("Only facts and events that began before.")]
KnownAt: TypeAlias = Annotated[datetime | None, About("The graph as recorded by then.")]
Pointer: TypeAlias = Annotated[str, About("Like W-001/R-02/D-003; the § may be left out.")]
ByTool: TypeAlias = Annotated[bool, About("Whether a tool asks: people's statements of the same stay.")]
TombstoneId: TypeAlias = Annotated[str, About("The id of a tombstone, or its start.")]
File: TypeAlias = Annotated[pathlib.Path, About("An archive, such as ada.graphmem.zip.")]
Trusted: TypeAlias = Annotated[
    bool, About("Trust its statements, as those of the people it names; for your own export.")
]
Taken: TypeAlias = Annotated[bool, About("Also import its settings, unless settings exist here.")]
NewSession: TypeAlias = Annotated[str | None, About("The session's id, 1 to 200 characters; made when missing.")]
SessionId: TypeAlias = Annotated[str, About("The id of a session, as it was started.")]
Agent: TypeAlias = Annotated[str | None, About("The agent that talks with the owner.")]
Anew: TypeAlias = Annotated[bool, About("Whether the agent's context has lost the session's messages and blocks.")]
Apply: TypeAlias = Annotated[bool, About("Run it.")]
PlanId: TypeAlias = Annotated[str | None, About("Only this plan, by its id.")]
Confirm: TypeAlias = Annotated[bool, About("Run it even if a brake would stop it.")]
InSpace: TypeAlias = Annotated[
    str | None, About("A space to contribute to, by its id or title; the caller's own memory when missing.")
]
FromSpaces: TypeAlias = Annotated[
    tuple[str, ...] | None,
    About(
        "Spaces to search besides the own memory, by ids or titles; * for all readable ones; the setting when missing."
    ),
]
OfSpace: TypeAlias = Annotated[str, About("A space, by its id or title.")]
SpaceTitle: TypeAlias = Annotated[str, About("The title of the space, 1 to 100 characters.")]
Member: TypeAlias = Annotated[str, About("The name of an owner.")]
Given: TypeAlias = Annotated[Right | str, About("The member's right; each right includes those before it.")]
OneAgent: TypeAlias = Annotated[str | None, About("The only agent of the member with the right; all when missing.")]
GivenUntil: TypeAlias = Annotated[datetime | None, About("The end of the right; never when missing.")]
Keeps: TypeAlias = Annotated[bool, About("Whether copies stay, marked, when their source has ended.")]
Proposed: TypeAlias = Annotated[bool, About("List the candidates instead of the confirmed rules.")]
Stands: TypeAlias = Annotated[bool, About("Whether it is a rule from now on.")]
ReviewId: TypeAlias = Annotated[str, About("Of a review, or the start of its id.")]
Decision: TypeAlias = Annotated[Verdict | str, About("Whether the newer statement replaced the older.")]
HeldAt: TypeAlias = Annotated[datetime | None, About("As it was then.")]
