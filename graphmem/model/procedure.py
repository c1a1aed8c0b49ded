"""An agent's records of its work: procedures in steps, and episodes with their outcomes.

Both are memories with all of a memory's fields: clocks, scope, strengths, counts of successful and failed uses. Recall
finds them beside statements.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.memory import Memory


@dataclass(frozen=True, slots=True)
class FormerSteps:
    """Former steps of a procedure, known from `recorded_at` to `retracted_at`, with counts of that time."""

    version: int
    steps: tuple[str, ...]
    success_count: int
    failure_count: int
    recorded_at: datetime
    retracted_at: datetime


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings in which a procedure is followed: a project, and versions of tools.

    Only a version's first number counts: 22.3 and 22.11 are the same.
    """

    project: str | None = None
    tools: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return self.project is not None or bool(self.tools)

    def __str__(self) -> str:
        tools = " and ".join(f"{name} {version}" for name, version in self.tools)
        project = f"in project {self.project}" if self.project is not None else ""
        return " ".join(filter(None, (project, f"with {tools}" if tools else "")))

    def holds(self, other: Surroundings) -> bool:
        """Whether a use in the other surroundings was in these."""
        had = dict(other.tools)
        return self.project in {None, other.project} and all(
            name in had and had[name].partition(".")[0] == version.partition(".")[0] for name, version in self.tools
        )


@dataclass(frozen=True, slots=True)
class Use:
    """The outcome of one use of a version, with the failed step, from 1, if reported.

    `counted`: the memory's own counts include it, which cover the latest version.
    """

    version: int
    success: bool
    at: datetime
    step: int | None = None
    surroundings: Surroundings = Surroundings()
    counted: bool = True


@dataclass(frozen=True, slots=True)
class StepFailures:
    """A step by number, from 1, and how often it failed."""

    step: int
    text: str
    failed: int


@dataclass(frozen=True, slots=True)
class Here:
    """A version's record in the given surroundings. The `share` has a prior from its other uses."""

    worked: int
    failed: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class VersionRecord:
    """A version's record: successes and failures, expected `share` of success (0–1), its 90 % interval.

    `failing` are its failed steps, the most frequent first; `here` is its record in the given surroundings.
    """

    version: int
    steps: tuple[str, ...]
    worked: int
    failed: int
    share: float
    low: float
    high: float
    failing: tuple[StepFailures, ...] = ()
    here: Here | None = None


@dataclass(frozen=True, slots=True)
class Procedure:
    """A named way to do something, in steps. `version` counts from 1 with every change of the steps.

    `memory` has its id, scope, clocks, and counts of all versions. If requested, `former` are the former steps, the
    oldest first, `versions` their records, `recommended` the version to follow, and `doubt` why that is not the latest
    ("" if it is). `regressions` say where the latest one fails and an earlier one worked.
    """

    memory: Memory
    name: str
    steps: tuple[str, ...]
    version: int = 1
    tags: tuple[str, ...] = ()
    former: tuple[FormerSteps, ...] = ()
    versions: tuple[VersionRecord, ...] = ()
    recommended: int | None = None
    doubt: str = ""
    regressions: tuple[str, ...] = ()

    @property
    def failing(self) -> tuple[StepFailures, ...]:
        """The failed steps of the latest version, the most frequent first."""
        return self.versions[-1].failing if self.versions else ()


@dataclass(frozen=True, slots=True)
class MatchingProcedure:
    """A procedure that fits a task; `score`, from 0, grows with its fit and its record."""

    procedure: Procedure
    score: float


@dataclass(frozen=True, slots=True)
class Episode:
    """An event and its outcome.

    `memory.valid_from` is its time, `steps` are the steps done, `worked` is whether it succeeded, None if unknown.
    """

    memory: Memory
    event: str
    outcome: str = ""
    tags: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    worked: bool | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Number of live memories of one kind and, about, of their texts' tokens."""

    memories: int
    tokens: int


@dataclass(frozen=True, slots=True)
class MemoryStats:
    """Counts of an owner's live memories, by category, tier and data source.

    `former` are memories that ended, were retracted or are versions. `drawers_by_role` are verbatim turns. The dormant
    tier also counts memories past their valid time.
    """

    memories: int
    tokens: int
    former: int
    by_category: dict[str, Tally] = field(default_factory=dict)
    by_tier: dict[str, Tally] = field(default_factory=dict)
    by_data_source: dict[str, Tally] = field(default_factory=dict)
    drawers_by_role: dict[str, Tally] = field(default_factory=dict)
    procedures: int = 0
    episodes: int = 0
    entities: int = 0
