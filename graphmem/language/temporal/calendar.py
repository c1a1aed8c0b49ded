"""Calendar arithmetic of spoken time: weeks begin on Monday, spans count their last day."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

MONTHS = 12
_WEEK = 7
_SATURDAY = 5
_QUARTER = 3
_NEAR = 120
"""Days within which a date without a year is the nearest one; from four months on the verb decides."""
_NEAR_AGAINST_VERB = 70
"""The same if the verb points the other way: "I booked a table on 20 May" said on the tenth, but "we
married on 4 August" said in May. In real chats such dates were at most 64 days away."""


@dataclass(frozen=True, slots=True)
class Days:
    """A span from `first` to `last`, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Moment:
    """The time of speaking, the verb's direction (−1 past, 0 unknown, 1 future), and another year named.

    `ends` marks a time that ends something ("until September"): its verb's tense then only tells that an unfinished
    thing ends in the future.
    """

    said: date
    direction: int = 0
    year: int | None = None
    ends: bool = False


Build = Callable[[int], Days]
"""A span that comes back each year, made for one year."""


def day(value: date) -> Days:
    """Return one day."""
    return Days(value, value)


def days_from(value: date, count: float) -> date:
    """Return the day so many days later; fractions are cut off."""
    return value + timedelta(days=int(count))


def add_months(value: date, count: int) -> date:
    """Return the same day so many months later, or that month's last day if it is shorter."""
    year, month = divmod(value.year * MONTHS + value.month - 1 + count, MONTHS)
    return date(year, month + 1, min(value.day, monthrange(year, month + 1)[1]))


def shift(value: date, count: float, unit: str) -> date:
    """Return the day `count` units later, earlier if negative.

    The unit is day, week, month, quarter, year or decade, else the same day is returned.
    """
    months = {"month": 1, "quarter": _QUARTER, "year": MONTHS, "decade": 10 * MONTHS}.get(unit)
    if months:
        return add_months(value, int(count * months))
    return days_from(value, count * {"day": 1, "week": _WEEK}.get(unit, 0))


