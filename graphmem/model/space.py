"""A space: a memory that several owners may use, each by a right that somebody gave and may take back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from graphmem.model.palace import Owner

PREFIX = "space:"
"""Of the name of the owner that a space is; the rest is its id, which is drawn and never told to who may not read."""


class Right(StrEnum):
    """What a member may do; each holds those before it."""

    READ = "read"
    WRITE = "write"
    CURATE = "curate"
    ADMIN = "admin"

    def holds(self, other: Right) -> bool:
        """Whether who has this one may do what the other one is for."""
        rights = list(Right)
        return rights.index(self) >= rights.index(other)


@dataclass(frozen=True, slots=True)
class Space:
    """A space as one member sees it: what it is called, and the member's right, since when and until when (None:
    until it is taken back). Several spaces may have one title; the id tells them apart. `keeps_copies` is whether
    copies stay, marked, when their source has ended."""

    id: str
    title: str
    right: Right
    since: datetime
    until: datetime | None = None
    keeps_copies: bool = False

    @property
    def owner(self) -> Owner:
        """Whose memory it is: its own."""
        return owner_of(self.id)


@dataclass(frozen=True, slots=True)
class Shared:
    """A copy of a memory in a space: of which memory, in which space, the memory that it is there (None: what was there
    says it already), and where its turn lies."""

    source: str
    space: str
    memory: str | None
    pointer: str


@dataclass(frozen=True, slots=True)
class SpaceReads:
    """How many recalls of a member a space answered on a day (UTC)."""

    day: date
    member: str
    recalls: int


@dataclass(frozen=True, slots=True)
class Grant:
    """A right of a member: valid from `since` to `until`, known from `recorded_at` to `retracted_at`; None is an open
    end. `agent` is the only agent of the member that has it, `by` who gave it."""

    id: str
    member: str
    right: Right
    since: datetime
    until: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None
    by: str
    agent: str | None = None


def owner_of(id_: str) -> Owner:
    """The owner that a space is, by the space's id."""
    return Owner.named(PREFIX + id_)


def is_space(owner: Owner) -> bool:
    """Whether an owner is a space, by its name."""
    return owner.name.startswith(PREFIX)
