"""Which of the times that a text names bound what it says, and what else bounds it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

from graphmem.language.temporal.calendar import Days
from graphmem.language.temporal.reading import Role, Written
from graphmem.language.temporal.words import alternatives, numbers, units
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

_DENIED_BEFORE = re.compile(r"\bnot(?: on| in| at)?(?: the)? $")
_DENIED_AFTER = re.compile(r"(?:'?[a-z]{1,3})? degil\b")
_BESIDE = re.compile(r",? ?(?:on |the )?")
_STATE = re.compile(r"\b(?:is|are|am)\b|'(?:s|re|m)\b")
_SPAN = re.compile(r"this (?:week|month|quarter|year)")
_IN_FIGURES = re.compile(r"\d{4}")
_DECIDED = {
    Language.EN: re.compile(r"\b(?:have |had |'ve |'d )?decided\b|\bdecision\b"),
    Language.TR: re.compile(r"\bkarar (?:ver|al)(?:d[iu]|m[iu]s)"),
}
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


def counting(folded: str, language: Language, found: Sequence[tuple[Written, Days]]) -> list[bool]:
    """Whether each time bounds what is said: not one that is denied ("not on Wednesday", "20 Nisan'da degil"), nor a
    weekday that a date beside it names, too ("next Friday, on 22 May")."""
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


def lasts(folded: str, written: Written) -> bool:
    """Whether it says of a running week, month or year how things are in it: "is on call this month"."""
    if _SPAN.fullmatch(folded, written.start, written.end) is None:
        return False
    begins = max(folded.rfind(mark, 0, written.start) for mark in ".!?;,")
    return _STATE.search(folded, begins + 1, written.start) is not None


def last_day(folded: str, written: Written, role: Role, days: Days, said: date) -> date:
    """The last day of what a time ends, as people mean it.

    Before November or the 5th ends on the day before they begin. Until the 5th takes that day in; until November, or
    next week, holds until it begins, as far as it lies ahead. Where the year is told in figures ("until March 2027", as
    cards and contracts have it), and of what is over ("until 2014", "until last March"), all of it is taken in.
    """
    eve = days.first - timedelta(days=1)
    if role is Role.BEFORE:
        return max(eve, said) if days.last >= said else eve
    begins = written.role is Role.UNTIL and days.last > days.first > said
    return eve if begins and not _IN_FIGURES.search(folded, written.start, written.end) else days.last


def decided(folded: str, language: Language) -> bool:
    """Whether it tells a decision, which holds until there is another."""
    return _DECIDED[language].search(folded) is not None


def for_good(folded: str, language: Language) -> bool:
    """Whether it tells what will hold from then on, or again and again: "not going to pottery any more", "her pazartesi
    spora gideceğim"."""
    return _for_good(language).search(folded) is not None


def duration(folded: str, language: Language) -> timedelta | None:
    """How long it says that something will last: "for six weeks", "alti hafta alcida kalacak"."""
    match = _lasting(language).search(folded)
    if match is None:
        return None
    number = float(match["number"]) if match["number"].isdigit() else numbers(language)[match["number"]]
    return timedelta(days=round(number * _DAYS[units()[match["unit"]]]))


@cache
def _for_good(language: Language) -> re.Pattern[str]:
    told = "|".join(f"(?:{line})" for line in lines(f"{language.value}/temporal_for_good"))
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)")


@cache
def _lasting(language: Language) -> re.Pattern[str]:
    number = rf"(?P<number>\d{{1,3}}|{alternatives(list(numbers(language)))})"
    unit = rf"(?P<unit>{alternatives([word for word, name in units().items() if name in _DAYS])})"
    if language is Language.EN:
        return re.compile(rf"\bfor (?:another |about |at least |the next )?{number} {unit}\b")
    # Of a number and a unit alone nobody can tell whether it is how long, how often or how long ago.
    lasting = r"(?:ligina|liga|ligine)\b| boyunca\b|(?= (?:\w+ ){0,2}(?:kal|sur)(?!dir)[a-z]*)"
    return re.compile(rf"(?<!da )(?<!de )\b{number} {unit}(?:{lasting})")
