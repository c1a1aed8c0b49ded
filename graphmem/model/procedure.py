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
class VersionRecord:
    """How a version of a procedure did: how often it worked and failed, the `share` of success that is expected of it
    (0–1), and the bounds between which that lies with a probability of 90 %."""

    version: int
    steps: tuple[str, ...]
    worked: int
    failed: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Procedure:
    """A named way to do something, in steps. `version` counts from 1 with every change of the steps.

    `memory` has its id, scope, clocks, and how often it helped, all versions together. Where they were asked for,
    `former` are the steps before, the oldest first, `versions` how each did, `recommended` is the one to follow, and
    `doubt` says why that is not the latest ("" where it is).
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
