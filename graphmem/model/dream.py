"""A dream: what it plans to change of an owner's memories, what it changed, and what was taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graphmem.model.category import Category
from graphmem.model.ids import digest
from graphmem.model.memory import Tier


class Step(StrEnum):
    """The parts of a dream, in their order. Each finds what it finds whatever the others do."""

    EXPIRY = "expiry"
    """What holds for a time only, and is over, goes to sleep."""
    PROMOTION = "promotion"
    """What was asked, told or useful again and again becomes semantic."""
    MERGE = "merge"
    """Of two that say the same, the one that says less, or later, goes to sleep and points to the other."""
    THEMES = "themes"
    """What one person said of one thing is listed together, in the words it was said in, or told in a model's."""
    PATTERNS = "patterns"
    """What recurs in several conversations is noted as a pattern, and what a model infers; nobody said it so."""
    SUMMARIES = "summaries"
    """What is best supported of a category is listed together."""
    SLEEP = "sleep"
    """What is worth least and nothing depends on goes to sleep."""
    REHEARSAL = "rehearsal"
    """What would hardly come to mind is gone over, and fades more slowly; no part of a whole dream."""


class RunState(StrEnum):
    """Where a run stands. `held` has written nothing and waits for a confirmation. A `running` one whose process is
    gone becomes `applied` as far as it came: a server or the next process that opens the store ends it."""

    HELD = "held"
    RUNNING = "running"
    APPLIED = "applied"
    UNDOING = "undoing"
    UNDONE = "undone"


WHOLE = tuple(step for step in Step if step is not Step.REHEARSAL)
"""The steps of a dream that nobody asks for single steps of: each writes only where a decision follows."""

REHEARSING = (Step.REHEARSAL,)
CONSOLIDATING = (Step.THEMES, Step.PATTERNS, Step.SUMMARIES)
COMPACTING = (Step.MERGE,)
VERBS = {"rehearse": REHEARSING, "consolidate": CONSOLIDATING, "compact": COMPACTING}
"""What these verbs do of a dream."""

DERIVING = frozenset({Step.THEMES, Step.PATTERNS, Step.SUMMARIES})
"""Steps that make memories of memories; nobody said what they make, so that nothing sleeps by them."""

UNMADE = "none"
"""The tier of a memory before a dream makes it."""

Values = Mapping[str, str]
"""Fields of a memory by name: `tier` and `sub_tier`; `merged_into`, the id of the one that says the same; `stability`
in days and `rehearsed_at`, an instant, empty for never."""


def moves(before: Values, after: Values) -> bool:
    """Whether a memory comes to another tier by a change; a rehearsal leaves it where it is."""
    return before["tier"] != after["tier"]


@dataclass(frozen=True, slots=True)
class Made:
    """A memory that a dream makes: of what memories, by id with what each says; `said_at` is the last one's."""

    category: Category
    language: str
    speaker: str
    importance: float
    confidence: float
    said_at: datetime
    sources: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Change:
    """What a dream means to change of one memory: the fields before and after, by which rule, and what speaks for it.

    `seen` is how the memory was read; one that differs when its turn comes is left as it is. `made` is what a memory is
    made of that there is none of before.
    """

    memory: str
    text: str
    step: Step
    rule: str
    evidence: tuple[str, ...]
    before: Values
    after: Values
    seen: tuple[object, ...] = field(default=(), repr=False)
    made: Made | None = None

    @property
    def sleeps(self) -> bool:
        """Whether something that was told goes to sleep by it."""
        return self.after["tier"] == Tier.DORMANT and self.step not in DERIVING


@dataclass(frozen=True, slots=True)
class StepReport:
    """What a step looked at and changed, or would, and how many memories it passed over, by the reason."""

    step: Step
    looked: int = 0
    changed: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a dream at an instant would change, and nothing written yet. `awake` memories there are; `brake` says why it
    would not begin without a confirmation, None when it would."""

    at: datetime
    awake: int
    steps: tuple[StepReport, ...]
    changes: tuple[Change, ...]
    brake: str | None = None

    @property
    def id(self) -> str:
        """The same for every plan that changes the same in the same way, and makes the same texts."""
        return digest("plan", *(_told(one) for one in self.changes))

    @property
    def sleeping(self) -> int:
        """How many memories it would put to sleep."""
        return sum(change.sleeps for change in self.changes)


def _told(one: Change) -> str:
    made = "" if one.made is None else f" {one.text}"
    return f"{one.memory} {_timeless(one.before)} {_timeless(one.after)}{made}"


def _timeless(values: Values) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in values.items() if name != "rehearsed_at")


@dataclass(frozen=True, slots=True)
class DreamRun:
    """A dream that was carried out, or waits for a confirmation. `number` counts the owner's runs from 1, `at` is its
    present, `by` the entrance it was asked for through; `changed` memories it changed, of which something of `undone`
    was taken back. `brake` is why it waited, or would have. Of `asked` questions so many found their answer before it
    and after it; `taken_back` is why it was undone by itself for that. Since `folded_at` each single change is known no
    more, and nothing of it can be undone."""

    id: str
    number: int
    state: RunState
    at: datetime
    ended_at: datetime | None
    by: str
    awake: int
    planned: int
    changed: int
    slept: int
    undone: int
    steps: tuple[StepReport, ...]
    brake: str | None = None
    asked: int = 0
    answered_before: int = 0
    answered_after: int = 0
    taken_back: str | None = None
    folded_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that no longer holds what a dream wrote when it was to be taken back; it was left as it is."""

    memory: str
    field: str
    written: str
    found: str


@dataclass(frozen=True, slots=True)
class Changed:
    """What a run changed of one memory. `place` is its number in the plan; `undone_at` is when somebody took it back,
    `conflicts` are what undoing left alone."""

    place: int
    memory: str
    text: str
    step: Step
    rules: tuple[str, ...]
    evidence: tuple[str, ...]
    before: Values
    after: Values
    undone_at: datetime | None = None
    conflicts: tuple[Conflict, ...] = ()

    @property
    def is_left(self) -> bool:
        """Whether undoing found nothing of it to take back: all that it changed has changed since."""
        fields = {conflict.field for conflict in self.conflicts}
        changed = {name for name, value in self.after.items() if value != self.before.get(name)}
        return "tier" in fields or (bool(fields) and fields >= changed)


@dataclass(frozen=True, slots=True)
class Dreamt:
    """What became of a plan; no run where there was nothing to change."""

    plan: Plan
    run: DreamRun | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back of a run: how many memories, and what of them could not be."""

    run: DreamRun
    memories: int
    conflicts: tuple[Conflict, ...] = ()
