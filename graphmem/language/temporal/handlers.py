"""Handlers of matched time expressions: from a match and the moment of speaking to days.

A handler returns None for a match that is no time. The names of a pattern's groups are its arguments: n and unit
("three weeks"), per ("month"), step ("last"), part ("early"), d, mon, dow, year, season, q, ord, holiday, decade; d1,
mon1 and y1 begin a span. Words of both languages share one table, since none has another meaning in the other.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from graphmem.language.temporal import calendar as cal
from graphmem.language.temporal.calendar import Days, Moment
from graphmem.language.temporal.reading import Match
from graphmem.language.temporal.words import day_of_month as day_of_month_named
from graphmem.language.temporal.words import fixed_days, holiday, months, number, seasons, units, weekdays

ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
ORDINALS |= {"birinci": 1, "ilk": 1, "1.": 1, "ikinci": 2, "2.": 2, "ucuncu": 3, "3.": 3, "dorduncu": 4, "4.": 4}
ORDINALS |= {"son": 4}
EN_STEPS = {"last": -1, "past": -1, "previous": -1, "this past": -1, "this": 0, "current": 0, "earlier this": 0}
EN_STEPS |= {"later this": 0, "next": 1, "coming": 1, "this coming": 1, "upcoming": 1}
TR_STEPS = {"gecen": -1, "gectigimiz": -1, "gecenki": -1, "bir onceki": -1, "onceki": -1, "evvelki": -2, "evvelsi": -2}
TR_STEPS |= {
    "bu": 0,
    "icinde bulundugumuz": 0,
    "gelecek": 1,
    "onumuzdeki": 1,
    "su onumuzdeki": 1,
    "oteki": 2,
    "obur": 2,
}
_STEPS = EN_STEPS | TR_STEPS
_PARTS = {"early": "start", "begin": "start", "start": "start", "mid": "middle", "end": "end", "late": "end"}
_PARTS |= {"bas": "start", "orta": "middle", "son": "end"}
_UNITS = {"hafta": "week", "ay": "month", "yil": "year", "sene": "year", "ceyrek": "quarter"}
_UNITS |= {"haftasonu": "weekend", "hafta sonu": "weekend"}
_WEEK = 7


def _group(match: Match, name: str) -> str | None:
    return match.groupdict().get(name)


def _shifted(match: Match, moment: Moment, sign: int) -> date:
    half = 0.5 if _group(match, "half") or _group(match, "half2") else 0.0
    return cal.shift(moment.said, sign * (number(match["n"]) + half), units()[match["unit"]])


def _at(match: Match, moment: Moment) -> Moment:
    """Return the moment with the year that the match names itself."""
    year = _group(match, "year")
    return replace(moment, year=int(year)) if year else moment


def _cut(match: Match, days: Days | None) -> Days | None:
    """Return the part of a span that the match names: "early", "end of", "başında"."""
    name = _group(match, "part")
    if not name or not days:
        return days
    return cal.part(days, next(part for start, part in _PARTS.items() if name.startswith(start)))


def _step(match: Match) -> int | None:
    name = _group(match, "step")
    return _STEPS[name] if name else None


def fixed(match: Match, moment: Moment) -> Days:
    """Resolve "yesterday", "tonight"."""
    return cal.day(cal.days_from(moment.said, fixed_days()[match["fixed"]]))


def ago(match: Match, moment: Moment) -> Days:
    """Resolve "three weeks ago"."""
    return cal.day(_shifted(match, moment, -1))


def ahead(match: Match, moment: Moment) -> Days | None:
    """Resolve "in three weeks"; None in the past: "in two weeks we learned it" gives a duration."""
    return cal.day(_shifted(match, moment, 1)) if moment.direction >= 0 else None


def coming_span(match: Match, moment: Moment) -> Days | None:
    """Resolve "the next three weeks"."""
    return Days(moment.said, _shifted(match, moment, 1)) if moment.direction >= 0 else None


def gone_span(match: Match, moment: Moment) -> Days:
    """Resolve "the last three weeks"."""
    return Days(_shifted(match, moment, -1), moment.said)


def period(match: Match, moment: Moment) -> Days | None:
    """Resolve "last month", "the end of this year"."""
    unit = _UNITS.get(match["per"], match["per"])
    return _cut(match, cal.period(unit, moment.said, _step(match) or 0))


def beyond(match: Match, moment: Moment) -> Days:
    """Resolve "the week after next"."""
    return cal.period(match["per"], moment.said, 2 if match["way"] == "after next" else -2)


def weekend(_match: Match, moment: Moment) -> Days:
    """Resolve "at the weekend"."""
    return cal.weekend(moment)


def weekday(match: Match, moment: Moment) -> Days:
    """Resolve "on Friday", "last Friday"."""
    return cal.weekday(weekdays()[match["dow"]], moment, _step(match))


def weekdays_ago(match: Match, moment: Moment) -> Days:
    """Resolve "two Saturdays ago"."""
    last = cal.weekday(weekdays()[match["dow"]], moment, -1)
    return cal.day(cal.days_from(last.first, -_WEEK * (number(match["n"]) - 1)))


def week(match: Match, moment: Moment) -> Days:
    """Resolve "next week", or a day of it."""
    step, name = _step(match), _group(match, "dow")
    found = cal.period("week", moment.said, 1 if step is None else step)
    return cal.day(cal.days_from(found.first, weekdays()[name])) if name else found


def week_from_today(_match: Match, moment: Moment) -> Days:
    """Resolve "haftaya bugün", a week from today."""
    return cal.day(cal.days_from(moment.said, _WEEK))


def next_year(_match: Match, moment: Moment) -> Days:
    """Resolve "seneye", next year."""
    return cal.period("year", moment.said, 1)


def new_year(_match: Match, moment: Moment) -> Days:
    """Resolve "yılbaşından beri": the year's first day, not its eve."""
    return cal.day(date(moment.said.year, 1, 1))


