"""What was found for a question before a block is made of it: its parts, each with turns and memories, and all of it
as one answer.

It is a value: blocks under any budget are made of it, and evaluations keep it to try them anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graphmem.model.due import Due
from graphmem.model.language import Language
from graphmem.model.memory import Memory
from graphmem.model.question import Intent
from graphmem.model.recall import MemoryHit, Strategy
from graphmem.services.retrieval import turn_search
from graphmem.services.retrieval.turn_scoring import NOTHING, Ranked


@dataclass(frozen=True, slots=True)
class Part:
    """One question, or one part of a question, and what was found for it, best first; `answerable` 0–1 tells how likely
    something of it answers, `answers_from` from where on it does."""

    query: str
    language: Language
    intent: Intent = Intent.GENERAL
    turns: Ranked = NOTHING
    memories: tuple[MemoryHit, ...] = ()
    strategy: Strategy = Strategy.NONE
    answerable: float = 0.0
    answers_from: float = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """The question as it was asked, what was found for its parts, that as one answer, the owner's hot tier and the
    plans that are due and nobody was told of.

    `model` is the embedder's; `said_here` are memories that were made in the session, where its agent sees all of it.
    """

    query: str
    language: Language
    model: str
    parts: tuple[Part, ...]
    turns: Ranked = NOTHING
    memories: tuple[MemoryHit, ...] = ()
    hot: tuple[Memory, ...] = ()
    due: tuple[Due, ...] = ()
    said_here: frozenset[str] = frozenset()

    @property
    def strategy(self) -> Strategy:
        """How the first part's candidates were gathered."""
        return self.parts[0].strategy if self.parts else Strategy.NONE


def joined(parts: Sequence[Part], limit: int) -> tuple[Ranked, tuple[MemoryHit, ...]]:
    """Turns and memories of the parts of a question as one answer, each part's best first; what several parts found
    counts once.

    A memory's score is its share of the best one's in its part, since scores of different questions do not compare.
    """
    if len(parts) < 2:
        return (parts[0].turns, parts[0].memories) if parts else (NOTHING, ())
    memories: dict[str, MemoryHit] = {}
    for hit in (hit for part in parts for hit in _shares(part.memories)):
        known = memories.setdefault(hit.memory.id, hit)
        memories[hit.memory.id] = max(known, hit, key=lambda one: one.score)
    turns = turn_search.joined([part.turns for part in parts], limit)
    sure: dict[str, float] = {}
    for part in parts:
        for id_, value in _sure(part):
            sure[id_] = max(value, sure.get(id_, 0.0))
    hits = tuple(replace(hit, confidence=sure[hit.drawer.id]) for hit in turns.hits)
    best = sorted(memories.values(), key=lambda hit: -hit.score)[:limit]
    return replace(turns, hits=hits), tuple(replace(hit, confidence=sure[hit.memory.id]) for hit in best)


def _sure(part: Part) -> Iterator[tuple[str, float]]:
    for turn in part.turns.hits:
        yield turn.drawer.id, turn.confidence
    for memory in part.memories:
        yield memory.memory.id, memory.confidence


def _shares(hits: Sequence[MemoryHit]) -> list[MemoryHit]:
    highest = max((hit.score for hit in hits), default=0.0) or 1.0
    return [replace(hit, score=round(hit.score / highest, 4)) for hit in hits]
