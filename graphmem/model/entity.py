"""Entities, their mentions and the statements between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graphmem.model.ids import slug


class EntityType(StrEnum):
    """Kinds of entities; two of different kinds are never merged."""

    TECH = "tech"
    ORG = "org"
    PERSON = "person"
    PLACE = "place"
    PROJECT = "project"
    ITEM = "item"
    EVENT = "event"
    TOPIC = "topic"


@dataclass(frozen=True, slots=True)
class Typed:
    """An entity's type by the owner's declaration: name, confidence (0–1), and the reader that gave it."""

    name: str
    score: float
    by: str


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity named in a text: the name without case endings ("Ankara" for "Ankara'ya") and its type.

    `known_as` gives its address if another spelling does ("Lisbon" for "Lizbon"). `own` is a type that the owner
    declared, if one was found.
    """

    name: str
    type: EntityType
    known_as: str = ""
    own: Typed | None = field(default=None, compare=False)

    @property
    def uri(self) -> str:
        """`entity://{type}/{slug}`, the address within one owner."""
        return entity_uri(self.type, self.known_as or self.name)


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact read from a text: subject –predicate→ object, as in "Derek owns an efoil".

    `predicate` is a snake_case verb phrase ("owns", "lives_in"). `single`: a subject has one object at a time (a person
    lives in one city, but owns many things), so that another object closes this one. `ended`: the text states the end
    ("no longer works at"). `reported`: the speaker has it from others. `declared`: `single` is the owner's declaration.
    """

    subject: Mention
    predicate: str
    object: Mention
    text: str
    single: bool = False
    ended: bool = False
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    reported: bool = False
    declared: bool = False


def entity_uri(kind: EntityType, name: str) -> str:
    """The address of an entity within one owner."""
    return f"entity://{kind.value}/{slug(name)}"
