"""Ways to work that were seen again and again: proposed as procedures, for a person to accept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.procedure import Episode
from graphmem.model.review import ReviewState


@dataclass(frozen=True, slots=True)
class Workflow:
    """Steps that recur in episodes which turned out well. `worked` and `failed` count the episodes that hold all of
    them, `share` is the share of success that is expected of them (0–1), the mean of its Beta posterior.

    `episodes` are the latest of those it was found in, and `procedure` the id of the one that it became.
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
    """What a search for workflows came to: episodes it read, and what it proposes now."""

    read: int
    proposed: tuple[Workflow, ...]
