"""Years in words beside a month or day: "in March last year", "iki yıl önce 5 Mart'ta".

Both are one time: the span of the month or day in that year.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache

from graphmem.language.temporal.calendar import Days, Moment
from graphmem.language.temporal.handlers import EN_STEPS, TR_STEPS
from graphmem.language.temporal.reading import Role, Written
from graphmem.language.temporal.words import alternatives
from graphmem.model.language import Language

_FAR = 50
"""Years from now in which a span is built to test whether it comes back each year."""
_CLOSED = re.compile(r" *(?:[.,;:!?)]|$)")
_BEHIND = re.compile(r" (?:of |in )?")


def of_their_years(folded: str, found: list[Written], language: Language, said: date) -> list[Written]:
    """Return the times in order, with a year in words and its month or day as one."""
    kept: list[Written] = []
    for one in found:
        joined = _joined(folded, kept[-1], one, language, said) if kept else None
        if joined is not None:
            kept[-1] = joined
        else:
            kept.append(one)
    return kept


def _joined(folded: str, first: Written, second: Written, language: Language, said: date) -> Written | None:
    """Return both as one, None for two times. Turkish names the year first, English before or behind."""
    gap = folded[first.end : second.start]
    if _is_year(folded, first, language):
        span, year = second, first
        beside = gap in {"", " "} or (gap == ", " and _CLOSED.match(folded, second.end) is not None)
    elif language is not Language.TR and _is_year(folded, second, language):
        span, year = first, second
        beside = _BEHIND.fullmatch(gap) is not None
    else:
        return None
    if not beside or not _comes_yearly(span, said):
        return None
    return Written(first.start, second.end, _of_year(span, year), span.role)


def _is_year(folded: str, written: Written, language: Language) -> bool:
    return written.role is Role.AT and _year(language).fullmatch(folded, written.start, written.end) is not None


def _comes_yearly(span: Written, said: date) -> bool:
    """Whether a time exists in every year; a weekday and a time with its own year do not."""
    days = span.resolve(Moment(said, year=said.year - _FAR))
    return days is not None and said.year - _FAR in {days.first.year, days.last.year}


def _of_year(span: Written, year: Written) -> Callable[[Moment], Days | None]:
    def resolve(moment: Moment) -> Days | None:
        named = year.resolve(moment)
        return span.resolve(replace(moment, year=named.first.year)) if named else None

    return resolve


@cache
def _year(language: Language) -> re.Pattern[str]:
    if language is Language.TR:
        return re.compile(
            rf"(?:{alternatives(list(TR_STEPS))}) (?:yil|sene)(?:n?[iu]n)?|(?:gelecek )?seneye"
            r"|(?!.*bucuk)[\w ]+ (?:yil|sene) (?:once|evvel|sonra)(?:ki|sinin)?"
        )
    return re.compile(
        rf"(?:in |during |over )?(?:the )?(?:(?:{alternatives(list(EN_STEPS))}) year|year (?:before last|after next))"
        r"|(?!.*half)(?:in )?[\w -]+ years? (?:ago|back|from now)|(?!.*half)in [\w -]+ years?(?:'? time)?"
    )