def period(unit: str, said: date, offset: int) -> Days:
    """Return the calendar unit that holds `said`, or one `offset` units away.

    Unit as in `shift`, or weekend.
    """
    if unit in {"week", "weekend"}:
        monday = said - timedelta(days=said.weekday()) + timedelta(days=_WEEK * offset)
        first = monday + timedelta(days=_SATURDAY) if unit == "weekend" else monday
        return Days(first, monday + timedelta(days=_WEEK - 1))
    if unit == "month":
        return month(add_months(said.replace(day=1), offset).year, add_months(said.replace(day=1), offset).month)
    if unit == "quarter":
        moved = add_months(said.replace(day=1), _QUARTER * offset)
        return quarter(moved.year, (moved.month - 1) // _QUARTER + 1)
    if unit == "decade":
        return years(said.year // 10 * 10 + 10 * offset, 10)
    return years(said.year + offset) if unit == "year" else day(said + timedelta(days=offset))


def month(year: int, number: int) -> Days:
    """Return a whole month."""
    return Days(date(year, number, 1), date(year, number, monthrange(year, number)[1]))


def months(year: int, number: int, count: int) -> Days:
    """Return so many months from this one on."""
    first = date(year, number, 1)
    return Days(first, add_months(first, count) - timedelta(days=1))


def quarter(year: int, number: int) -> Days:
    """Return a quarter, 1 to 4."""
    return months(year, _QUARTER * number - 2, _QUARTER)


def years(year: int, count: int = 1) -> Days:
    """Return a whole year, or several."""
    return Days(date(year, 1, 1), date(year + count - 1, MONTHS, 31))


def season(year: int, number: int) -> Days:
    """Return a meteorological season: 0 spring (March to May) to 3 winter (from December on)."""
    return months(year, _QUARTER * number + _QUARTER, _QUARTER)


def part(days: Days, name: str) -> Days:
    """Return the start, middle or end of a span, a day each; the end of a long span is its last day."""
    if name == "start":
        return day(days.first)
    if name == "end":
        return day(days.last)
    return day(days.first + (days.last - days.first) // 2)


def weekday(number: int, moment: Moment, offset: int | None = None) -> Days:
    """Return a weekday, Monday 0: the last one for −1, else the next; 0 ("this Friday") includes today.

    Without `offset` the verb decides; an untold direction looks ahead.
    """
    ahead = (number - moment.said.weekday()) % _WEEK
    step = moment.direction if offset is None else offset
    if step < 0:
        return day(moment.said + timedelta(days=ahead - _WEEK))
    if offset == 0:
        return day(moment.said + timedelta(days=ahead))
    return day(moment.said + timedelta(days=ahead or _WEEK))


def weekend(moment: Moment) -> Days:
    """Return the weekend of "at the weekend": in the past the last one, unless it is the running one."""
    gone = moment.direction < 0 and moment.said.weekday() < _SATURDAY
    return period("weekend", moment.said, -1 if gone else 0)


def day_of_month(place: int, moment: Moment, offset: int | None = None) -> Days | None:
    """Return a day of the month `offset` away, else of the likeliest month by verb; None for 31 June."""
    if offset is None:
        offset = 0
        if moment.direction < 0 and place > moment.said.day:
            offset = -1
        elif moment.direction >= 0 and place < moment.said.day:
            offset = 1
    inside = period("month", moment.said, offset)
    return day(inside.first.replace(day=place)) if 1 <= place <= inside.last.day else None


def span(start: Build, end: Build, moment: Moment) -> Days | None:
    """Return the span between two yearly ones, such as "November to March" over the turn of the year."""
    last = yearly(end, moment)
    first = yearly(start, Moment(moment.said, 0, last.first.year)) if last else None
    if last and first and first.first > last.last:
        first = _built(start, last.first.year - 1)
    return Days(first.first, last.last) if first and last else None


def yearly(build: Build, moment: Moment) -> Days | None:
    """Return a yearly span in the likeliest year by verb and day; None on 29 February of 2023.

    A day, or what ends something, is the nearest of its kind unless that is far off; else the verb decides.
    """
    if moment.year is not None:
        return _built(build, moment.year)
    this = _built(build, moment.said.year)
    if this is None:
        return None
    if moment.ends or this.first == this.last:
        near = _nearest(build, moment)
        if near:
            return near
    if moment.direction < 0 and this.first > moment.said:
        return _built(build, moment.said.year - 1)
    if moment.direction >= 0 and this.last < moment.said:
        return _built(build, moment.said.year + 1)
    return this


def _nearest(build: Build, moment: Moment) -> Days | None:
    """Return the nearest span of its kind; None if it is about as far as the one on the other side."""
    near = [built for year in (-1, 0, 1) if (built := _built(build, moment.said.year + year))]
    best = min(near, key=lambda days: distance(days, moment.said))
    side = (best.first > moment.said) - (best.last < moment.said)
    if moment.ends and moment.direction > 0 > side:
        return None
    against = side * moment.direction < 0 and not moment.ends
    return best if distance(best, moment.said) <= (_NEAR_AGAINST_VERB if against else _NEAR) else None


def distance(days: Days, said: date) -> int:
    """Return the days between a day and a span without it, else 0."""
    return max((days.first - said).days, (said - days.last).days, 0)


def relative(build: Build, said: date, offset: int) -> Days | None:
    """Return the last completed span of its kind (−1), this year's (0) or the next to begin (1)."""
    near = [built for year in range(said.year - 2, said.year + 3) if (built := _built(build, year))]
    if offset < 0:
        return max((span for span in near if span.last < said), key=lambda span: span.first, default=None)
    if offset > 0:
        return min((span for span in near if span.first > said), key=lambda span: span.first, default=None)
    return _built(build, said.year)


def _built(build: Build, year: int) -> Days | None:
    try:
        return build(year)
    except ValueError:
        return None