def _month_build(name: str, place: str | None = None) -> cal.Build:
    number_ = months()[name]
    if place is None:
        return lambda year: cal.month(year, number_)
    return lambda year: cal.day(date(year, number_, day_of_month_named(place)))


def month(match: Match, moment: Moment) -> Days | None:
    """Resolve "in March", "8 May", "May 8th 2023"."""
    build = _month_build(match["mon"], _group(match, "d"))
    return _cut(match, cal.yearly(build, _at(match, moment)))


def _season_build(match: Match) -> cal.Build:
    place = seasons()[match["season"]]
    return lambda year: cal.season(year, place)


def season(match: Match, moment: Moment) -> Days | None:
    """Resolve "in spring", "the summer of 2016"."""
    return _cut(match, cal.yearly(_season_build(match), _at(match, moment)))


def stepped(match: Match, moment: Moment) -> Days | None:
    """Resolve "last summer", "next March"."""
    build = _season_build(match) if _group(match, "season") else _month_build(match["mon"])
    return _cut(match, cal.relative(build, moment.said, _step(match) or 0))


def festive(match: Match, moment: Moment) -> Days | None:
    """Resolve "at Christmas", "last New Year's Eve"."""
    build, step = holiday(match["holiday"]), _step(match)
    if step is None:
        return cal.yearly(build, _at(match, moment))
    return cal.relative(build, moment.said, step)


def quarter(match: Match, moment: Moment) -> Days | None:
    """Resolve "Q3 2023", "the first quarter of 2024", "Q2"."""
    place = _group(match, "q")
    number_ = int(place) if place else ORDINALS[match["ord"]]
    step = _step(match)
    if step is not None:
        return cal.quarter(moment.said.year + step, number_)
    return cal.yearly(lambda year: cal.quarter(year, number_), _at(match, moment))


def year(match: Match, _moment: Moment) -> Days | None:
    """Resolve "in 2019", "late 2019"."""
    return _cut(match, cal.years(int(match["year"])))


def decade(match: Match, _moment: Moment) -> Days:
    """Resolve "the 1990s", "the 90s"."""
    digits = int(match["decade"])
    century = 0 if digits >= 1000 else 1900 if digits >= 30 else 2000
    return cal.years(century + digits, 10)


def day_of_month(match: Match, moment: Moment) -> Days | None:
    """Resolve "the 15th", "the 3rd of next month"."""
    return cal.day_of_month(day_of_month_named(match["d"]), moment, _step(match))


def named_day(match: Match, moment: Moment) -> Days | None:
    """Resolve "Wednesday the 18th": the nearest such day in the verb's direction, else the likeliest 18th."""
    place, of_week = int(match["d"]), weekdays()[match["wd"]]
    for offset in range(3):
        found = cal.day_of_month(place, moment, -offset if moment.direction < 0 else offset)
        if found is None or found.first.weekday() != of_week:
            continue
        if (found.first <= moment.said) if moment.direction < 0 else (found.first >= moment.said):
            return found
    return cal.day_of_month(place, moment)


def week_of_month(match: Match, moment: Moment) -> Days | None:
    """Resolve "the first week of June"; the last one is its last seven days."""
    found = month(match, moment)
    if not found:
        return None
    if match["ord"] in {"last", "son"}:
        return Days(cal.days_from(found.last, 1 - _WEEK), found.last)
    first = cal.days_from(found.first, _WEEK * (ORDINALS[match["ord"]] - 1))
    return Days(first, cal.days_from(first, _WEEK - 1))


def week_with(match: Match, moment: Moment) -> Days | None:
    """Resolve "the week of 23 November", "23 Kasım haftası"."""
    found = month(match, moment)
    return cal.period("week", found.first, 0) if found else None


def months_between(match: Match, moment: Moment) -> Days | None:
    """Resolve "from March to June 2021"."""
    return cal.span(_month_build(match["mon1"]), _month_build(match["mon"]), _at(match, moment))


def days_between(match: Match, moment: Moment) -> Days | None:
    """Resolve "12 to 15 August"."""
    name = match["mon"]
    return cal.span(_month_build(name, match["d1"]), _month_build(name, match["d"]), _at(match, moment))


def years_between(match: Match, _moment: Moment) -> Days | None:
    """Resolve "from 2012 to 2016"."""
    start, end = int(match["y1"]), int(match["year"])
    return Days(cal.years(start).first, cal.years(end).last) if start < end else None
