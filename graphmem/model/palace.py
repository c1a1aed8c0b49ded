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
"""Categories of Unicode: what controls, half surrogates, ends of lines and paragraphs."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, and by which way, for the audit: api, mcp, page, command line, library, graphmem itself.

    `key` is the prefix of the key, `agent` the one that it is bound to, `person` the label of a key that is bound to
    none, or this machine's own user.
    """

    via: str
    key: str | None = None
    agent: str | None = None
    person: str | None = None


@dataclass(frozen=True, slots=True)
class Owner:
    """The tenant: the name people use, and the key every query requires.

    `asked_at` is since when the bearer may speak for the owner: what was asked before an erasure writes nothing after
    it. Make a value of your own for each request; one that is kept is good until the owner is erased. `by` is who
    speaks for the owner, None for what goes on by itself. `author` is the key of the member who speaks in a space.
    """

    name: str
    key: str
    asked_at: datetime = field(default_factory=lambda: datetime.now(UTC), compare=False, repr=False)
    by: Actor | None = field(default=None, compare=False, repr=False)
    author: str | None = field(default=None, compare=False, repr=False)

    @classmethod
    def named(cls, name: str, by: Actor | None = None) -> Owner:
        """The owner of that name, however it is spelt in Unicode and whatever space surrounds it; the key is a digest.

        Raises InvalidInputError for a name that is empty, as of a variable that is not set, longer than LONGEST_NAME,
        or no text.
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
        """The owner as one agent speaks for it, unless one does already; `via` is the way where none is told. Raises
        InvalidInputError for a name that is empty, long or no text."""
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
    """What a wing is about, as far as its name tells: see `placing.wing_kind`."""

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
        """Read a pointer as an agent may write it: the sign and the zeros may be missing, case is free."""
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
    """A time slice of a wing, usually one conversation; times are None when the source had none."""

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
    """When a document was found to say this no longer."""


@dataclass(frozen=True, slots=True)
class Made:
    """A memory that was made of a turn: whether it is believed, of which category, limited to which files, the pointer
    of a turn that tells what replaced it, whether something ended it, be that still known or not, and its id."""

    believed: bool
    category: str
    scope: tuple[str, ...]
    replaced_in: str | None = None
    ended: bool = False
    id: str = ""


@dataclass(frozen=True, slots=True)
class PlacedDrawer:
    """A drawer with the names of where it lies and the pointers of its neighbours.

    `disputes` are the ids of drawers that say something else of the same: what it tells replaced or contradicts it;
    `made` are the memories that were made of it; `token_states` is what an encoder read of it, as it is stored.
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
    """Part of a list. `cursor` of the last item resumes after it; None on an empty page."""

    items: tuple[T, ...]
    cursors: tuple[str, ...]
    has_next: bool
