"""The sides of what was found for a question: what was said in its own language, and what in another.

Words of a question stand in no text of another language. What is judged by them beside the others looks as if nothing
of it answered, so each side is judged by what was learned of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graphmem.language.transcripts.roles import is_role_name
from graphmem.model.transcript import Role
from graphmem.services.retrieval.cross_language import reading_of
from graphmem.services.retrieval.found import Part

BEST = 10
"""Turns and memories that tell of the question whether anything answers it."""

PEOPLE, ASSISTANT, ACROSS = "people", "assistant", "across"
"""Kinds of sides: talk among people and documents, what one person told an assistant, what is of another language."""


@dataclass(frozen=True, slots=True)
class Side:
    """The part with the hits of one side only, where these stand in the whole part, and the side's kind."""

    part: Part
    turns: tuple[int, ...]
    memories: tuple[int, ...]
    kind: str


def sides(part: Part, model: str) -> tuple[Side, ...]:
    """One side, or two where something found is of another language than the question and the embedder knows both."""
    reading = reading_of(part.query, part.language, model)
    turns = [reading.is_foreign(hit.drawer.language) for hit in part.turns.hits]
    memories = [reading.is_foreign(hit.memory.language) for hit in part.memories]
    return tuple(_sides(part, turns, memories))


def _sides(part: Part, turns: Sequence[bool], memories: Sequence[bool]) -> Iterator[Side]:
    for is_foreign in (False, True):
        told = tuple(place for place, so in enumerate(turns) if so is is_foreign)
        known = tuple(place for place, so in enumerate(memories) if so is is_foreign)
        if not (told or known) and (is_foreign or True in turns or True in memories):
            continue
        hits = tuple(part.turns.hits[place] for place in told)
        own = replace(
            part,
            turns=replace(part.turns, hits=hits),
            memories=tuple(part.memories[place] for place in known),
        )
        plain = ASSISTANT if is_with_assistant(own) else PEOPLE
        yield Side(own, told, known, ACROSS if is_foreign else plain)


def is_with_assistant(part: Part) -> bool:
    """Whether the best turns are what one person told an assistant: among several people names tell who is meant.

    That a question names somebody is no sign against it: with that for one BEAM's AUROC is 0.861 in place of 0.869.
    """
    best = part.turns.hits[:BEST]
    people = {hit.drawer.speaker for hit in best if hit.drawer.role != Role.ASSISTANT}
    told = any(is_role_name(hit.drawer.speaker) or hit.drawer.role == Role.ASSISTANT for hit in best)
    return told and len(people) <= 1
