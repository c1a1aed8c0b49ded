"""Workflows: recurring ways to work, proposed as procedures for a person to accept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.procedure import Episode
from graphmem.model.review import ReviewState


@dataclass(frozen=True, slots=True)
class Workflow:
    """Steps that recur in successful episodes.

    `worked` and `failed` count the episodes with all of them, `share` is the expected success rate (0–1), the mean of
    its Beta posterior.

    `episodes` are the latest of those that contain it, `procedure` is the id of the procedure that it became.
    """

    id: str
    name: str
    steps: tuple[str, ...]
    worked: int
    failed: int
    share: float
    proposed_at: datetime
    state: ReviewState = ReviewState.OPEN
    project: str | None = None
    episodes: tuple[Episode, ...] = ()
    procedure: str | None = None
    decided_at: datetime | None = None
    decided_by: str | None = None


@dataclass(frozen=True, slots=True)
class Mined:
    """The result of a search for workflows: the number of episodes read, and the open proposals."""

    read: int
    proposed: tuple[Workflow, ...]
