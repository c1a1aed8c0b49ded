"""The data-subject report: all stored data about a named person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.category import Category
from graphmem.model.memory import DataSource, Tier
from graphmem.model.transcript import Role
from graphmem.model.views import Fact


@dataclass(frozen=True, slots=True)
class SubjectEntity:
    """An entity with the name, with its other spellings and those of entities merged into it."""

    uri: str
    type: str
    name: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubjectMemory:
    """A memory that names the person.

    It has the data source, both clocks, former texts, and the pointers of fifty of its turns at most.
    """

    id: str
    text: str
    category: Category
    tier: Tier
    speaker: str
    data_source: DataSource
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None
    former: tuple[str, ...]
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubjectRelation:
    """An edge from such a memory, or to it if it is not `outgoing`: `other` is the other memory's id."""

    memory: str
    type: str
    outgoing: bool
    other: str
    text: str
    valid_from: datetime


@dataclass(frozen=True, slots=True)
class SubjectTurn:
    """A verbatim turn that names the person or is theirs."""

    id: str
    pointer: str
    text: str
    speaker: str
    role: Role
    said_at: datetime | None


@dataclass(frozen=True, slots=True)
class SubjectCounts:
    """Counts of all data. `withheld` memories were forgotten; nothing else of them is shown."""

    entities: int = 0
    memories: int = 0
    facts: int = 0
    relations: int = 0
    turns: int = 0
    withheld: int = 0


@dataclass(frozen=True, slots=True)
class SubjectPart:
    """The data in one memory: the owner's own, or that of a readable `space`, which has a `title`."""

    space: str | None
    title: str | None
    counts: SubjectCounts
    entities: tuple[SubjectEntity, ...]
    memories: tuple[SubjectMemory, ...]
    facts: tuple[Fact, ...]
    relations: tuple[SubjectRelation, ...]
    turns: tuple[SubjectTurn, ...]


@dataclass(frozen=True, slots=True)
class SubjectReport:
    """The data about the `name` at an instant. `counts` are complete; the lists may be cut."""

    name: str
    at: datetime
    counts: SubjectCounts
    is_cut: bool
    parts: tuple[SubjectPart, ...]
