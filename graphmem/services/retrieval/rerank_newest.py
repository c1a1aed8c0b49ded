"""Reranks hits so that the latest value of the asked attribute, and a correction, stand first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from graphmem.language.query import names_in
from graphmem.language.question.current_value import asks_current, beside_value, stems_of
from graphmem.model.language import Language
from graphmem.model.memory import Memory
from graphmem.model.palace import PlacedDrawer
from graphmem.model.recall import Hit, MemoryHit
from graphmem.model.transcript import Role

LATER = "was said later than what else names a value"

OTHERWISE = "tells otherwise than what was said before"

CORRECTED = 10
"""Best hits among which a correction moves before the hit it corrects."""

CONSIDERED = 10
"""Best turns that are reordered by time among themselves.
On BEAM's development half the later statement of an update then comes first in nine of ten pairs instead of one of
three, and costs 3 points of recall@5 and 0.5 of recall@10; with twelve it is all pairs, for 2 points of recall@10."""

REACH = 20
"""Best turns among which one that calls its value new moves before earlier ones of the CONSIDERED.
Its sentence must share SHARED words with the question. On BEAM's development half 18 of 18 updates instead of 16 then
have the later statement first, and recall@5 and @10 gain 0.3 and 0.5 points; two such turns at 25 gain nothing more."""

SHARED = 2

_UNDATED = datetime(1, 1, 1, tzinfo=UTC)


def newest_first(hits: Sequence[Hit], query: str, terms: Sequence[str], language: Language) -> tuple[Hit, ...]:
    """Reorder by time, latest first, the CONSIDERED turns of users and tools that name a value.

    A turn within REACH that calls its value new moves before earlier ones of these. The order stays unless the question
    asks for a current value. If it names a speaker, only turns by or about that speaker move: what another person says
    of themselves is no later value of that speaker's.
    """
    if not asks_current(query, language):
        return tuple(hits)
    stems = stems_of(terms, language)
    speakers = {hit.drawer.speaker for hit in hits if hit.signals.get("speaker")}
    places = [
        place
        for place, hit in enumerate(hits[:CONSIDERED])
        if _is_about(hit, speakers) and _names_value(hit, stems, language)
    ]
    latest = sorted((hits[place] for place in places), key=_time, reverse=True)
    ordered = list(hits)
    for place, hit in zip(places, latest, strict=True):
        moved_up = hit is not hits[place] and place < hits.index(hit)
        ordered[place] = _later(hit) if moved_up else hit
    further = (hit for hit in ordered[CONSIDERED:REACH] if _is_about(hit, speakers))
    news = [hit for hit in further if _names_value(hit, stems, language, new=True)]
    if latest and news:
        newest = max(news, key=_time)
        earlier = next((place for place in places if _time(ordered[place]) < _time(newest)), None)
        if earlier is not None:
            ordered.remove(newest)
            ordered.insert(earlier, _later(newest))
    return tuple(ordered)


def corrected_first(hits: Sequence[Hit], described: Mapping[str, PlacedDrawer]) -> tuple[Hit, ...]:
    """Move each of the first CORRECTED hits before the earlier turn that it disputes in the graph.

    A stored change is shown in its present form first, whatever the question asks.
    """
    ordered = list(hits)
    for hit in hits[:CORRECTED]:
        disputed = described[hit.drawer.id].disputes if hit.drawer.id in described else ()
        place = ordered.index(hit)
        above = (at for at, other in enumerate(ordered[:place]) if other.drawer.id in disputed)
        first = next((at for at in above if _time(ordered[at]) < _time(hit)), None)
        if first is not None:
            ordered.insert(first, replace(ordered.pop(place), reason=f"{hit.reason} and {OTHERWISE}"))
    return tuple(ordered)


def put_newer_first(hits: Sequence[MemoryHit], disputed: Sequence[tuple[str, str, bool]]) -> tuple[MemoryHit, ...]:
    """Move each memory before one of the first CORRECTED that it replaces or, said later, disputes.
    A dispute counts between statements of one speaker. `disputed` holds pairs of ids, with True if the first replaces
    the second."""
    ordered = list(hits)
    replaced = {(one, other) for one, other, replaces in disputed if replaces}
    pairs = {frozenset((one, other)) for one, other, replaces in disputed if not replaces}

    def comes_before(hit: MemoryHit, other: MemoryHit) -> bool:
        if (hit.memory.id, other.memory.id) in replaced:
            return True
        return frozenset((hit.memory.id, other.memory.id)) in pairs and _is_later(hit.memory, other.memory)

    for hit in hits if disputed else ():
        place = ordered.index(hit)
        first = next((at for at, other in enumerate(ordered[:place][:CORRECTED]) if comes_before(hit, other)), None)
        if first is not None:
            score = max(hit.score, ordered[first].score)
            moved = replace(ordered.pop(place), score=score, reason=f"{hit.reason} and {OTHERWISE}")
            ordered.insert(first, moved)
    return tuple(ordered)


def _is_later(memory: Memory, other: Memory) -> bool:
    when, before = ((one.valid_from, one.recorded_at) for one in (memory, other))
    return memory.speaker == other.speaker and when > before


def _is_about(hit: Hit, asked: Collection[str]) -> bool:
    """Whether a speaker in `asked` speaks or is named in the turn; True if `asked` is empty."""
    return not asked or hit.drawer.speaker in asked or bool(names_in(hit.drawer.text, asked))


def _names_value(hit: Hit, stems: frozenset[str], language: Language, *, new: bool = False) -> bool:
    is_first_hand = hit.drawer.role in (Role.USER, Role.TOOL)  # an assistant seldom states a new value
    shared = beside_value(hit.drawer.text, stems, language, new=new) if is_first_hand else 0
    return shared >= (SHARED if new else 1)


def _later(hit: Hit) -> Hit:
    return replace(hit, reason=f"{hit.reason} and {LATER}")


def _time(hit: Hit) -> tuple[datetime, int]:
    return hit.drawer.said_at or _UNDATED, hit.drawer.position
