"""Reviews: pairs in which the gate was not sure whether the newer memory ends the older."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.model.memory import Memory


class Verdict(StrEnum):
    """A person's verdict on a pair: the newer statement replaces the older, or both hold."""

    ACCEPT = "ACCEPT"
    DISMISS = "DISMISS"


class ReviewState(StrEnum):
    """Whether a review was decided, and how."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DISMISSED = "dismissed"


DECIDED = {Verdict.ACCEPT: ReviewState.ACCEPTED, Verdict.DISMISS: ReviewState.DISMISSED}
"""The state after a verdict."""


@dataclass(frozen=True, slots=True)
class Review:
    """A pair with the reason, the gate's confidence (0–1) that they disagree, and its time."""

    id: str
    older: Memory
    newer: Memory
    reason: str
    confidence: float
    proposed_at: datetime
    state: ReviewState = ReviewState.OPEN
    decided_at: datetime | None = None
    decided_by: str | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision. `older` and `newer` are ids of memories; `by` is the person or channel."""

    id: str
    state: ReviewState
    older: str
    newer: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A decided pair as a training line: the texts as read, and the gate's right action."""

    id: str
    lang: str
    old: str
    new: str
    action: str
