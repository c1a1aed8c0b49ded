"""The parts of a question as one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.model.recall import MemoryHit
from graphmem.services.retrieval import turn_search
from graphmem.services.retrieval.found import SubQueryResult
from graphmem.services.retrieval.kinds import ACROSS, ASSISTANT, kind_of
from graphmem.services.retrieval.turn_scoring import NOTHING, Ranked

ORDERED = frozenset({ASSISTANT, ACROSS})
"""Kinds of what was found whose turns are told in the order of their confidence. With the signals of tokens there are
then 89 and 91 in 100 of what questions to our sessions need among ten turns, in their own language and in the other, by
relevance 86 and 80 (a trial over stored answers); of talk among people both orders find the same."""


def joined(
    parts: Sequence[SubQueryResult], limit: int, model: str, *, by_confidence: bool = True
) -> tuple[Ranked, tuple[MemoryHit, ...]]:
    """Turns and memories of the parts of a question as one answer, each part's best first; what several parts found
    counts once.

    A memory's score is its share of the best one's in its part, since scores of different questions do not compare.
    `by_confidence` False leaves turns in the order of their relevance, whatever their kind.
    """
    turns = [_best_first(part, model) if by_confidence else part.turns for part in parts]
    if len(parts) < 2:
        return (turns[0], parts[0].memories) if parts else (NOTHING, ())
    memories: dict[str, MemoryHit] = {}
    for hit in (hit for part in parts for hit in _shares(part.memories)):
        known = memories.setdefault(hit.memory.id, hit)
        memories[hit.memory.id] = max(known, hit, key=lambda one: one.score)
    fused = turn_search.joined(turns, limit)
    sure: dict[str, float] = {}
    for part in parts:
        for id_, value in _sure(part):
            sure[id_] = max(value, sure.get(id_, 0.0))
    hits = tuple(replace(hit, confidence=sure[hit.drawer.id]) for hit in fused.hits)
    best = sorted(memories.values(), key=lambda hit: -hit.score)[:limit]
    return replace(fused, hits=hits), tuple(replace(hit, confidence=sure[hit.memory.id]) for hit in best)


def _best_first(part: SubQueryResult, model: str) -> Ranked:
    """The turns in the order of their confidence, where that finds more. One that stands before others of a higher
    score is there for what it says, what holds now: it stays before them."""
    if kind_of(part, model) not in ORDERED:
        return part.turns
    hits = part.turns.hits
    sure = [
        max([hit.confidence, *(later.confidence for later in hits[place + 1 :] if later.score > hit.score)])
        for place, hit in enumerate(hits)
    ]
    order = sorted(range(len(hits)), key=lambda place: -sure[place])
    return replace(part.turns, hits=tuple(hits[place] for place in order))


def _sure(part: SubQueryResult) -> Iterator[tuple[str, float]]:
    for turn in part.turns.hits:
        yield turn.drawer.id, turn.confidence
    for memory in part.memories:
        yield memory.memory.id, memory.confidence


def _shares(hits: Sequence[MemoryHit]) -> list[MemoryHit]:
    highest = max((hit.score for hit in hits), default=0.0) or 1.0
    return [replace(hit, score=round(hit.score / highest, 4)) for hit in hits]
