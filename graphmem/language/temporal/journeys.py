"""The weekday of coming back lies after that of leaving: on a Wednesday, "I fly on Monday and come back on Sunday"
means the Sunday after that Monday and not the one before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

from graphmem.language.temporal.calendar import Days
from graphmem.language.temporal.reading import Role, Written
from graphmem.language.temporal.words import alternatives, weekdays
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

_WEEK = timedelta(days=7)
_BARE = re.compile(rf"(?:on )?(?:{alternatives(list(weekdays()))})(?: \w+)?(?:'?[a-z]{{1,4}})?")
_CLAUSE = re.compile(r"[.!?;,\n]|\b(?:and|then|but|ve|sonra|ama)\b")


def in_order(
    folded: str, language: Language, found: Sequence[tuple[Written, Days, int]], said: date
) -> list[tuple[Written, Days, int]]:
    """The times of a text with each weekday of coming back behind the day that was named before it."""
    left: date | None = None
    ordered = []
    for written, days, direction in found:
        is_back = left is not None and said < days.first < left and _is_back(folded, written, language)
        ordered.append((written, Days(days.first + _WEEK, days.last + _WEEK) if is_back else days, direction))
        if written.role is Role.AT and direction >= 0 and said < days.first == days.last:
            left = days.first
    return ordered


def _is_back(folded: str, written: Written, language: Language) -> bool:
    """Whether it is a bare weekday, and its clause tells that somebody comes back."""
    if written.role is not Role.AT or _BARE.fullmatch(folded, written.start, written.end) is None:
        return False
    start = max((one.end() for one in _CLAUSE.finditer(folded, 0, written.start)), default=0)
    stop = _CLAUSE.search(folded, written.end)
    return _back(language).search(folded, start, stop.start() if stop else len(folded)) is not None


@cache
def _back(language: Language) -> re.Pattern[str]:
    told = "|".join(f"(?:{line})" for line in lines(f"{language.value}/temporal_back"))
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)")
