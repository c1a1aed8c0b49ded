"""English recurrences: "every other Friday", "the first Monday of the month", "annually on 3 May"."""

from __future__ import annotations

from dataclasses import replace

from graphmem.language.temporal.recurrence_words import Words, day_name, weekday
from graphmem.language.temporal.words import units
from graphmem.model.recurrence import WEEKDAYS, Frequency, Rule

_UNITS = {
    "day": Rule(Frequency.DAILY),
    "week": Rule(Frequency.WEEKLY),
    "month": Rule(Frequency.MONTHLY),
    "quarter": Rule(Frequency.MONTHLY, 3),
    "year": Rule(Frequency.YEARLY),
}
_ADVERBS = {
    "daily": Rule(Frequency.DAILY),
    "weekly": Rule(Frequency.WEEKLY),
    "fortnightly": Rule(Frequency.WEEKLY, 2),
    "monthly": Rule(Frequency.MONTHLY),
    "quarterly": Rule(Frequency.MONTHLY, 3),
    "yearly": Rule(Frequency.YEARLY),
}
WORKDAYS, WEEKEND = WEEKDAYS[:5], WEEKDAYS[5:]


def rule_at(words: Words, place: int) -> Rule | None:
    """Return the rule whose words begin at a place."""
    if words.is_a("every", place):
        return _every(words, place)
    if words.is_a("once", place) and words.is_a("per", place + 1) and _unit(words.at(place + 2)):
        words.use(place, place + 1, place + 2)
        return _with_day(words, _unit(words.at(place + 2)), place + 3)
    if (found := _of_the_month(words, place)) is not None:
        return found
    if _is_plural_weekday(words, place):
        return Rule(Frequency.WEEKLY, days=_days(words, place))
    return _adverb(words, place)


def _every(words: Words, place: int) -> Rule | None:
    words.use(place)
    start, interval = place + 1, 1
    if words.rank(start) and _weekday(words, start + 1) is not None and words.at(start + 2) in {"of", "in"}:
        words.use(start, start + 1)
        return Rule(Frequency.MONTHLY, days=(f"{words.rank(start)}{_day(words, start + 1)}",))
    if words.date(start) is not None:
        pass
    elif words.is_a("alternate", start):
        start, interval = start + 1, 2
    elif words.number(start) > 1 and _unit(words.at(start + 1)):
        start, interval = start + 1, words.number(start)
    elif words.rank(start) > 1:
        start, interval = start + 1, words.rank(start)
    words.use(*range(place, start))
    found = _recurring_unit(words, start)
    return None if found is None else replace(found, interval=found.interval * interval)


def _recurring_unit(words: Words, place: int) -> Rule | None:
    """Return the rule of a recurring unit: a weekday, a unit, a part of the day, a date."""
    if _weekday(words, place) is not None:
        return Rule(Frequency.WEEKLY, days=_days(words, place))
    if (dated := words.date(place)) is not None:
        words.use(*range(place, dated[2]))
        return Rule(Frequency.YEARLY, month=dated[0], month_day=dated[1])
    words.use(place)
    if words.is_a("workdays", place):
        return Rule(Frequency.WEEKLY, days=WORKDAYS)
    if words.is_a("weekends", place):
        return Rule(Frequency.WEEKLY, days=WEEKEND)
    if words.is_a("dayparts", place):
        return Rule(Frequency.DAILY)
    if words.month(place):
        return Rule(Frequency.YEARLY, month=words.month(place), month_day=1)
    unit = _unit(words.at(place))
    return None if unit is None else _with_day(words, unit, place + 1)


def _with_day(words: Words, rule: Rule | None, place: int) -> Rule | None:
    """Return the rule with the day that follows it: "every week on Tuesday", "once a month on the 15th"."""
    while rule is not None and words.is_a("small", place):
        place += 1
    return rule if rule is None else _on(words, rule, place) or rule


def _on(words: Words, rule: Rule, place: int) -> Rule | None:
    """Return the rule on the day that stands at a place, None without a fitting one."""
    if words.is_a("one_time", place - 1):
        return None
    if rule.frequency is Frequency.WEEKLY and _weekday(words, place) is not None:
        return replace(rule, days=_days(words, place))
    if rule.frequency is Frequency.MONTHLY:
        if words.rank(place) and _weekday(words, place + 1) is not None:
            words.use(place, place + 1)
            return replace(rule, days=(f"{words.rank(place)}{_day(words, place + 1)}",))
        if words.month_day(place) and not words.at(place).isdigit() and not words.month(place + 1):
            words.use(place)
            return replace(rule, month_day=words.month_day(place))
    if rule.frequency is Frequency.YEARLY and (dated := words.date(place)) is not None:
        words.use(*range(place, dated[2]))
        return replace(rule, month=dated[0], month_day=dated[1])
    return None


def _of_the_month(words: Words, place: int) -> Rule | None:
    """Return the rule of "the first Monday of the month"."""
    first = place
    days = []
    while words.rank(place):  # "the first and third Monday"
        days.append(words.rank(place))
        place += 1 + words.is_a("joining", place + 1)
    told = words.at(place + 1) in {"of", "in"} and words.at(place + 2) in {"the", "every", "each"}
    if not days or _weekday(words, place) is None or not told or words.at(place + 3) != "month":
        return None
    words.use(*range(first, place + 4))
    return Rule(Frequency.MONTHLY, days=tuple(f"{rank}{_day(words, place)}" for rank in days))


def _adverb(words: Words, place: int) -> Rule | None:
    """Return the rule of "the weekly sync is on Tuesday", with the first day behind it."""
    rule = next((rule for kind, rule in _ADVERBS.items() if words.is_a(kind, place)), None)
    if rule is None or any(words.is_a("one_time", other) for other in range(place + 1, len(words.all))):
        return None
    words.use(place)
    if rule.frequency is Frequency.DAILY:
        return rule if words.clock() else None
    return next((found for other in range(place + 1, len(words.all)) if (found := _on(words, rule, other))), None)


def _days(words: Words, place: int) -> tuple[str, ...]:
    """Return the weekdays of a list that begins at a place: "Monday, Wednesday and Friday"."""
    found = []
    while _weekday(words, place) is not None:
        words.use(place)
        found.append(_day(words, place))
        place += 1
        while words.is_a("dayparts", place):
            words.use(place)
            place += 1
        ahead = place
        while words.is_a("joining", ahead) or words.is_a("every", ahead) or words.at(ahead) == "on":
            ahead += 1
        is_listed = ahead > place or words.gap(place).strip() in {",", "/", "&"}
        if not is_listed or _weekday(words, ahead) is None:
            break
        place = ahead
    return tuple(sorted(set(found), key=WEEKDAYS.index))


def _day(words: Words, place: int) -> str:
    return day_name(_weekday(words, place) or 0)


def _weekday(words: Words, place: int) -> int | None:
    word = words.at(place)
    return weekday(word) if weekday(word) is not None else weekday(word.removesuffix("s"))


def _is_plural_weekday(words: Words, place: int) -> bool:
    """Whether a weekday recurs by its form: "on Mondays", "Tuesday mornings"."""
    word = words.at(place)
    if words.ending(place):
        return False
    plural = word.endswith("s") and weekday(word.removesuffix("s")) is not None
    parts = words.at(place + 1)
    return plural or (_weekday(words, place) is not None and words.is_a("dayparts", place + 1) and parts[-1:] == "s")


def _unit(word: str) -> Rule | None:
    return _UNITS.get(units().get(word, ""))
