"""A dream's diary and a memory's life: sentences for people, each with what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Pointed:
    """A memory that a sentence is about. `pointer` is a turn that says it, None for one that was learned on purpose."""

    id: str
    text: str
    pointer: str | None = None


@dataclass(frozen=True, slots=True)
class DiaryLine:
    """A sentence of a dream's diary with the first memories that it is about; `count` is how many there are."""

    sentence: str
    memories: tuple[Pointed, ...] = ()
    count: int = 0


class LifeKind(StrEnum):
    """What happened to a memory."""

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
    """One thing that happened to a memory. `pointer` is the turn that said it, `memory` another memory that is meant,
    `dream` the id of the dream that did it, `rule` by which, `evidence` what spoke for it."""

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
    """What became of a memory, first to last; `told` counts the turns that say it, `accesses` how often it was used,
    `questions` and `question_days` in how many different questions, on how many days, it was shown."""

    memory: str
    text: str
    events: tuple[LifeEvent, ...]
    told: int
    accesses: int
    questions: int
    question_days: int
