"""Memories and entities for readers: with sources, links and history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.model.memory import Memory


@dataclass(frozen=True, slots=True)
class Source:
    """A drawer that a memory derives from."""

    id: str
    pointer: str
    text: str
    speaker: str
    said_at: datetime | None


@dataclass(frozen=True, slots=True)
class Link:
    """A relation seen from one of its ends; `id` and `text` are the other memory's."""

    type: str
    outgoing: bool
    confidence: float
    detected_by: str
    valid_from: datetime
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class ChangeOfMind:
    """A memory that replaced another one.

    `newer` and `older` are their ids, `at` is when the newer began to hold, `ended` when the older ceased to, None
    while it holds.
    """

    newer: str
    newer_text: str
    at: datetime
    older: str
    older_text: str
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class Version:
    """A memory's former text and end of validity, as believed from `recorded_at` to `retracted_at`."""

    id: str
    text: str
    valid_until: datetime | None
    recorded_at: datetime
    retracted_at: datetime


@dataclass(frozen=True, slots=True)
class Spell:
    """A stay in a tier; `until` None while it lasts."""

    tier: str
    since: datetime
    until: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity by address."""

    uri: str
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class MemoryView:
    """A memory with its surroundings."""

    memory: Memory
    sources: tuple[Source, ...]
    relations: tuple[Link, ...]
    versions: tuple[Version, ...]
    tiers: tuple[Spell, ...]
    entities: tuple[EntityRef, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement between two entities with both clocks; open ends are None."""

    id: str
    subject: str
    subject_uri: str
    predicate: str
    object: str
    object_uri: str
    text: str
    confidence: float
    memory: str
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None

    def is_over(self, now: datetime) -> bool:
        """Whether it has ended or was retracted."""
        return self.retracted_at is not None or (self.valid_until is not None and self.valid_until <= now)


@dataclass(frozen=True, slots=True)
class MergedEntity:
    """An entity merged into another one, with method and time."""

    uri: str
    name: str
    score: float
    method: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity with the entities merged into it and its facts by start of valid time: its timeline."""

    uri: str
    type: str
    name: str
    aliases: tuple[str, ...]
    merged: tuple[MergedEntity, ...]
    facts: tuple[Fact, ...]
    mentions: int
    """Number of memories that mention it."""
    own_type: str | None = None
    """A type that its owner declared, with its confidence (0–1) and reader: similarity, model or person."""
    own_type_score: float | None = None
    own_type_by: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    """A person's values for the fields of its own type."""


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity in a list, with its number of mentions; `own_type` is one that its owner declared."""

    uri: str
    type: str
    name: str
    aliases: tuple[str, ...]
    mentions: int
    own_type: str | None = None
