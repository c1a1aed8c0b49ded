"""The hits of a question before a block is made of them: by part, and joined.

It is a value: a block of any budget can be made of it, and evaluations store it to do so again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphmem.model.due import Due
from graphmem.model.language import Language
from graphmem.model.memory import Memory
from graphmem.model.question import Intent
from graphmem.model.recall import MemoryHit, Strategy
from graphmem.services.retrieval.turn_scoring import NOTHING, RankedTurns


@dataclass(frozen=True, slots=True)
class SubQueryResult:
    """One question, or one part of it, with its hits, best first.
    `answerable`, 0–1, is the probability that any hit answers it, `answers_from` its threshold. `tokens` are the token
    signals of the best turns together, where known. `by_plans`: the plans of the days asked about answer it.
    `of_one_user`: all of the owner's user turns have one speaker's name. `stands`: its hits, vital facts or plans, are
    shown whatever a model says of them."""

    query: str
    language: Language
    intent: Intent = Intent.GENERAL
    turns: RankedTurns = NOTHING
    memories: tuple[MemoryHit, ...] = ()
    strategy: Strategy = Strategy.NONE
    answerable: float = 0.0
    answers_from: float = 1.0
    tokens: Mapping[str, float] = field(default_factory=dict)
    by_plans: bool = False
    of_one_user: bool = False
    stands: bool = False


@dataclass(frozen=True, slots=True)
class QueryHits:
    """The original question, the hits of its parts, the joined hits, the hot tier and untold due plans.

    `model` is the embedder's name; `said_here` are ids of memories made in the session, if its agent sees all of it.
    `named` are ids of the hits that answer according to a chat model, best first; None where none judged them.
    """

    query: str
    language: Language
    model: str
    parts: tuple[SubQueryResult, ...]
    turns: RankedTurns = NOTHING
    memories: tuple[MemoryHit, ...] = ()
    hot: tuple[Memory, ...] = ()
    due: tuple[Due, ...] = ()
    said_here: frozenset[str] = frozenset()
    named: tuple[str, ...] | None = None

    @property
    def strategy(self) -> Strategy:
        """The retrieval strategy of the first part."""
        return self.parts[0].strategy if self.parts else Strategy.NONE
