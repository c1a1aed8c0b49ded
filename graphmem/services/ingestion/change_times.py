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
    A stored time in the future means that our clock was set back; then a statement of the last hour came after it."""
    said_at = draft.candidate.message.said_at
    clock_went_back = target.said_at > now and said_at > now - JUST_NOW
    return said_at < target.said_at and not clock_went_back


def says_more(new: str, old: str, language: Language) -> bool:
    """Whether a newer text may replace an older one: it has all words and values of the older one, and adds no cause.

    "Twenty-five years" has the word "five" but not the value 5.
    """
    newer, older = doc_of(new, language), doc_of(old, language)
    if not says_all(new, old) or describe(told_of(newer)[1]).clauses:
        return False
    apart = figures_lack(newer, older) or one_grows(older, newer) or values_apart(older, newer)
    return not (apart or rhythms_apart(older, newer))


def changes_at(draft: Draft, target: Neighbour) -> datetime:
    """The end of a memory that a newer statement replaces: by default the newer one's start.

    A future day that the newer one names ("I'm leaving Siemens on 15 July") ends the memory. A plan ends at once.
    """
    message = draft.candidate.message
    news = resolve(bare(draft.text), message.language, message.said_at)
    if not news.foresight or news.expected:
        return draft.valid_from
    known = resolve(bare(target.text), Language(target.language), target.said_at)
    if known.foresight or known.valid_until is not None:
        return draft.valid_from
    today = message.said_at.date()
    ahead = [one.first for one in news.expressions if one.role in _BEGINS and not one.off and one.first > today]
    if not ahead:
        return draft.valid_from
    begins = datetime.combine(ahead[-1], time.min, tzinfo=message.said_at.tzinfo or UTC).astimezone(UTC)
    return max(draft.valid_from, begins)
