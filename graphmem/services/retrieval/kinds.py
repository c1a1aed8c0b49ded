"""The kind of a part's hits, which selects the confidence heads that judge them."""

from __future__ import annotations

from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.turkish import fold
from graphmem.model.transcript import Role
from graphmem.services.retrieval.cross_language import reading_of
from graphmem.services.retrieval.query_hits import SubQueryResult

BEST = 10
"""Turns, and memories, whose signals decide whether the question is answerable."""

PEOPLE, ASSISTANT, ACROSS = "people", "assistant", "across"
"""Talk among people, and documents; one person's talk with an assistant; turns in another language.
The last share none of the question's words."""

KINDS = (PEOPLE, ASSISTANT, ACROSS)


def kind_of(part: SubQueryResult, model: str) -> str:
    """One of `KINDS`, by the part's best turns, or by its memories if it has no turns.
    ACROSS needs more than half of them in another language."""
    reading = reading_of(part.query, part.language, model)
    foreign = [reading.is_foreign(hit.drawer.language) for hit in part.turns.hits[:BEST]]
    foreign = foreign or [reading.is_foreign(hit.memory.language) for hit in part.memories[:BEST]]
    if sum(foreign) * 2 > len(foreign):
        return ACROSS
    return ASSISTANT if is_with_assistant(part) else PEOPLE


def is_with_assistant(part: SubQueryResult) -> bool:
    """Whether the best turns are one person's talk with an assistant, so that names tell nothing.

    An owner whose users have one name, in any spelling, is such a person. A name in the question is not used as a sign
    against it: with it BEAM's AUROC is 0.861 instead of 0.869.
    """
    best = part.turns.hits[:BEST]
    people = {fold(hit.drawer.speaker).strip() for hit in best if hit.drawer.role != Role.ASSISTANT}
    if part.of_one_user:
        return len({name for name in people if not is_role_name(name)}) <= 1
    told = any(is_role_name(hit.drawer.speaker) or hit.drawer.role == Role.ASSISTANT for hit in best)
    return told and len(people) <= 1
