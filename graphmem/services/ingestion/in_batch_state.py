"""How matters stand by what the batch under way has told, where a statement of it tells that they are otherwise, or
another value of a relation that its owner declared to have one."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.language.contradiction.succession import matters_told, stands
from graphmem.language.doc import doc_of
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.draft import Candidate, Draft, Options
from graphmem.services.ingestion.own_relations import single_slots, slots_of
from graphmem.store.memories import Neighbour

MOST_STANDING = 3
"""Memories of a matter that a statement is compared with, the likeliest or the last first."""


def standing_in(candidate: Candidate, drafts: Iterable[Draft], options: Options) -> list[Neighbour]:
    """What the batch itself has told before of how the matters and relations stand that a statement tells of."""
    language = candidate.message.language
    told = () if is_outside(candidate.message.role) else matters_told(doc_of(candidate.formed.text, language))
    slots = single_slots(candidate)
    found = [
        draft
        for draft in drafts
        if (told or slots)
        and draft.candidate.message.language is language
        and (draft.valid_until is None or draft.valid_until > candidate.told_at)
        and (slots & slots_of(draft) or any(stands(name, doc_of(draft.text, language)) for name in told))
    ]
    return [draft.neighbour(0.0, options) for draft in found[: -MOST_STANDING - 1 : -1]]
