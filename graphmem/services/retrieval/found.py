"""What was found for a question before a block is made of it: its parts, each with turns and memories, and all of it
as one answer.

It is a value: blocks under any budget are made of it, and evaluations keep it to try them anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphmem.model.due import Due
from graphmem.model.language import Language
from graphmem.model.memory import Memory
from graphmem.model.question import Intent
from graphmem.model.recall import MemoryHit, Strategy
from graphmem.services.retrieval.turn_scoring import NOTHING, Ranked


@dataclass(frozen=True, slots=True)
class SubQueryResult:
    """One question, or one part of a question, and what was found for it, best first; `answerable` 0–1 tells how likely
    something of it answers, `answers_from` from where on it does. `tokens` tells how the best turns meet it between
    them, token by token, where that is known; `by_plans`: what is planned for the days that are asked about answers it;
    `of_one_user`: whoever told anything told it under one name."""

    query: str
    language: Language
    intent: Intent = Intent.GENERAL
    turns: Ranked = NOTHING
    memories: tuple[MemoryHit, ...] = ()
    strategy: Strategy = Strategy.NONE
    answerable: float = 0.0
    answers_from: float = 1.0
    tokens: Mapping[str, float] = field(default_factory=dict)
    by_plans: bool = False
    of_one_user: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The question as it was asked, what was found for its parts, that as one answer, the owner's hot tier and the
    plans that are due and nobody was told of.

    `model` is the embedder's; `said_here` are memories that were made in the session, where its agent sees all of it.
    """

    query: str
    language: Language
    model: str
    parts: tuple[SubQueryResult, ...]
    turns: Ranked = NOTHING
    memories: tuple[MemoryHit, ...] = ()
    hot: tuple[Memory, ...] = ()
    due: tuple[Due, ...] = ()
    said_here: frozenset[str] = frozenset()

    @property
    def strategy(self) -> Strategy:
        """How the first part's candidates were gathered."""
        return self.parts[0].strategy if self.parts else Strategy.NONE
