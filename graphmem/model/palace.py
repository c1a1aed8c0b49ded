"""The palace: owner → wing → room → closet → drawer, and the AAAK pointer that cites a drawer."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Generic, TypeVar

from graphmem.errors import InvalidInputError
from graphmem.model.ids import owner_key

T = TypeVar("T")
LONGEST_NAME = 200
"""Characters of an owner's name."""

_POINTER = re.compile(r"^\s*§?\s*W-(\d{1,9})/R-(\d{1,9})/D-(\d{1,9})\s*$", re.IGNORECASE)


_NO_TEXT = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories: control characters, surrogates, line and paragraph separators."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The actor and the channel for the audit: api, mcp, page, command line, library, graphmem itself.

    `key` is the prefix of the key, `agent` the agent it is bound to, `person` the label of a key without an agent, or
    this machine's user.
    """

    via: str
    key: str | None = None
    agent: str | None = None
    person: str | None = None


@dataclass(frozen=True, slots=True)
class Owner:
    """The tenant: the name for people, and the key that every query requires.

    `asked_at` is the time of the request: a request from before an erasure writes nothing after it. Make a value for
    each request; a kept one is valid until the owner is erased. `by` is the actor, None for automatic work. `author` is
    the key of the member who writes in a space.
    """

    name: str
    key: str
    asked_at: datetime = field(default_factory=lambda: datetime.now(UTC), compare=False, repr=False)
    by: Actor | None = field(default=None, compare=False, repr=False)
    author: str | None = field(default=None, compare=False, repr=False)

    @classmethod
    def named(cls, name: str, by: Actor | None = None) -> Owner:
        """The owner with that name, in any Unicode form and with any surrounding space; the key is a digest.

        Raises InvalidInputError for a name that is empty (an unset variable), longer than LONGEST_NAME, or no text.
        """
        plain = unicodedata.normalize("NFC", name.strip())
        if not plain:
            raise _unnamed(
                f"The owner's name is empty: {name[:20]!r}.", "Name one, or leave the owner out for your own."
            )
        if len(plain) > LONGEST_NAME:
            raise _unnamed(
                f"The owner's name has {len(plain):,} characters: {plain[:40]!r} …",
                f"Choose one of {LONGEST_NAME} or fewer.",
            )
        if any(unicodedata.category(sign) in _NO_TEXT for sign in plain):
            raise _unnamed(
                f"The owner {plain!r} holds what is no character, or one that only controls.",
                "Write it in UTF-8, on one line.",
            )
        return cls(plain, owner_key(plain), by=by)

    def spoken_by(self, agent: str, via: str) -> Owner:
        """The owner with this agent as actor, unless it has one; `via` is the channel if none is set.

        Raises InvalidInputError for a name that is empty, long or no text.
        """
        by = Actor(via) if self.by is None else self.by
        if by.agent is None:
            if not 0 < len(agent) <= LONGEST_NAME or any(unicodedata.category(sign) in _NO_TEXT for sign in agent):
                raise InvalidInputError(
                    f"The agent's name is {agent[:40]!r}.",
                    field="agent",
                    remedy=f"Choose one of {LONGEST_NAME} or fewer.",
                )
            by = replace(by, agent=agent, person=None)
        return Owner(self.name, self.key, self.asked_at, by, self.author)


def _unnamed(message: str, remedy: str) -> InvalidInputError:
    return InvalidInputError(message, field="owner", remedy=remedy)


class WingKind(StrEnum):
    """The subject of a wing, as far as its name tells: see `placing.wing_kind`."""

    PERSON = "person"
    PROJECT = "project"
    TOPIC = "topic"
    AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Pointer:
    """`§ W-042/R-11/D-007`: numbers of wing, room and drawer, each stable for one owner."""

    wing: int
    room: int
    drawer: int

    def __str__(self) -> str:
        return f"§ W-{self.wing:03d}/R-{self.room:02d}/D-{self.drawer:03d}"

    @classmethod
    def parse(cls, text: str) -> Pointer:
        """Parse a pointer in any case, also without sign and zeros. Raises InvalidInputError."""
        found = _POINTER.match(text)
        if found is None:
            raise InvalidInputError(
                f"{text[:80]!r} is no pointer.", field="pointer", remedy="Write it like § W-042/R-11/D-007."
            )
        return cls(*(int(number) for number in found.groups()))


@dataclass(frozen=True, slots=True)
class Wing:
    """A subject: person, project, topic or agent."""

    id: str
    number: int
    name: str
    slug: str
    kind: WingKind
    rooms: int


@dataclass(frozen=True, slots=True)
class Room:
    """A session of a wing, usually one conversation; times are None if the source had none."""

    id: str
    number: int
    title: str
    slug: str
    started_at: datetime | None
    ended_at: datetime | None
    drawers: int


@dataclass(frozen=True, slots=True)
class Closet:
    """A topic within a room."""

    id: str
    number: int
    topic: str
    slug: str
    drawers: int


@dataclass(frozen=True, slots=True)
class Drawer:
    """One turn, word for word. `position` counts from 0 within its room."""

    id: str
    text: str
    speaker: str
    role: str
    said_at: datetime | None
    position: int
    pointer: str
    tags: tuple[str, ...]
    language: str
    embedded: bool
    source_id: str | None
    ended_at: datetime | None = None
    """When its document was found to have lost this text."""


@dataclass(frozen=True, slots=True)
class Made:
    """A memory derived from a turn, with its present state.

    Its fields tell whether it is live, its category and file scope, the pointer of the turn that replaced it, whether
    it ended, even if the turn that ended it is gone, its id, and the pointer of the turn that gave a fact of it another
    value.
    """

    believed: bool
    category: str
    scope: tuple[str, ...]
    replaced_in: str | None = None
    ended: bool = False
    id: str = ""
    changed_in: str | None = None


@dataclass(frozen=True, slots=True)
class PlacedDrawer:
    """A drawer with the names of its place and the pointers of its neighbours.

    `disputes` are the ids of drawers that replace or contradict it; `made` are the memories derived from it;
    `token_states` are its stored token states.
    """

    drawer: Drawer
    wing: str
    room: str
    closet: str
    previous: str | None
    next: str | None
    disputes: tuple[str, ...] = ()
    made: tuple[Made, ...] = ()
    token_states: bytes | None = None


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Part of a list. The last of `cursors` resumes after it; an empty page has none."""

    items: tuple[T, ...]
    cursors: tuple[str, ...]
    has_next: bool
