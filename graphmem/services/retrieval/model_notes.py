"""The notes that a chat model reads to judge a recall's hits, and what its judgement makes of the hits.

The model sees the surest turns, and memories without a turn among these, in the order in which they were said. What it
names answers, in its order; of the others nothing is expected any more, so that the block ends behind what it named.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeVar

from graphmem.language.coverage import query_words
from graphmem.model.recall import FORMER, Hit, MemoryHit
from graphmem.services.privacy import mask_private
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits, SubQueryResult
from graphmem.services.retrieval.verbatim_turns import LONGEST, quotes

TURNS, MEMORIES = 24, 8
"""The most turns, and memories without one of these turns, that a model reads."""

MOST_CHARACTERS = 400
"""Characters of a question that a model reads; of a note it reads LONGEST, as a block quotes."""

NAMED = 0.9
"""Least confidence of a hit that the model names."""

UNNAMED = 0.02
"""Factor on the confidence of a hit that it does not name."""

SAYS_SO = "and the model says that it answers"
"""Reason of a hit that the model named."""

_UNDATED = datetime(1, 1, 1, tzinfo=UTC)

H = TypeVar("H", Hit, MemoryHit)


@dataclass(frozen=True, slots=True)
class Note:
    """One turn or memory as the model reads it; `id` is that of the hit."""

    id: str
    text: str
    said_at: datetime | None
    by: str = ""
    is_over: bool = False

    def as_data(self, number: int) -> dict[str, object]:
        """The note as the prompt shows it."""
        shown: dict[str, object] = {"note": number}
        if self.said_at is not None:
            shown["day"] = f"{self.said_at:%Y-%m-%d}"
        if self.by:
            shown["by"] = self.by
        shown["text"] = self.text[:LONGEST]
        return {**shown, "over": True} if self.is_over else shown


def notes_of(found: QueryHits, options: RecallOptions) -> tuple[Note, ...]:
    """The notes of these hits, in the order in which they were said; run it within the owner's `shielding`.

    What no block may show (forgotten, an instruction to agents, of other files) is not among them.
    """
    quoted, _ = quotes(found.turns.hits, query_words(found.query, found.language), options)
    surest = sorted(quoted, key=lambda one: -one.confidence)[:TURNS]
    notes = [
        Note(
            one.turn.id, mask_private(one.text), one.turn.said_at, one.turn.speaker, one.changed.startswith(FORMER)
        )
        for one in surest
        if not one.gives_orders
    ]  # fmt: skip
    told = {one.turn.pointer for one in surest}
    alone = sorted((hit for hit in found.memories if not told & {*hit.sources}), key=lambda hit: -hit.confidence)
    notes += [
        Note(hit.memory.id, mask_private(hit.memory.text), hit.memory.valid_from, hit.memory.speaker or "")
        for hit in alone[:MEMORIES]
    ]
    return tuple(sorted(notes, key=lambda note: note.said_at or _UNDATED))


def as_json(question: str, notes: Sequence[Note]) -> str:
    """Question and notes as JSON in which stored text can neither end its string nor open a tag."""
    shown = [note.as_data(number) for number, note in enumerate(notes, 1)]
    told = json.dumps({"question": question[:MOST_CHARACTERS], "notes": shown}, ensure_ascii=False)
    return told.replace("<", "\\u003c").replace(">", "\\u003e")


def judged(found: QueryHits, named: Sequence[str]) -> QueryHits:
    """The hits as a model judges them: those with the ids `named` answer, the best first, and no others.

    Vital facts and plans stand, whatever it says: nothing may be lost from these.
    """
    place = {id_: at for at, id_ in enumerate(named)}
    standing = {id_ for part in found.parts if part.stands for id_ in _ids(part)}
    turns = [_sure(hit, hit.drawer.id, place, standing) for hit in found.turns.hits]
    turns.sort(key=lambda hit: place.get(hit.drawer.id, len(place)))
    by_pointer = {hit.drawer.pointer: place[hit.drawer.id] for hit in turns if hit.drawer.id in place}

    def memory_place(hit: MemoryHit) -> int:
        places = [place.get(hit.memory.id), *(by_pointer.get(pointer) for pointer in hit.sources)]
        return min((one for one in places if one is not None), default=len(place))

    memories = sorted((_sure(hit, hit.memory.id, place, standing) for hit in found.memories), key=memory_place)
    return replace(
        found,
        parts=tuple(part if part.stands else _part(part, place, standing) for part in found.parts),
        turns=replace(found.turns, hits=tuple(turns)),
        memories=tuple(memories),
        named=tuple(named),
    )


def _part(part: SubQueryResult, place: Mapping[str, int], standing: Set[str]) -> SubQueryResult:
    answers = max(part.answerable, part.answers_from, NAMED) if any(id_ in place for id_ in _ids(part)) else 0.0
    turns = tuple(_sure(hit, hit.drawer.id, place, standing) for hit in part.turns.hits)
    memories = tuple(_sure(hit, hit.memory.id, place, standing) for hit in part.memories)
    return replace(part, answerable=answers, turns=replace(part.turns, hits=turns), memories=memories)


def _ids(part: SubQueryResult) -> Iterator[str]:
    yield from (hit.drawer.id for hit in part.turns.hits)
    yield from (hit.memory.id for hit in part.memories)


def _sure(hit: H, id_: str, place: Mapping[str, int], standing: Set[str]) -> H:
    """The hit with the confidence that the judgement gives it."""
    if id_ in place:
        return replace(hit, confidence=max(hit.confidence, NAMED), reason=f"{hit.reason}, {SAYS_SO}")
    return hit if id_ in standing else replace(hit, confidence=round(UNNAMED * hit.confidence, 4))
