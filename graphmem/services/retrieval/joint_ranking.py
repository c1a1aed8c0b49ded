"""Joins the hits of a question's parts into one ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.model.recall import MemoryHit
from graphmem.services.retrieval import turn_search
from graphmem.services.retrieval.kinds import ACROSS, ASSISTANT, kind_of
from graphmem.services.retrieval.query_hits import SubQueryResult
from graphmem.services.retrieval.turn_scoring import NOTHING, RankedTurns

ORDERED = frozenset({ASSISTANT, ACROSS})
"""Kinds of hits whose turns are ordered by confidence instead of relevance.
With token signals, the first ten turns then hold 89 and 91 % of the evidence of questions to our sessions, in the same
and in another language. By relevance it is 86 and 80 % (a trial over stored answers), and equal in human talk."""


def join(
    parts: Sequence[SubQueryResult], limit: int, model: str, *, by_confidence: bool = True
) -> tuple[RankedTurns, tuple[MemoryHit, ...]]:
    """Join the turns and the memories of the parts, best first, each hit once.

    A memory's score becomes its share of its part's best score, since scores of different questions are not comparable.
    With `by_confidence` False, turns keep the order of their relevance, whatever their kind.
    """
    turns = [_order_turns(part, model) if by_confidence else part.turns for part in parts]
    if len(parts) < 2:
        return (turns[0], parts[0].memories) if parts else (NOTHING, ())
    memories: dict[str, MemoryHit] = {}
    for hit in (hit for part in parts for hit in _shares(part.memories)):
        known = memories.setdefault(hit.memory.id, hit)
        memories[hit.memory.id] = max(known, hit, key=lambda one: one.score)
    fused = turn_search.merge_rankings(turns, limit)
    sure: dict[str, float] = {}
    for part in parts:
        for id_, value in _confidences(part):
            sure[id_] = max(value, sure.get(id_, 0.0))
    hits = tuple(replace(hit, confidence=sure[hit.drawer.id]) for hit in fused.hits)
    best = sorted(memories.values(), key=lambda hit: -hit.score)[:limit]
    return replace(fused, hits=hits), tuple(replace(hit, confidence=sure[hit.memory.id]) for hit in best)


def _order_turns(part: SubQueryResult, model: str) -> RankedTurns:
    """Order the turns by confidence, for the kinds where that finds more.
    A turn ranked before others of higher score states the current value (`rerank_newest`): it stays before them."""
    if kind_of(part, model) not in ORDERED:
        return part.turns
    hits = part.turns.hits
    sure = [
        max([hit.confidence, *(later.confidence for later in hits[place + 1 :] if later.score > hit.score)])
        for place, hit in enumerate(hits)
    ]
    order = sorted(range(len(hits)), key=lambda place: -sure[place])
    return replace(part.turns, hits=tuple(hits[place] for place in order))


def _confidences(part: SubQueryResult) -> Iterator[tuple[str, float]]:
    for turn in part.turns.hits:
        yield turn.drawer.id, turn.confidence
    for memory in part.memories:
        yield memory.memory.id, memory.confidence


def _shares(hits: Sequence[MemoryHit]) -> list[MemoryHit]:
    highest = max((hit.score for hit in hits), default=0.0) or 1.0
    return [replace(hit, score=round(hit.score / highest, 4)) for hit in hits]
