"""A dream's diary and a memory's life: sentences for people, each with its memories."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Pointed:
    """A memory that a sentence is about. `pointer` is one of its turns, None if it was learned directly."""

    id: str
    text: str
    pointer: str | None = None


@dataclass(frozen=True, slots=True)
class DiaryLine:
    """A sentence of a dream's diary with the first memories that it is about; `count` is their number."""

    sentence: str
    memories: tuple[Pointed, ...] = ()
    count: int = 0


class LifeKind(StrEnum):
    """The kind of an event in a memory's life."""

    TOLD = "told"
    LEARNED = "learned"
    CLIMBED = "climbed"
    SLEPT = "slept"
    WOKEN = "woken"
    TAKEN_BACK = "taken_back"
    REWORDED = "reworded"
    REPLACED = "replaced"
    RETRACTED = "retracted"


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """An event of a memory.

    `pointer` is its turn, `memory` another memory involved, `dream` the dream's id, with its `rule` and `evidence`.
    """

    at: datetime
    kind: LifeKind
    sentence: str
    pointer: str | None = None
    memory: str | None = None
    dream: str | None = None
    rule: str | None = None
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Life:
    """A memory's history, first event first.

    `told` counts its turns, `accesses` its uses, `questions` and `question_days` the questions, and days, for which it
    was shown.
    """

    memory: str
    text: str
    events: tuple[LifeEvent, ...]
    told: int
    accesses: int
    questions: int
    question_days: int
