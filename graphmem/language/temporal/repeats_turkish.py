"""Turkish recurrences, over folded words: "her salı", "iki haftada bir cuma", "ayın ilk pazartesi"."""

from __future__ import annotations

from dataclasses import replace

from graphmem.language.temporal.recurrence_words import Words, day_name, listed
from graphmem.language.temporal.words import units, weekdays
from graphmem.model.language import Language
from graphmem.model.recurrence import WEEKDAYS, Frequency, Rule

_UNITS = {
    "day": Rule(Frequency.DAILY),
    "week": Rule(Frequency.WEEKLY),
    "month": Rule(Frequency.MONTHLY),
    "year": Rule(Frequency.YEARLY),
}
_PER = {
    "per_day": Rule(Frequency.DAILY),
    "per_week": Rule(Frequency.WEEKLY),
    "per_month": Rule(Frequency.MONTHLY),
    "per_year": Rule(Frequency.YEARLY),
}
_ADVERBS = {
    "daily": Rule(Frequency.DAILY),
    "weekly": Rule(Frequency.WEEKLY),
    "monthly": Rule(Frequency.MONTHLY),
    "yearly": Rule(Frequency.YEARLY),
}
WORKDAYS, WEEKEND = WEEKDAYS[:5], WEEKDAYS[5:]
_NAMES = sorted((name for name in weekdays() if len(name) > 3), key=len, reverse=True)


def rule_at(words: Words, place: int) -> Rule | None:
    """Return the rule whose words begin at a place."""
    if words.is_a("every", place):
        return _every(words, place)
    if (found := _once_in(words, place)) is not None:
        return found
    if words.is_a("of_month", place) and not words.is_a("one_time", place - 1) and not words.month(place - 1):
        return _in_month(words, place)
    if words.at(place) == "gun" and words.is_a("over", place + 1):
        words.use(place, place + 1)
        return Rule(Frequency.DAILY, 2)
    if words.at(place) == "hafta" and words.is_a("inside", place + 1) and words.is_a("every", place + 2):
        words.use(*range(place, place + 4))
        return Rule(Frequency.WEEKLY, days=WORKDAYS)
    return _on_such_days(words, place) or _adverb(words, place)


def _every(words: Words, place: int) -> Rule | None:
    words.use(place)
    start, interval = place + 1, 1
    if words.is_a("alternate", start):
        start, interval = start + 1, 2
    if (found := _once_in(words, start)) is not None:
        return found
    if words.is_a("of_month", start):
        return _in_month(words, start)
    words.use(*range(place, start))
    rule = _unit(words, start)
    return None if rule is None else replace(rule, interval=interval)


def _unit(words: Words, place: int) -> Rule | None:
    if _weekday(words, place) is not None:
        return Rule(Frequency.WEEKLY, days=_days(words, place))
    if (dated := words.date(place)) is not None:
        words.use(*range(place, dated[2]))
        return Rule(Frequency.YEARLY, month=dated[0], month_day=dated[1])
    words.use(place)
    if words.at(place) == "hafta" and (words.is_a("end", place + 1) or words.is_a("inside", place + 1)):
        words.use(place + 1)
        return Rule(Frequency.WEEKLY, days=WEEKEND if words.is_a("end", place + 1) else WORKDAYS)
    if words.at(place) == "haftasonu":
        return Rule(Frequency.WEEKLY, days=WEEKEND)
    if words.is_a("workday", place) and words.at(place + 1).startswith("gun"):
        words.use(place + 1)
        return Rule(Frequency.WEEKLY, days=WORKDAYS)
    if words.is_a("dayparts", place):
        return Rule(Frequency.DAILY)
    if words.month(place):
        return Rule(Frequency.YEARLY, month=words.month(place), month_day=1)
    unit = _UNITS.get(units().get(words.at(place), ""))
    return None if unit is None else _with_day(words, unit, place + 1)


