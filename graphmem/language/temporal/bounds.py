"""Bounds of a statement: which of its times bound it, and other words that do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

from graphmem.language.temporal.calendar import Days
from graphmem.language.temporal.reading import Role, Written
from graphmem.language.temporal.words import alternatives, numbers, units
from graphmem.language.wordlists import lines
from graphmem.model.language import ByLanguage, Language

_DENIED_BEFORE = re.compile(r"\bnot(?: on| in| at)?(?: the)? $")
_DENIED_AFTER = re.compile(r"(?:'?[a-z]{1,3})? degil\b")
_BESIDE = re.compile(r",? ?(?:on |the )?")
_STATE = re.compile(r"\b(?:is|are|am)\b|'(?:s|re|m)\b")
_SPAN = re.compile(r"this (?:week|month|quarter|year)")
_IN_FIGURES = re.compile(r"\d{4}")
_DECIDED = ByLanguage(
    {
        Language.EN: re.compile(r"\b(?:have |had |'ve |'d )?decided\b|\bdecision\b"),
        Language.TR: re.compile(r"\bkarar (?:ver|al)(?:d[iu]|m[iu]s)"),
    }
)
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_WEEK = 7
_COMMA = re.compile(r"[,;\n/]| (?:and|ve) ")
_LISTED_WORDS = 3
"""Most words between two times of a list."""


def counting(folded: str, language: Language, found: Sequence[tuple[Written, Days]]) -> list[bool]:
    """Return whether each time bounds the statement.

    A denied time ("not on Wednesday", "20 Nisan'da degil") does not, nor does a weekday whose date stands beside it
    ("next Friday, on 22 May").
    """
    counts = [not _is_denied(folded, language, written) for written, _ in found]
    for place in range(1, len(found)):
        (one, _), (other, days) = found[place - 1], found[place]
        together = one.role is other.role is Role.AT and _BESIDE.fullmatch(folded, one.end, other.start) is not None
        dated = [any(char.isdigit() for char in folded[each.start : each.end]) for each in (one, other)]
        if together and days.first == days.last and dated == [False, True]:
            counts[place - 1] = False
    return counts


def _is_denied(folded: str, language: Language, written: Written) -> bool:
    if language is Language.TR:
        return _DENIED_AFTER.match(folded, written.end) is not None
    return _DENIED_BEFORE.search(folded, max(written.start - 12, 0), written.start) is not None


def lasts(folded: str, written: Written, language: Language, direction: int) -> bool:
    """Whether a text describes the state of a running day, week, month or year.

    For example "is on call this month", "bu hafta nöbetçi Mert", "working from home today". An event in it, or a
    beginning, lasts: "tests start today".
    """
    begins = max(folded.rfind(mark, 0, written.start) for mark in ".!?;,")
    is_span = _SPAN.fullmatch(folded, written.start, written.end) is not None
    if is_span and _STATE.search(folded, begins + 1, written.start) is not None:
        return True
    if direction < 0:
        return False
    first = max(folded.rfind(mark, 0, written.start) for mark in ".!?;\n") + 1
    ends = [place for mark in ".!?;\n" if (place := folded.find(mark, written.end)) >= 0]
    return _stays(language).search(folded, first, min(ends, default=len(folded))) is not None


def listed(folded: str, one: Written, other: Written) -> bool:
    """Whether two times follow each other in a list with a name or two between: "23 Nov Ali, 30 Nov Mert"."""
    gap = folded[one.end : other.start]
    return len(gap.split()) <= _LISTED_WORDS and (not gap.strip() or _COMMA.search(gap) is not None)


def is_rota(folded: str, language: Language, days: Days) -> bool:
    """Whether listed times are separate turns of a duty: weeks, or days of a duty's name."""
    return (days.last - days.first).days == _WEEK - 1 or _rota(language).search(folded) is not None


def last_day(folded: str, written: Written, role: Role, days: Days, said: date) -> date:
    """Return the last day of a bounded state, as people mean it.

    "Before November" or "before the 5th" ends on the day before. "Until the 5th" includes that day; "until November" or
    "until next week" holds until it begins, if it lies ahead. The whole span is included where the year is in figures
    ("until March 2027", as on cards and in contracts), and for a past state ("until 2014", "until last March").
    """
    eve = days.first - timedelta(days=1)
    if role is Role.BEFORE:
        return max(eve, said) if days.last >= said else eve
    begins = written.role is Role.UNTIL and days.last > days.first > said
    return eve if begins and not _IN_FIGURES.search(folded, written.start, written.end) else days.last


def decided(folded: str, language: Language) -> bool:
    """Whether a text tells a decision, which holds until the next one."""
    return _DECIDED[language].search(folded) is not None


def for_good(folded: str, language: Language) -> bool:
    """Whether a text tells a lasting or recurring future.

    For example "not going to pottery any more", "her pazartesi spora gideceğim".
    """
    return _for_good(language).search(folded) is not None


def duration(folded: str, language: Language) -> timedelta | None:
    """Return the stated duration of the future: "for six weeks", "alti hafta alcida kalacak"."""
    match = _lasting(language).search(folded)
    if match is None:
        return None
    number = float(match["number"]) if match["number"].isdigit() else numbers(language)[match["number"]]
    return timedelta(days=round(number * _DAYS[units()[match["unit"]]]))


@cache
def _stays(language: Language) -> re.Pattern[str]:
    return _any_of(language, "state")


@cache
def _rota(language: Language) -> re.Pattern[str]:
    return _any_of(language, "rota")


def _any_of(language: Language, kind: str) -> re.Pattern[str]:
    rows = (line.partition(" ") for line in lines(f"{language.value}/temporal_states"))
    told = next(told for name, _, told in rows if name == kind)
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)")


@cache
def _for_good(language: Language) -> re.Pattern[str]:
    told = "|".join(f"(?:{line})" for line in lines(f"{language.value}/temporal_for_good"))
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)")


@cache
def _lasting(language: Language) -> re.Pattern[str]:
    number = rf"(?P<number>\d{{1,3}}|{alternatives(list(numbers(language)))})"
    unit = rf"(?P<unit>{alternatives([word for word, name in units().items() if name in _DAYS])})"
    if language is not Language.TR:
        return re.compile(rf"\bfor (?:another |about |at least |the next )?{number} {unit}\b")
    # A number and a unit alone may be a duration, a frequency or a distance in the past.
    lasting = r"(?:ligina|liga|ligine)\b| boyunca\b|(?= (?:\w+ ){0,2}(?:kal|sur)(?!dir)[a-z]*)"
    return re.compile(rf"(?<!da )(?<!de )\b{number} {unit}(?:{lasting})")
