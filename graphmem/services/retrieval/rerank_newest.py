"""Of turns that each name a value for what is asked, the later one first: it is what holds now; so is what corrects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from graphmem.language.query import names_in
from graphmem.language.question.current import asks_current, beside_value, stems_of
from graphmem.model.language import Language
from graphmem.model.memory import Memory
from graphmem.model.palace import PlacedDrawer
from graphmem.model.recall import Hit, MemoryHit
from graphmem.model.transcript import Role

LATER = "was said later than what else names a value"

OTHERWISE = "tells otherwise than what was said before"

CORRECTED = 10
"""The best turns among which one that corrects another comes before it."""

CONSIDERED = 10
"""The best turns, which change places among themselves. On BEAM's development half the later statement of an update
comes first in nine of ten pairs instead of one of three, at three points of recall@5 and half a one of recall@10;
among twelve turns in all, at two points of recall@10."""

REACH = 20
"""The best turns among which one is looked for that says of its value that it is a new one, with `SHARED` words of the
question in that sentence: it comes before the earlier ones of those considered. On BEAM's development half 18 of 18
updates instead of 16 then have the later statement first, and recall@5 and @10 gain 0.3 and 0.5 points; two such turns
at 25 gain nothing more."""

SHARED = 2

_UNDATED = datetime(1, 1, 1, tzinfo=UTC)


def newest_first(hits: Sequence[Hit], query: str, terms: Sequence[str], language: Language) -> tuple[Hit, ...]:
    """The hits, those among the first that people said or tools gave out and that name a value by time, latest first.

    One from further down that says that its value is new comes before the earlier ones of them. A question that asks
    for something else than a value as it is now leaves them as they are. Where it names somebody who speaks, it is what
    they said and what names them that changes places: another person's leave is no later one of theirs.
    """
    if not asks_current(query, language):
        return tuple(hits)
    stems = stems_of(terms, language)
    asked = {hit.drawer.speaker for hit in hits if hit.signals.get("speaker")}
    places = [
        place
        for place, hit in enumerate(hits[:CONSIDERED])
        if _is_about(hit, asked) and _names_value(hit, stems, language)
    ]
    latest = sorted((hits[place] for place in places), key=_time, reverse=True)
    ordered = list(hits)
    for place, hit in zip(places, latest, strict=True):
        moved_up = hit is not hits[place] and place < hits.index(hit)
        ordered[place] = _later(hit) if moved_up else hit
    further = (hit for hit in ordered[CONSIDERED:REACH] if _is_about(hit, asked))
    news = [hit for hit in further if _names_value(hit, stems, language, new=True)]
    if latest and news:
        newest = max(news, key=_time)
        before = next((place for place in places if _time(ordered[place]) < _time(newest)), None)
        if before is not None:
            ordered.remove(newest)
            ordered.insert(before, _later(newest))
    return tuple(ordered)


def corrected_first(hits: Sequence[Hit], described: Mapping[str, PlacedDrawer]) -> tuple[Hit, ...]:
    """The hits, each that tells otherwise than an earlier one said just before that one; the first `CORRECTED` only.

    What the graph knows to have changed is read in its present form first, whatever is asked.
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


def later_first(hits: Sequence[MemoryHit], disputed: Sequence[tuple[str, str, bool]]) -> tuple[MemoryHit, ...]:
    """The memories, each that replaces another, or tells otherwise than an earlier one of the same person, just before
    that one, if it is among the first `CORRECTED`. `disputed` are pairs of ids, the newer first where it replaces."""
    ordered = list(hits)
    replaced = {(one, other) for one, other, is_newer in disputed if is_newer}
    pairs = {frozenset((one, other)) for one, other, is_newer in disputed if not is_newer}

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
    """Whether one of those speaks whom the question names, or is named; whatever it is where it names nobody."""
    return not asked or hit.drawer.speaker in asked or bool(names_in(hit.drawer.text, asked))


def _names_value(hit: Hit, stems: frozenset[str], language: Language, *, new: bool = False) -> bool:
    is_told = hit.drawer.role in (Role.USER, Role.TOOL)  # what an assistant says of a value is seldom news
    shared = beside_value(hit.drawer.text, stems, language, new=new) if is_told else 0
    return shared >= (SHARED if new else 1)


def _later(hit: Hit) -> Hit:
    return replace(hit, reason=f"{hit.reason} and {LATER}")


def _time(hit: Hit) -> tuple[datetime, int]:
    return hit.drawer.said_at or _UNDATED, hit.drawer.position
