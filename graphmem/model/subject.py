"""Everything that is stored about a named person, for that person to see: a data-subject report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.category import Category
from graphmem.model.memory import DataSource, Tier
from graphmem.model.transcript import Role
from graphmem.model.views import Fact


@dataclass(frozen=True, slots=True)
class SubjectEntity:
    """An entity that goes by the name, with its other spellings and those of entities merged into it."""

    uri: str
    type: str
    name: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubjectMemory:
    """A memory that names the person: whose words it derives from, both clocks, what it said before, and the pointers
    of at most fifty turns that say it."""

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
    """An edge from such a memory, or to it where it is not `outgoing`: `other` is the other memory's id."""

    memory: str
    type: str
    outgoing: bool
    other: str
    text: str
    valid_from: datetime


@dataclass(frozen=True, slots=True)
class SubjectTurn:
    """A turn, word for word, that names the person or is theirs."""

    id: str
    pointer: str
    text: str
    speaker: str
    role: Role
    said_at: datetime | None


@dataclass(frozen=True, slots=True)
class SubjectCounts:
    """How much there is. `withheld` memories were forgotten, and nothing of them is told."""

    entities: int = 0
    memories: int = 0
    facts: int = 0
    relations: int = 0
    turns: int = 0
    withheld: int = 0


@dataclass(frozen=True, slots=True)
class SubjectPart:
    """What one memory holds: the owner's own, or that of a `space` that they may read, which has a `title`."""

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
    """What is stored about the `name` at an instant. `counts` are of all, of which lists may be cut."""

    name: str
    at: datetime
    counts: SubjectCounts
    is_cut: bool
    parts: tuple[SubjectPart, ...]
