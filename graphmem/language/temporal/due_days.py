"""The due day of a plan, for reminders; a plan without a day is never due."""

from __future__ import annotations

from datetime import datetime, timedelta

from graphmem.language.doc import doc_of
from graphmem.language.quotes import days_told, told_of
from graphmem.language.temporal import resolve
from graphmem.language.temporal.calendar import Days
from graphmem.language.temporal.reading import Role
from graphmem.model.language import Language

LONGEST = timedelta(days=6)
"""Longest span, from the first to the last day, that is due; "next month" is too long."""


def appointed(text: str, language: Language, said_at: datetime, until: datetime) -> Days | None:
    """Return the days that a plan valid `until` an instant names for its event, or None.

    A cancelled plan has none.
    """
    last = (until - timedelta(microseconds=1)).date()
    words = told_of(doc_of(text, language))[1].text
    times = resolve(words, language, said_at).expressions
    off = {one.last for one in times if one.off}
    named = [one for one in times if not one.off]
    for days in (*days_told(text), *(Days(one.first, one.last) for one in named)):
        if days.last not in off and days.last == last and days.last - days.first <= LONGEST:
            return days
    # "Before 5 November" is due on its eve, on which it ends.
    eves = (one.first for one in named if one.role is Role.BEFORE and one.last - one.first <= LONGEST)
    return next((Days(last, last) for first in eves if first - timedelta(days=1) == last), None)
