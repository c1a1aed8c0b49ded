"""Durable background work: what a job is, the states it goes through, and how long a failed one waits.

    queued ──claim──▶ running ──▶ done
      ▲                 │ ├─────▶ failed ──(run_after)──▶ running …
      │                 │ └─────▶ dead      attempts used up, or an error that no retry can mend
      └─── handed back ─┘                   a dead one is queued again by a person; a queued one may be cancelled

Whoever claims a job holds it until `lease_until`, by the database's clock. `token` grows with every claim, so a worker
that was thought dead cannot end a job which another has taken since.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.model.palace import Owner

MAX_ATTEMPTS = 5
"""Claims of one job before it is dead; one that ended with its worker counts, since the job may be what killed it."""

BACKOFF_SECONDS = 2.0
BACKOFF_CAP_SECONDS = 600.0
"""Waits of 2, 4, 8, 16 s …, ten minutes at the most: a model's outage is over by then, or somebody has to look."""


class JobKind(StrEnum):
    """What there is to do. A worker takes the kinds that it was given handlers for.

    IMPORT and DREAM_RUN are done by the process that began them. A worker gets one only when that process is gone, and
    closes it: it removes what the import wrote, and ends the dream as far as it came."""

    MINE = "mine"
    EXTRACT = "extract"
    BACKFILL = "backfill"
    DREAM = "dream"
    REHEARSE = "rehearse"
    IMPORT = "import"
    DREAM_RUN = "dream_run"
    WEBHOOK = "webhook"


MAINTENANCE = frozenset({
    *(JobKind.BACKFILL, JobKind.DREAM, JobKind.REHEARSE, JobKind.IMPORT, JobKind.DREAM_RUN, JobKind.WEBHOOK),
})  # fmt: skip
"""What nobody waits for: together they never take the last place of a worker."""


class JobState(StrEnum):
    """Where a job stands. `failed` waits for its next attempt; `dead` waits for a person."""

    QUEUED = "queued"
    RUNNING = "running"
    FAILED = "failed"
    DONE = "done"
    DEAD = "dead"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Job:
    """A job as anybody may see it; its payload is for the handler alone.

    `attempts` are claims so far. `done` of `total` units is what the handler last reported, `total` None when it does
    not know. `created_at` is when it was last asked for, `error` what the last attempt ended with.
    """

    id: str
    kind: JobKind
    state: JobState
    attempts: int
    max_attempts: int
    done: int
    total: int | None
    error: str | None
    worker: str | None
    created_at: datetime
    run_after: datetime
    started_at: datetime | None
    ended_at: datetime | None
    lease_until: datetime | None


@dataclass(frozen=True, slots=True)
class Claimed:
    """A job in the hands of the worker that has its lease. `written` is its payload as the store has it."""

    id: str
    owner: Owner
    kind: JobKind
    token: int
    attempts: int
    max_attempts: int
    written: str | None = field(repr=False)

    @property
    def payload(self) -> dict[str, Any]:
        """JSON's object as it was enqueued. Raises InvalidInputError for what is none."""
        try:
            payload = json.loads(self.written or "")
        except ValueError:
            payload = None
        if not isinstance(payload, dict):
            raise InvalidInputError(
                f"The payload of job {self.id} cannot be read.",
                field="payload",
                remedy="Cancel it and ask for it anew.",
            )
        return payload

    @property
    def exhausted(self) -> bool:
        """Whether it was claimed once more than it may be, because its last worker vanished."""
        return self.attempts > self.max_attempts


@dataclass(frozen=True, slots=True)
class Wanted:
    """Work to ask for in the very transaction whose data it is about, so that neither is without the other."""

    kind: JobKind
    payload: dict[str, Any] = field(default_factory=dict)
    delay_seconds: float = 0.0
    max_attempts: int = MAX_ATTEMPTS


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Jobs by state. `waiting_seconds` is how long the one that is ready longest has been waiting, 0 for none."""

    queued: int = 0
    running: int = 0
    failed: int = 0
    done: int = 0
    dead: int = 0
    cancelled: int = 0
    waiting_seconds: float = 0.0

    @property
    def open(self) -> int:
        """Jobs that a worker will still take or is working on."""
        return self.queued + self.running + self.failed


def backoff_seconds(*, attempts: int, base: float = BACKOFF_SECONDS, cap: float = BACKOFF_CAP_SECONDS) -> float:
    """Seconds to wait after the given number of attempts, at least 1 of them: base·2^(attempts − 1), capped."""
    # The exponent is bounded first: 2.0**1024 overflows, and no cap is that high.
    return min(cap, base * 2.0 ** min(max(attempts, 1) - 1, 60))
