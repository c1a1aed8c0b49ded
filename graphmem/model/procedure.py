"""What an agent keeps of its own work: how something is done, step by step, and what happened when it was tried.

Both are memories, with everything that a memory has: both clocks, a scope, strengths, counts of uses that turned out
well or badly. Recall finds them beside what was said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.memory import Memory


@dataclass(frozen=True, slots=True)
class FormerSteps:
    """The steps of a procedure before they were changed, known from `recorded_at` to `retracted_at`; the counts are as
    they stood then."""

    version: int
    steps: tuple[str, ...]
    success_count: int
    failure_count: int
    recorded_at: datetime
    retracted_at: datetime


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a procedure is followed: at work on a project, and with which versions of tools. Of a version the first
    number counts: 22.3 and 22.11 are the same."""

    project: str | None = None
    tools: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return self.project is not None or bool(self.tools)

    def __str__(self) -> str:
        tools = " and ".join(f"{name} {version}" for name, version in self.tools)
        project = f"in project {self.project}" if self.project is not None else ""
        return " ".join(filter(None, (project, f"with {tools}" if tools else "")))

    def holds(self, other: Surroundings) -> bool:
        """Whether what happened in the other ones happened in these."""
        had = dict(other.tools)
        return self.project in {None, other.project} and all(
            name in had and had[name].partition(".")[0] == version.partition(".")[0] for name, version in self.tools
        )


@dataclass(frozen=True, slots=True)
class Use:
    """How one use of a version turned out, and which of its steps failed, from 1, where that was told. `counted` is
    whether the memory's own counts have it: they have what the latest version did."""

    version: int
    success: bool
    at: datetime
    step: int | None = None
    surroundings: Surroundings = Surroundings()
    counted: bool = True


@dataclass(frozen=True, slots=True)
class StepFailures:
    """A step that failed, by its number from 1, and how often."""

    step: int
    text: str
    failed: int


@dataclass(frozen=True, slots=True)
class Here:
    """How a version did in the surroundings that were asked for. The `share` has a prior from its other uses."""

    worked: int
    failed: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class VersionRecord:
    """How a version of a procedure did: how often it worked and failed, the `share` of success that is expected of it
    (0–1), and the bounds between which that lies with a probability of 90 %. `failing` are its steps that failed, the
    most often first; `here` is how it did where it was asked for."""

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

    `memory` has its id, scope, clocks, and how often it helped, all versions together. Where they were asked for,
    `former` are the steps before, the oldest first, `versions` how each did, `recommended` is the one to follow, and
    `doubt` says why that is not the latest ("" where it is). `regressions` say where the latest one fails and an
    earlier one held.
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
        """The steps of the latest version that failed, the most often first."""
        return self.versions[-1].failing if self.versions else ()


@dataclass(frozen=True, slots=True)
class MatchingProcedure:
    """A procedure that fits a task; `score` from 0, the better fitting and the more proven the higher."""

    procedure: Procedure
    score: float


@dataclass(frozen=True, slots=True)
class Episode:
    """Something that happened, and how it turned out. `memory.valid_from` is when it happened, `steps` are what was
    done, and `worked` is whether it turned out well, None where nobody said."""

    memory: Memory
    event: str
    outcome: str = ""
    tags: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    worked: bool | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Live memories of one kind and about how many tokens their texts have."""

    memories: int
    tokens: int


@dataclass(frozen=True, slots=True)
class MemoryStats:
    """What an owner's memory holds, by category, tier and whose words they derive from; what is live alone counts.

    `former` are memories that ended, were retracted or are versions. `drawers` are verbatim turns, by role. Of the
    dormant tier those count, too, whose time is over.
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
