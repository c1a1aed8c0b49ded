"""Finds earlier drafts of the same batch that a statement may replace.
They state the matter it changes, or another value of a relation declared to have one."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.language.contradiction.succession import changed_matters, tells_state
from graphmem.language.doc import doc_of
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.draft import Candidate, Draft, WriteOptions
from graphmem.services.ingestion.own_relations import single_slots, slots_of
from graphmem.store.memories import Neighbour

MOST_STANDING = 3
"""Most memories of a matter that a statement is compared with: the nearest stored, the latest drafts."""


def replaceable_drafts(candidate: Candidate, drafts: Iterable[Draft], options: WriteOptions) -> list[Neighbour]:
    """The latest drafts that state a matter or declared relation whose value the statement changes."""
    language = candidate.message.language
    told = () if is_outside(candidate.message.role) else changed_matters(doc_of(candidate.statement.text, language))
    slots = single_slots(candidate)
    found = [
        draft
        for draft in drafts
        if (told or slots)
        and draft.candidate.message.language is language
        and (draft.valid_until is None or draft.valid_until > candidate.told_at)
        and (slots & slots_of(draft) or any(tells_state(name, doc_of(draft.text, language)) for name in told))
    ]
    return [draft.neighbour(0.0, options) for draft in found[: -MOST_STANDING - 1 : -1]]
