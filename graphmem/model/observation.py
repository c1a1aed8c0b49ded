"""The write path's result for a message, stage by stage, so that every decision can be explained."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.category import Category
from graphmem.model.emotion import Feeling
from graphmem.model.entity import Mention, Statement
from graphmem.model.gate import GateAction


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage's result in a sentence; `passed` False if no memory could follow."""

    name: str
    passed: bool
    detail: str


@dataclass(frozen=True, slots=True)
class StatementVerdict:
    """One statement of a message: what was formed, the gate's decision and the memory that now says it.

    `memory` is None if nothing was written (skipped, or a dry run); `target` is the memory of the decision.
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


NOT_FORGOTTEN = (
    "Nothing was forgotten yet. Where the user confirms it, forget each memory by its id (`forget`, `graphmem forget "
    "ID`) and delete each turn by its pointer (`deleteDrawer`, in Python `delete_drawer`). What is forgotten is only "
    "withheld, and can be lifted; what must be stored nowhere goes by deleting the turns that say it."
)
"""The remedy for candidates of a request to forget."""

NONE_FOUND = "Nothing that is remembered was found to be about it. Look for it with `recall`, and forget it by its id."


@dataclass(frozen=True, slots=True)
class Forgettable:
    """A candidate of a request to forget: a memory by id, or a turn without memories by pointer."""

    text: str
    memory: str | None = None
    pointer: str | None = None


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """A user's request to forget, in its `words`.

    `about` is its object, "" for what was just said. Nothing is forgotten automatically: `remedy` says how to forget
    those of the `candidates` that are meant.
    """

    words: str
    about: str
    candidates: tuple[Forgettable, ...]
    remedy: str

    @classmethod
    def of(cls, words: str, about: str, candidates: tuple[Forgettable, ...]) -> ForgetRequest:
        """The request with the remedy that fits."""
        return cls(words, about, candidates, NOT_FORGOTTEN if candidates else NONE_FOUND)


@dataclass(frozen=True, slots=True)
class Observation:
    """The result for one message. `pointer` and `drawer` cite its verbatim drawer (None in a dry run).

    `kept` says whether it passed the observer; other messages are filed all the same. `forget` are requests in it to
    forget, which a person must confirm.
    """

    language: str
    kept: bool
    stages: tuple[Stage, ...]
    statements: tuple[StatementVerdict, ...] = ()
    relations: int = 0
    drawer: str | None = None
    pointer: str | None = None
    dry_run: bool = False
    forget: tuple[ForgetRequest, ...] = ()
