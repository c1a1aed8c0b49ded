"""Recurring times: a weekday in a rule, a birthday, the day of the month when rent is due.

A statement does not begin or end on such a time: "never deploy on Friday" is a rule for every Friday, and "my birthday
is on 14 March" is true all year. An ambiguous day ("I work from home on Wednesday") is the next one, as elsewhere.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from graphmem.language.temporal.reading import Role, Written
from graphmem.language.temporal.words import alternatives, months, weekdays
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

REACH = 200
"""Characters around a time in which a word may mark a recurrence; sentences are seldom longer."""

_DAYS = alternatives(list(weekdays()))
_PARTS = "gunu|morning|afternoon|evening|night|sabahi?|aksami?|gecesi?"
_WEEKDAY = re.compile(rf"(?:on |by )?(?:{_DAYS})s?(?: (?:{_PARTS}))?(?:'?[a-z]{{1,4}})?")
_OF_MONTH = re.compile(r"(?:on )?(?:the )?\d{1,2}(?:st|nd|rd|th)|ayin \d{1,2}\S*")
_DAYTIME = re.compile(r"(?<!\w)sabahtan $")
"""Turkish "from morning to evening": no evening of a particular day."""

_TODAY = re.compile(r",? (?:today|bugun)(?!\w)")
_WEEKENDS = re.compile(r"hafta ?sonlari")
_ANY_WEEKEND = re.compile(r"(?:(?:on|at|over|during) )?(?:the )?weekend|hafta ?sonu")
_SATURDAY, _SUNDAY = re.compile(r"cumartesi(?: gunu)?"), re.compile(r"pazar(?: gunu)?")
_SUNDAY_AFTER = re.compile(r" ?(?:,|/|-|ve|ile)? ?pazar(?!\w)")
_SATURDAY_BEFORE = re.compile(r"(?<!\w)cumartesi ?(?:,|/|-|ve|ile)? ?$")
_ANY = re.compile(r"(?<!\w)(?:on )?(?:an?|any|some) $")
"""Words before a weekday that is no calendar day: "never deploy on a Friday"."""
_SOON = re.compile(r"(?<!\w)(?:min(?:ute)?s?|hours?|hrs?|dakika|dk|saat)(?!\w)")
_WITHIN = re.compile(r"^within\b|\b(?:icinde|icerisinde|zarfinda)$")
_YEAR = re.compile(r"\d{4}")
_A_FEW = 2
"""Most weekdays of a list that may be those of this week."""
_NAMED_DAY = re.compile(rf"(?<!\w)({_DAYS})s?(?!\w|')")
_LIST = rf"(?:(?: ve|,| ile| veya| and| or)? ?(?:on )?(?:{_DAYS})){{0,6}}"
_SENTENCE = re.compile(r"[.!?;\n]")


def recurs(folded: str, written: Written, language: Language, direction: int, *, is_ahead: bool) -> bool:
    """Whether a time in a folded text recurs; `direction` is that of its verb.

    `is_ahead`: as resolved, it lies in the future. A past day of the year ends nothing anyway.
    """
    said = folded[written.start : written.end].strip()
    if _SOON.search(said) and _is_beside("obliged", folded, written, language):
        return True  # counted from any occurrence: "must be answered within 15 minutes"
    if _WITHIN.search(said) and _is_anybodys(folded, written, language):
        return True
    if written.role is not Role.AT:
        return False
    if _is_no_day(folded, written, said, language, direction):
        return True
    if direction < 0 and not _is_beside("born", folded, written, language):
        return False
    if _WEEKDAY.fullmatch(said):
        return _is_beside("habit", folded, written, language)
    if _OF_MONTH.fullmatch(said):
        return _is_beside("monthly", folded, written, language)
    if not is_ahead or _YEAR.search(said) or not _months().search(said):
        return False
    if _is_beside("yearly", folded, written, language):
        return not _is_beside("occasion", folded, written, language)
    return _is_beside("born", folded, written, language)


def _is_anybodys(folded: str, written: Written, language: Language) -> bool:
    """Whether a span counts from any occurrence, as in terms, not from now.

    For example "damage must be reported within three days", "most patients improve within six weeks". In the first
    person it counts from now.
    """
    if _is_beside("own", folded, written, language):
        return False
    return any(_is_beside(kind, folded, written, language) for kind in ("obliged", "terms"))


def _is_no_day(folded: str, written: Written, said: str, language: Language, direction: int) -> bool:
    """Whether it is no day of its own: part of a habit or a name, "from morning to evening"."""
    if _kind("part", language, _LIST + " ").match(folded, written.end) or _WEEKENDS.fullmatch(said):
        return True
    if _is_weekend(folded, written, said) and _is_beside("banned", folded, written, language):
        return True
    if _DAYTIME.search(folded, max(0, written.start - REACH), written.start):
        return True
    if _WEEKDAY.fullmatch(said) is None:
        return False
    if _is_name(folded, written, language) or _is_listed(folded, written, language, direction):
        return True
    return _is_any(folded, written)


def goes_on(folded: str, written: Written) -> bool:
    """Whether a statement with a recurring time holds beyond the next occurrence, as with a birthday.

    "I'll come by on a Friday" is a plan all the same.
    """
    return written.role is Role.AT and not _is_any(folded, written)


def _is_any(folded: str, written: Written) -> bool:
    return _ANY.search(folded, 0, written.start) is not None


def _is_listed(folded: str, written: Written, language: Language, direction: int) -> bool:
    """Whether a weekday stands in a list that recurs: "salı perşembe kursum var", "mon, wed and fri".

    Adjacent days are rather a stretch of this week ("off Monday and Tuesday"). Two days need a word for a recurrence,
    or stand in Turkish with nothing between them.
    """
    first, last = _sentence_of(folded, written)
    listed = next((one for one in _listing().finditer(folded, first, last) if one.end() > written.start), None)
    if listed is None or listed.start() >= written.end:
        return False
    days = [weekdays()[one[1]] for one in _NAMED_DAY.finditer(listed[0])]
    if all(after - before == 1 for before, after in pairwise(days)):
        return False
    if len(set(days)) > _A_FEW:
        return True
    if direction:
        return False
    is_bare = language is Language.TR and not _NAMED_DAY.sub("", listed[0]).strip()
    return is_bare or _is_beside("regular", folded, written, language)


def _is_weekend(folded: str, written: Written, said: str) -> bool:
    """Whether weekends are named, and not this one: "cumartesi pazar", "on the weekend"."""
    if _ANY_WEEKEND.fullmatch(said):
        return True
    return bool(
        (_SATURDAY.fullmatch(said) and _SUNDAY_AFTER.match(folded, written.end))
        or (_SUNDAY.fullmatch(said) and _SATURDAY_BEFORE.search(folded, max(0, written.start - 20), written.start))
    )


def _is_name(folded: str, written: Written, language: Language) -> bool:
    """Whether a weekday is the name of a day: "Mothering Sunday", "Sunday today"."""
    before = max(0, written.start - 20)
    return bool(_TODAY.match(folded, written.end) or _named(language).search(folded, before, written.start))


def _is_beside(kind: str, folded: str, written: Written, language: Language) -> bool:
    """Whether a word of a kind stands in the sentence of an expression."""
    return _kind(kind, language, r"(?<!\w)").search(folded, *_sentence_of(folded, written)) is not None


def _sentence_of(folded: str, written: Written) -> tuple[int, int]:
    """Return start and end of an expression's sentence, within reach."""
    first, last = max(0, written.start - REACH), min(len(folded), written.end + REACH)
    start = max((found.end() for found in _SENTENCE.finditer(folded, first, written.start)), default=first)
    stop = _SENTENCE.search(folded, written.end, last)
    return start, stop.start() if stop else last


@cache
def _kind(kind: str, language: Language, before: str) -> re.Pattern[str]:
    rows = (line.partition(" ") for line in lines(f"{language.value}/temporal_recurring"))
    words = next(told for name, _, told in rows if name == kind)
    return re.compile(rf"{before}(?:{words})(?!\w)")


@cache
def _listing() -> re.Pattern[str]:
    between = r"(?:,? ?(?:and|ve|&) |, ?|/| )"
    return re.compile(rf"(?<!\w)(?:{_DAYS})s?(?:{between}(?:{_DAYS})s?)+(?!\w|')")


@cache
def _named(language: Language) -> re.Pattern[str]:
    return re.compile(_kind("named", language, r"(?<!\w)").pattern + " $")


@cache
def _months() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives(list(months()))})")
