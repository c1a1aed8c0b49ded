"""Uses memories as evidence for their source turns: as one more retriever, and by their nearness.

A memory is one statement. Its turn may greet, state three things and ask for a fourth, and the turn's vector mixes all
of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.model.recall import MemoryHit
from graphmem.store.memory_recall import Candidate, VectorHits
from graphmem.store.recall import Hits


def turns_of(hits: Sequence[MemoryHit], candidates: Mapping[str, Candidate]) -> Hits:
    """The source turns of memory hits, in the order of their best memory, with its score."""
    ids: list[str] = []
    scores: list[float] = []
    rooms: list[str] = []
    positions: list[int] = []
    speakers: list[str] = []
    languages: list[str] = []
    seen: set[str] = set()
    for hit in hits:
        for place in candidates[hit.memory.id].places:
            if place.id in seen:
                continue
            seen.add(place.id)
            ids.append(place.id)
            scores.append(hit.score)
            rooms.append(place.room)
            positions.append(place.position)
            speakers.append(place.speaker)
            languages.append(candidates[hit.memory.id].memory.language)
    return Hits(ids, scores, rooms, positions, speakers, languages)


def nearness_by_turn(near: VectorHits) -> dict[str, float]:
    """By turn id, (1 + cosine)/2 of its nearest memory, on the scale of the turns' own vectors."""
    best: dict[str, float] = {}
    for score, turns in zip(near.scores, near.turns, strict=True):
        for turn in turns:
            best[turn] = max(score, best.get(turn, 0.0))
    return best
