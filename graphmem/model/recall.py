"""What a recall returns: hits that can be inspected, and how they were found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from graphmem.model.palace import Drawer


class Strategy(StrEnum):
    """How candidates were gathered."""

    WHOLE = "whole"
    """The indexes ranked all of a small owner's turns."""
    POOL = "pool"
    """The best of the vector and full-text indexes, over-fetched."""
    NONE = "none"
    """Nothing was searched: an empty query or an empty store."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One remembered turn with why it was chosen.

    `score` and every signal lie in 0–1 and compare only within one result; `ranks` count from 1 within each arm that
    found it.
    """

    drawer: Drawer
    wing: str
    room: str
    closet: str
    score: float
    signals: Mapping[str, float]
    ranks: Mapping[str, int]
    reason: str


@dataclass(frozen=True, slots=True)
class RecallResult:
    """Hits, best first, with the words and language searched for, the strategy, and milliseconds by stage.

    `notes` say in a sentence each what a reader should know: an empty store, a query cut short, an arm that failed.
    """

    query: str
    hits: tuple[Hit, ...]
    language: str
    strategy: Strategy
    terms: tuple[str, ...] = ()
    candidates: int = 0
    latency_ms: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
