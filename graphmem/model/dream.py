"""A dream: its plan of changes to an owner's memories, the changes made, and their undo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graphmem.model.category import Category
from graphmem.model.ids import digest
from graphmem.model.memory import Tier


class Step(StrEnum):
    """The steps of a dream, in order. Each plans on its own."""

    EXPIRY = "expiry"
    """Memories past their bounded valid time become dormant."""
    PROMOTION = "promotion"
    """Memories that were asked for, told or useful repeatedly become semantic."""
    MERGE = "merge"
    """Of two memories that say the same, the one that says less, or later, sleeps and points to the other."""
    THEMES = "themes"
    """A person's statements about one thing are listed together, verbatim or in a model's words."""
    PATTERNS = "patterns"
    """A recurrence in several conversations, or a model's inference, becomes a pattern, marked as derived."""
    SUMMARIES = "summaries"
    """A category's best supported statements are listed together."""
    SLEEP = "sleep"
    """Memories of least worth on which nothing depends become dormant."""
    REHEARSAL = "rehearsal"
    """Fading memories are rehearsed and fade more slowly; not part of a whole dream."""


class RunState(StrEnum):
    """The state of a run.

    `held` has written nothing and waits for a confirmation. A dead process's `running` one becomes `applied` with the
    changes made: a server or the next process that opens the store ends it.
    """

    HELD = "held"
    RUNNING = "running"
    APPLIED = "applied"
    UNDOING = "undoing"
    UNDONE = "undone"


WHOLE = tuple(step for step in Step if step is not Step.REHEARSAL)
"""The steps of a dream by default: each writes only what follows from a decision."""

REHEARSING = (Step.REHEARSAL,)
CONSOLIDATING = (Step.THEMES, Step.PATTERNS, Step.SUMMARIES)
COMPACTING = (Step.MERGE,)
VERBS = {"rehearse": REHEARSING, "consolidate": CONSOLIDATING, "compact": COMPACTING}
"""The steps of the verbs of these names."""

DERIVING = frozenset({Step.THEMES, Step.PATTERNS, Step.SUMMARIES})
"""Steps that derive memories from memories; they put no statement to sleep, since nobody said theirs."""

UNMADE = "none"
"""The tier of a memory before a dream makes it."""

Values = Mapping[str, str]
"""Fields of a memory: `tier`, `sub_tier`; `merged_into`, the id of the memory that says the same;
`stability` in days and `rehearsed_at`, an instant, "" for never."""


def moves(before: Values, after: Values) -> bool:
    """Whether a change moves a memory to another tier; a rehearsal does not."""
    return before["tier"] != after["tier"]


@dataclass(frozen=True, slots=True)
class Made:
    """The memory that a dream makes: its sources by id with their texts; `said_at` is the latest source's."""

    category: Category
    language: str
    speaker: str
    importance: float
    confidence: float
    said_at: datetime
    sources: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Change:
    """A planned change of one memory: fields before and after, rule and evidence.

    `seen` is the memory's state when read; if it differs later, the change is skipped. `made` is set for a memory that
    the change creates.
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
        """Whether the change makes a non-derived memory dormant."""
        return self.after["tier"] == Tier.DORMANT and self.step not in DERIVING


@dataclass(frozen=True, slots=True)
class StepReport:
    """Numbers of memories that a step looked at and changed, or would change, and skipped ones by reason."""

    step: Step
    looked: int = 0
    changed: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes of a dream at an instant, not written yet.

    `awake` counts awake memories; `brake` says why it needs a confirmation, None if it does not.
    """

    at: datetime
    awake: int
    steps: tuple[StepReport, ...]
    changes: tuple[Change, ...]
    brake: str | None = None

    @property
    def id(self) -> str:
        """Equal for plans with the same changes and the same derived texts."""
        return digest("plan", *(_as_text(one) for one in self.changes))

    @property
    def sleeping(self) -> int:
        """Number of memories that the plan makes dormant."""
        return sum(change.sleeps for change in self.changes)


def _as_text(one: Change) -> str:
    made = "" if one.made is None else f" {one.text}"
    return f"{one.memory} {_timeless(one.before)} {_timeless(one.after)}{made}"


def _timeless(values: Values) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in values.items() if name != "rehearsed_at")


@dataclass(frozen=True, slots=True)
class DreamRun:
    """A dream that was applied or waits for a confirmation.

    `number` counts the owner's runs from 1, `at` is its present, `by` its channel; `changed` counts memories changed,
    `undone` those with a change undone. `brake` is why it waited. `asked` probe questions found their answer
    `answered_before` and `answered_after` times; `taken_back` is why the probe undid it. After `folded_at` single
    changes are gone and cannot be undone.
    """

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
    """A field that no longer has the value that a dream wrote; undoing left it unchanged."""

    memory: str
    field: str
    written: str
    found: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A run's change of one memory.

    `place` is its number in the plan; `undone_at` is when it was undone, `conflicts` are the fields that undoing left
    unchanged.
    """

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
        """Whether undoing restored nothing, since all that the run changed has changed again."""
        fields = {conflict.field for conflict in self.conflicts}
        changed = {name for name, value in self.after.items() if value != self.before.get(name)}
        return "tier" in fields or (bool(fields) and fields >= changed)


@dataclass(frozen=True, slots=True)
class Dreamt:
    """The result of a plan; no run if there was nothing to change."""

    plan: Plan
    run: DreamRun | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """The result of undoing a run: number of memories, and fields that could not be restored."""

    run: DreamRun
    memories: int
    conflicts: tuple[Conflict, ...] = ()
