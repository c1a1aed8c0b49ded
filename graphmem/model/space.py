"""A space: a memory that several owners use, each by a right that can be revoked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from graphmem.model.palace import Owner

PREFIX = "space:"
"""Prefix of a space's owner name; the rest is its id, which is random and shown to readers only."""


class Right(StrEnum):
    """The rights of a member; each includes those before it."""

    READ = "read"
    WRITE = "write"
    CURATE = "curate"
    ADMIN = "admin"

    def holds(self, other: Right) -> bool:
        """Whether this right includes the other one."""
        rights = list(Right)
        return rights.index(self) >= rights.index(other)


@dataclass(frozen=True, slots=True)
class Space:
    """A space as one member sees it: title, and the member's right with its start and end (None: open).

    Several spaces may have one title; the id tells them apart. `keeps_copies`: copies stay, marked, after their source
    has ended.
    """

    id: str
    title: str
    right: Right
    since: datetime
    until: datetime | None = None
    keeps_copies: bool = False

    @property
    def owner(self) -> Owner:
        """The space as an owner."""
        return owner_of(self.id)


@dataclass(frozen=True, slots=True)
class Shared:
    """A copy of a memory in a space.

    It has the source, the space, the memory there (None: an existing one says it already), and its turn.
    """

    source: str
    space: str
    memory: str | None
    pointer: str


@dataclass(frozen=True, slots=True)
class SpaceReads:
    """Number of a member's recalls that a space answered on a day (UTC)."""

    day: date
    member: str
    recalls: int


@dataclass(frozen=True, slots=True)
class Grant:
    """A right of a member: valid from `since` to `until`, known from `recorded_at` to `retracted_at`.

    None is open. `agent` is the only agent of the member that has it, `by` the name of the giver.
    """

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
    """The owner of a space's memory, by the space's id."""
    return Owner.named(PREFIX + id_)


def is_space(owner: Owner) -> bool:
    """Whether an owner is a space, by its name."""
    return owner.name.startswith(PREFIX)
