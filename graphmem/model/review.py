"""Pairs of memories about which the gate was not sure: whether the newer one ended the older is for somebody to say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.model.memory import Memory


class Verdict(StrEnum):
    """What somebody says of a pair: the newer statement replaces the older, or both hold."""

    ACCEPT = "ACCEPT"
    DISMISS = "DISMISS"


class ReviewState(StrEnum):
    """Whether a pair was decided, and how."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DISMISSED = "dismissed"


DECIDED = {Verdict.ACCEPT: ReviewState.ACCEPTED, Verdict.DISMISS: ReviewState.DISMISSED}
"""The state that a verdict leads to."""


@dataclass(frozen=True, slots=True)
class Review:
    """A pair with why it is asked about, how sure the gate was (0–1) that they disagree, and since when it is."""

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
    """What became of a pair. `older` and `newer` are ids of memories; `by` is the entrance it was decided through."""

    id: str
    state: ReviewState
    older: str
    newer: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A decided pair as a line to learn from: the texts as they were read, and what the gate should have done."""

    id: str
    lang: str
    old: str
    new: str
    action: str
