"""Decides when a change takes effect, and whether a newer text covers an older one.
A change announced for a day leaves the old value valid until then."""

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
"""Time that a message may wait to be read; the same as in `entity/state_facts.cypher` for facts."""


def is_told_late(draft: Draft, target: Neighbour, now: datetime) -> bool:
    """Whether a statement was said before the stored memory.
    A stored time ahead of our clock comes from a clock set back since; a statement said JUST_NOW then came after it."""
    said_at = draft.candidate.message.said_at
    went_back = target.said_at > now and said_at > now - JUST_NOW
    return said_at < target.said_at and not went_back


def says_more(new: str, old: str, language: Language) -> bool:
    """Whether a newer text may replace an older one: it has all its words and values, and adds no cause.

    "Twenty-five years" has the word "five" but not its value.
    """
    told, known = doc_of(new, language), doc_of(old, language)
    if not says_all(new, old) or describe(told_of(told)[1]).clauses:
        return False
    apart = figures_lack(told, known) or one_grows(known, told) or values_apart(known, told)
    return not (apart or rhythms_apart(known, told))


def changes_at(draft: Draft, target: Neighbour) -> datetime:
    """The end of a memory that a newer statement replaces: by default the newer one's start.

    A day named ahead ("I'm leaving Siemens on 15 July") counts unless a plan is replaced: that ends at once.
    """
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
