"""Memories speak for the turns they were made from: two more arms of the search for turns.

One holds what the memory arms agree on, the other only how near the statements are to the question. A statement is
one thing said, where the turn it was said in may greet, tell three things and ask for a fourth, and its vector is a
little of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.model.recall import MemoryHit
from graphmem.store.recall import Hits
from graphmem.store.remembered import Candidate, Spoken


def turns_of(hits: Sequence[MemoryHit], candidates: Mapping[str, Candidate]) -> Hits:
    """The turns behind memory hits, in the order of their best memory and with its score."""
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


def nearest_of(near: Mapping[str, float], said: Sequence[Spoken]) -> Hits:
    """The turns behind the memories nearest to the question, each as near as its nearest; `near` are cosines by id.

    Scores are (1 + cosine)/2, as those of the turns' own vectors.
    """
    best: dict[str, Spoken] = {}
    for one in sorted(said, key=lambda one: (-near[one.memory], one.turn)):
        best.setdefault(one.turn, one)
    turns = list(best.values())
    return Hits(
        ids=[one.turn for one in turns],
        scores=[(1 + near[one.memory]) / 2 for one in turns],
        rooms=[one.room for one in turns],
        positions=[one.position for one in turns],
        speakers=[one.speaker for one in turns],
        languages=[one.language for one in turns],
    )