def _once_in(words: Words, place: int) -> Rule | None:
    """Return the rule of "haftada bir", "iki haftada bir cuma"."""
    number = 0 if words.gap(place + 1).strip() else words.number(place)
    at = place + 1 if number and not words.ending(place) else place
    rule = next((rule for kind, rule in _PER.items() if words.is_a(kind, at)), None)
    if rule is None or words.at(at + 1) != "bir":
        return None
    words.use(*range(place, at + 2))
    return _with_day(words, replace(rule, interval=max(number, 1)), at + 2)


def _in_month(words: Words, place: int) -> Rule | None:
    """Return the rule of "(her) ayın ilk pazartesisi", "her ayın 15'i".

    Without "her" a day in figures belongs to one month.
    """
    rank, day = words.rank(place + 1), words.month_day(place + 1)
    if rank and _weekday(words, place + 2) is not None:
        words.use(place, place + 1, place + 2)
        return Rule(Frequency.MONTHLY, days=(f"{rank}{_day(words, place + 2)}",))
    if day and words.is_a("every", place - 1):
        words.use(place, place + 1)
        return Rule(Frequency.MONTHLY, month_day=day)
    return None


def _with_day(words: Words, rule: Rule, place: int) -> Rule:
    while words.is_a("small", place):
        place += 1
    return _on(words, rule, place) or rule


def _on(words: Words, rule: Rule, place: int) -> Rule | None:
    """Return the rule on the day that stands at a place, None without a fitting one."""
    if words.is_a("one_time", place - 1):
        return None
    if rule.frequency is Frequency.WEEKLY and _weekday(words, place) is not None:
        return replace(rule, days=_days(words, place))
    if rule.frequency is Frequency.YEARLY and (dated := words.date(place)) is not None:
        words.use(*range(place, dated[2]))
        return replace(rule, month=dated[0], month_day=dated[1])
    return None


def _adverb(words: Words, place: int) -> Rule | None:
    """Return the rule of "haftalık toplantı salı 10'da", with the first day behind it.

    "İki haftalık" and "bu haftalık" are durations.
    """
    rule = next((rule for kind, rule in _ADVERBS.items() if words.is_a(kind, place)), None)
    if rule is None or words.number(place - 1) or words.is_a("one_time", place - 1):
        return None
    if any(words.is_a("one_time", other) for other in range(place + 1, len(words.all))):
        return None
    words.use(place)
    if rule.frequency is Frequency.DAILY:
        return rule if words.clock() else None
    return next((found for other in range(place + 1, len(words.all)) if (found := _on(words, rule, other))), None)


def _days(words: Words, place: int) -> tuple[str, ...]:
    """Return the weekdays of a list that begins at a place: "pazartesi, çarşamba ve cuma"."""
    found = []
    while _weekday(words, place) is not None:
        words.use(place)
        found.append(_day(words, place))
        place += 1
        while words.is_a("small", place) or words.is_a("dayparts", place):
            words.use(place)
            place += 1
        ahead = place
        while words.is_a("joining", ahead) or words.is_a("every", ahead):
            ahead += 1
        if _weekday(words, ahead) is not None:
            place = ahead
    return tuple(sorted(set(found), key=WEEKDAYS.index))


def _day(words: Words, place: int) -> str:
    return day_name(_weekday(words, place) or 0)


def _weekday(words: Words, place: int) -> int | None:
    """Return the weekday of a word with an ending: "cuması", "salıları"."""
    word = words.at(place)
    name = next((name for name in _NAMES if word.startswith(name)), "")
    endings = listed(Language.TR)["weekday_endings"] | listed(Language.TR)["plural"] | {""}
    return weekdays()[name] if name and word[len(name) :] in endings else None


def _on_such_days(words: Words, place: int) -> Rule | None:
    """Return the rule of "salıları", "pazartesi ve çarşamba günleri"."""
    if _weekday(words, place) is None or words.is_a("one_time", place - 1):
        return None
    days = _days(words, place)
    last = words.at(max(words.used))
    return Rule(Frequency.WEEKLY, days=days) if last.endswith(tuple(listed(Language.TR)["plural"])) else None
