"""The days of an agenda question: "what's on tomorrow?", "cuma günü ne yapıyorum?"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache

from graphmem.language.observer.patterns import plain
from graphmem.language.temporal import resolve
from graphmem.language.temporal.calendar import Days
from graphmem.language.wordlists import lines
from graphmem.model.language import RULED, Language

LONGEST = timedelta(days=31)
"""Most days of an agenda; the plans of a year belong to no agenda."""

MOST_READ = 200
"""Characters of a question; a longer one tells more than it asks."""


def days_asked(query: str, language: Language, now: datetime) -> Days | None:
    """Return the days, from today on, whose plans are asked for at `now`, or None."""
    if len(query) > MOST_READ:
        return None
    said = plain(query)
    for spoken in (language, *(one for one in RULED if one is not language)):
        if not _asking(spoken).search(said):
            continue
        named = [one for one in resolve(query, spoken, now).expressions if one.last >= now.date()]
        if named and max(one.last for one in named) - min(one.first for one in named) <= LONGEST:
            first = max(min(one.first for one in named), now.date())
            return Days(first, max(one.last for one in named))
    return None


@cache
def _asking(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines(f"{language.value}/question_agenda")))
