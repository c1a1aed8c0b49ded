"""From when on something is otherwise: a change that is announced for a day leaves what holds until then. And whether
a newer text says all that an older one does."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from graphmem.language.describe import describe
from graphmem.language.doc import doc_of
from graphmem.language.figures import figures_lack, one_grows
from graphmem.language.quotes import bare, says_all, told_of
from graphmem.language.rhythm import rhythms_apart
from graphmem.language.temporal import resolve
from graphmem.language.temporal.reading import Role
from graphmem.language.values import values_apart
from graphmem.model.language import Language
from graphmem.services.ingestion.draft import Draft
from graphmem.store.memories import Neighbour

_BEGINS = frozenset({Role.AT, Role.FROM, Role.BETWEEN})

JUST_NOW = timedelta(hours=1)
"""So long what was said may wait to be read. `entity/state_facts.cypher` says the same of facts."""


def is_told_late(draft: Draft, target: Neighbour, now: datetime) -> bool:
    """Whether a statement was said before what is known. What our clock says is yet to be said was said by one that has
    gone back since: what is said just now came after it."""
    said_at = draft.candidate.message.said_at
    went_back = target.said_at > now and said_at > now - JUST_NOW
    return said_at < target.said_at and not went_back


def says_more(new: str, old: str, language: Language) -> bool:
    """Whether a newer text may stand in the place of an older one: it has all of its words, each value, and no cause.

    "Twenty-five years" has the word "five" and not the number.
    """
    told, known = doc_of(new, language), doc_of(old, language)
    if not says_all(new, old) or describe(told_of(told)[1]).clauses:
        return False
    apart = figures_lack(told, known) or one_grows(known, told) or values_apart(known, told)
    return not (apart or rhythms_apart(known, told))


def changes_at(draft: Draft, target: Neighbour) -> datetime:
    """When what a newer statement replaces ends: on the day it names ("I'm leaving Siemens on 15 July"), where what it
    replaces is no plan. A plan that is put off is none any more, whenever it is to be."""
    message = draft.candidate.message
    told = resolve(bare(draft.text), message.language, message.said_at)
    if not told.foresight or told.expected:
        return draft.valid_from
    held = resolve(bare(target.text), Language(target.language), target.said_at)
    if held.foresight or held.valid_until is not None:
        return draft.valid_from
    today = message.said_at.date()
    ahead = [one.first for one in told.expressions if one.role in _BEGINS and not one.off and one.first > today]
    if not ahead:
        return draft.valid_from
    begins = datetime.combine(ahead[-1], time.min, tzinfo=message.said_at.tzinfo or UTC).astimezone(UTC)
    return max(draft.valid_from, begins)
