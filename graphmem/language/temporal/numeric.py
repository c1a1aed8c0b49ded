"""Dates in digits: 2023-05-08, 08.05.2023, 5/8/2023.

English slashes are month first, as in the United States.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from graphmem.language.temporal.calendar import Days, Moment, day
from graphmem.language.temporal.reading import Written
from graphmem.model.language import Language

_ISO = re.compile(r"(?<![\w.-])(\d{4})-(\d\d?)-(\d\d?)(?:t\d[\d:.]*z?)?(?![\d-])")
_YEAR_LAST = re.compile(r"(?<![\w./-])(\d\d?)([./-])(\d\d?)\2(\d{4}|\d\d)(?![\d/-])(?!\.\d)")
_CENTURY = 2000
_YEAR_DIGITS = 4
_MONTHS = 12


def numeric_dates(folded: str, language: Language) -> Iterator[Written]:
    """Return every valid date in digits."""
    if not any(char.isdigit() for char in folded):
        return
    for match in _ISO.finditer(folded):
        found = _date(int(match[1]), int(match[2]), int(match[3]))
        if found:
            yield _candidate(match, found)
    for match in _YEAR_LAST.finditer(folded):
        found = _read(match, language)
        if found:
            yield _candidate(match, found)


def _read(match: re.Match[str], language: Language) -> date | None:
    if len(match[4]) < _YEAR_DIGITS and match[2] == ".":  # 1.2.34 is a version
        return None
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    year += _CENTURY if year < _CENTURY // 20 else 0
    month_first = language is not Language.TR and match[2] == "/"
    month, number = (first, second) if month_first else (second, first)
    return _date(year, number, month) if month > _MONTHS else _date(year, month, number)


def _date(year: int, month: int, number: int) -> date | None:
    if year == date.max.year:  # programs write "9999-12-31" for an open end
        return None
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _candidate(match: re.Match[str], found: date) -> Written:
    def resolve(_moment: Moment) -> Days:
        return day(found)

    return Written(match.start(), match.end(), resolve)
