"""Valid times of statements, by their expressions of time.

Labelled lines: `python -m tests.evals dates`.

A statement about the past or the present starts at the time it names (a month or a week at its first day), else when it
was said, and stays open unless the text bounds it. A plan starts when it was said, or where it says so, and ends on the
day it names (the last day of a week or a month), or seven days after it was said. A habit or a lasting resolution
("won't eat meat any more", "every Monday") stays open. "Before a day" ends on its eve, "until November" ends when
November begins (`bounds.last_day`). A cancelled event is no plan: its day bounds nothing (`cancelled`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from graphmem.language.temporal.bounds import counting, decided, duration, for_good, is_rota, last_day, lasts, listed
from graphmem.language.temporal.calendar import Days
from graphmem.language.temporal.cancellation import Off, called_off
from graphmem.language.temporal.foresight import speaks_of_future
from graphmem.language.temporal.reading import Expression, Role, TimeReading, Written
from graphmem.language.temporal.recurrence import goes_on, recurs
from graphmem.language.temporal.render import written_out
from graphmem.language.temporal.repeats import Repeated, repeated
from graphmem.language.temporal.scan import scan
from graphmem.language.temporal.translated import TRANSLATED, translate
from graphmem.language.temporal.words import fold, is_another_word
from graphmem.model.language import Language

__all__ = ["PLAN_DAYS", "Expression", "Role", "TimeReading", "resolve"]

PLAN_DAYS = 7
"""Expected duration of a plan without a date."""

_ENDING = frozenset({Role.UNTIL, Role.BY, Role.BEFORE})
_TODAY_AHEAD = re.compile(r"tonight|evening|weekend|later|aksam|gece|hafta ?sonu")
"""Parts of the running day or week that still lie ahead when a present tense names them."""
_DUE = re.compile(
    r"[^.!?;]*\b(?:lazim|gerek(?:li|ir|iyor|ecek|mekte)?|sart|zorund[ae](?:y[iu][mz]|s[iu]n)?|mecbur(?:uz|um)?|[a-z]+m[ae]l[iu]"
    r"(?:y[iu][mz]|l[ae]r)?)\b"
)
"""Turkish necessity after "-e kadar", which then means a deadline instead of a duration."""


def resolve(text: str, language: Language, said_at: datetime) -> TimeReading:
    """Return the valid time of a text; its days are those of `said_at` in its own zone."""
    if language in TRANSLATED:
        return _in_translation(text, language, said_at)
    folded = fold(text)
    said = said_at.date()
    named = [
        (written, days, direction)
        for written, days, direction in scan(folded, language, said)
        if not is_another_word(text[written.start : written.end], folded[written.start : written.end])
    ]
    repeat = _repeated(folded, language, said, [written for written, _, _ in named])
    found = [
        (written, days, direction)
        for written, days, direction in named
        if not (_is_of(repeat, written) or recurs(folded, written, language, direction, is_ahead=days.first > said))
    ]
    # A past day is the day of the cancellation: "the hearing was postponed on Monday".
    off = [called_off(folded, written, language) if days.last >= said else None for written, days, _ in found]
    plan = _Plan(said, foresight=not any(off) and speaks_of_future(text, folded, language))
    counted = counting(folded, language, [(written, days) for written, days, _ in found])
    before: Written | None = None
    for (written, days, direction), counts, is_off in zip(found, counted, off, strict=True):
        if is_off or not counts:
            if is_off is Off.WILL_NOT:
                plan.end(Role.UNTIL, days.last)
            continue
        role = Role.BY if written.role is Role.UNTIL and _DUE.search(folded, written.end) else written.role
        if role is Role.AT and days.first <= said <= days.last and lasts(folded, written, language, direction):
            role = Role.BETWEEN
        if role in _ENDING:
            plan.end(role, last_day(folded, written, role, days, said))
            continue
        if repeat is not None and role is Role.AT:
            continue  # a day that is named beside a recurrence does not end it
        is_next = (
            before is not None
            and role is Role.AT
            and listed(folded, before, written)
            and (folded[before.end : written.start].isspace() or is_rota(folded, language, days))
        )
        plan.add(
            role,
            days,
            ahead=direction >= 0 and bool(_TODAY_AHEAD.search(folded, written.start, written.end)),
            goes_on=is_next,
        )
        before = written
    # A statement with only a birthday or the days of a course holds after a week as well: "she'll be 7".
    again = not found and any(goes_on(folded, written) for written, _, _ in named)
    stays = repeat is not None or again or decided(folded, language) or for_good(folded, language)
    plan.expect(None if stays else duration(folded, language) or timedelta(days=PLAN_DAYS))
    expressions = tuple(
        Expression(
            written.start,
            written.end,
            text[written.start : written.end],
            days.first,
            days.last,
            written.role,
            written_out(days, written.role, language),
            is_off is not None,
        )
        for (written, days, _), is_off in zip(found, off, strict=True)
    )
    return _with_recurrence(plan.reading(expressions), repeat, said)


def _in_translation(text: str, language: Language, said_at: datetime) -> TimeReading:
    """Return the valid time of a text by its English translation, with the places of the text itself."""
    translated = translate(text, language)
    reading = resolve(translated.text, Language.EN, said_at)
    placed = ((one, translated.place(one.start), translated.place(one.end)) for one in reading.expressions)
    return replace(
        reading,
        expressions=tuple(replace(one, start=start, end=end, text=text[start:end]) for one, start, end in placed),
    )


def _repeated(folded: str, language: Language, said: date, named: Sequence[Written]) -> Repeated | None:
    """Return the recurrence, unless it is cancelled: "the weekly sync on Tuesday is cancelled"."""
    found = repeated(folded, language, said)
    if found is None or any(_is_of(found, one) and called_off(folded, one, language) for one in named):
        return None
    return found


def _is_of(repeat: Repeated | None, written: Written) -> bool:
    """Whether a time is part of a recurrence: the "3 May" of "each year on 3 May"."""
    return repeat is not None and written.role is Role.AT and repeat.tells(written.start, written.end)


def _with_recurrence(reading: TimeReading, repeat: Repeated | None, said: date) -> TimeReading:
    """Return the reading with its recurrence, which excludes the days that the text leaves out."""
    if repeat is None:
        return reading
    start = max(reading.valid_from or said, said)
    single = [one for one in reading.expressions if one.off and one.first == one.last]
    without = tuple(dict.fromkeys(one.first for one in single if one.first >= start))
    return replace(reading, recurrence=repeat.rule.text(start, reading.valid_until, without))


class _Plan:
    """Collects the start and end that the expressions of one text give."""

    def __init__(self, said: date, *, foresight: bool) -> None:
        self._said = said
        self._spoken = foresight
        self._foresight = foresight
        self._start: date | None = None
        self._end: date | None = None
        self._open = False
        self._expected: timedelta | None = timedelta(days=PLAN_DAYS)

    def expect(self, lasting: timedelta | None) -> None:
        """Set the expected duration without a day; None for no end."""
        self._expected = lasting

    def add(self, role: Role, days: Days, *, ahead: bool, goes_on: bool) -> None:
        """Add one expression.

        `ahead` marks a running span of which a present tense means the rest, `goes_on` the next turn of a list that the
        former began.
        """
        if role is Role.AT:
            self._add_point(days, ahead=ahead)
            if goes_on and self._end is not None:
                self._end = max(self._end, days.last)
        else:
            self._start = self._start or days.first
            self._foresight |= days.first > self._said
            if role is Role.BETWEEN:
                self._end = self._end or days.last
            self._open = role is not Role.BETWEEN

    def end(self, role: Role, last: date) -> None:
        """Add an end; a deadline in the future is still to be met."""
        self._end = self._end or last
        self._foresight |= role is not Role.UNTIL and last >= self._said

    def _add_point(self, days: Days, *, ahead: bool) -> None:
        running = days.first <= self._said <= days.last
        if days.first > self._said or (running and (self._spoken or ahead)):
            self._foresight = True
            self._end = self._end or days.last
        else:
            self._start = self._start or days.first

    def reading(self, expressions: tuple[Expression, ...]) -> TimeReading:
        """Return the result; of a contradiction ("since Friday until Monday") only the end counts."""
        start, end = self._start, self._end
        expected = end is None and self._foresight and not self._open and self._expected is not None
        if expected and self._expected is not None:
            end = self._said + self._expected
        if start is None and (end is None or end >= self._said):
            start = self._said
        if start and end and start > end:
            start = None
        return TimeReading(start, end, self._foresight, expressions, expected)
