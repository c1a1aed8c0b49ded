"""What the write path made of a message, stage by stage, so that every decision can be explained."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.category import Category
from graphmem.model.emotion import Feeling
from graphmem.model.entity import Mention, Statement
from graphmem.model.gate import GateAction


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage's verdict in a sentence; `passed` False where it ended the way to a memory."""

    name: str
    passed: bool
    detail: str


@dataclass(frozen=True, slots=True)
class StatementVerdict:
    """One statement of a message: what was formed, what the gate decided and which memory says it now.

    `memory` is None when nothing was written (skipped, or a dry run); `target` is the memory the decision concerns.
    `similarity` is calibrated, 0–1.
    """

    text: str
    category: Category
    confidence: float
    importance: float
    feeling: Feeling
    lesson: str
    action: GateAction
    reason: str
    similarity: float
    memory: str | None
    target: str | None
    entities: tuple[Mention, ...]
    facts: tuple[Statement, ...]
    foresight: bool
    valid_from: datetime
    valid_until: datetime | None


@dataclass(frozen=True, slots=True)
class Observation:
    """The way of one message. `pointer` and `drawer` cite its verbatim drawer (None in a dry run).

    `kept` says whether it went beyond the observer; a message that did not is filed all the same.
    """

    language: str
    kept: bool
    stages: tuple[Stage, ...]
    statements: tuple[StatementVerdict, ...] = ()
    relations: int = 0
    drawer: str | None = None
    pointer: str | None = None
    dry_run: bool = False
