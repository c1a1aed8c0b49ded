"""Durable background jobs: their states, and the delay of a failed one.

    queued ──claim──▶ running ──▶ done
      ▲                 │ ├─────▶ failed ──(run_after)──▶ running …
      │                 │ └─────▶ dead      attempts used up, or an error that no retry can cure
      └─── handed back ─┘                   a person may requeue a dead one, and cancel a queued one

A worker holds a claimed job until `lease_until`, by the database's clock. `token` grows with every claim, so that a
worker taken for dead cannot end a job that another has claimed since.
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
"""Claims of one job before it is dead; one whose worker died counts, since the job may have killed it."""

BACKOFF_SECONDS = 2.0
BACKOFF_CAP_SECONDS = 600.0
"""Delays of 2, 4, 8, 16 s …, at most ten minutes; longer outages need a person."""


class JobKind(StrEnum):
    """The kinds of jobs.

    A worker claims the kinds for which it has handlers. The process that begins an IMPORT or DREAM_RUN runs it. A
    worker claims one only after that process died, and closes it: it removes the import's writes, or ends the dream as
    far as it came.
    """

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
"""Kinds that nobody waits for: they never take the last slot of a worker."""


class JobState(StrEnum):
    """The state of a job. `failed` waits for its next attempt; `dead` waits for a person."""

    QUEUED = "queued"
    RUNNING = "running"
    FAILED = "failed"
    DONE = "done"
    DEAD = "dead"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Job:
    """A job as its owner sees it; the payload is for the handler alone.

    `attempts` counts claims. `done` of `total` units is the handler's last report, `total` None if unknown.
    `created_at` is when it was last enqueued, `error` how the last attempt ended.
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
    """A job claimed by the worker with its lease. `written` is its payload as stored."""

    id: str
    owner: Owner
    kind: JobKind
    token: int
    attempts: int
    max_attempts: int
    written: str | None = field(repr=False)

    @property
    def payload(self) -> dict[str, Any]:
        """The enqueued JSON object. Raises InvalidInputError for an unreadable one."""
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
        """Whether it was claimed once too often, because its last worker vanished."""
        return self.attempts > self.max_attempts


@dataclass(frozen=True, slots=True)
class JobRequest:
    """A job to enqueue in the transaction that writes its data, so that neither exists without the other."""

    kind: JobKind
    payload: dict[str, Any] = field(default_factory=dict)
    delay_seconds: float = 0.0
    max_attempts: int = MAX_ATTEMPTS


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Jobs by state. `waiting_seconds` is how long the first ready job has waited, 0 for none."""

    queued: int = 0
    running: int = 0
    failed: int = 0
    done: int = 0
    dead: int = 0
    cancelled: int = 0
    waiting_seconds: float = 0.0

    @property
    def open(self) -> int:
        """Jobs that are running or will run."""
        return self.queued + self.running + self.failed


def backoff_seconds(*, attempts: int, base: float = BACKOFF_SECONDS, cap: float = BACKOFF_CAP_SECONDS) -> float:
    """Seconds to wait after so many attempts, 1 or more: base·2^(attempts − 1), capped."""
    # The exponent is bounded first, since 2.0**1024 overflows; no cap is that high.
    return min(cap, base * 2.0 ** min(max(attempts, 1) - 1, 60))
