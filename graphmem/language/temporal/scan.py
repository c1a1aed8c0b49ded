"""Scan of a text for time expressions, with those joined that bound one span."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date

from graphmem.language.temporal.calendar import Days, Moment, distance
from graphmem.language.temporal.cancellation import tells_nothing_of
from graphmem.language.temporal.english import ENGLISH
from graphmem.language.temporal.numeric import numeric_dates
from graphmem.language.temporal.reading import Grammar, Role, Rule, Written
from graphmem.language.temporal.tense import direction
from graphmem.language.temporal.turkish import TURKISH
from graphmem.language.temporal.words import kinds_in
from graphmem.language.temporal.years import of_their_years
from graphmem.model.language import ByLanguage, Language

_GRAMMARS = ByLanguage({Language.EN: ENGLISH, Language.TR: TURKISH})
_ENDING = frozenset({Role.UNTIL, Role.BY, Role.BEFORE})


def scan(folded: str, language: Language, said: date) -> list[tuple[Written, Days, int]]:
    """Return every expression in order, resolved, with the direction of its verb."""
    grammar = _GRAMMARS[language]
    found = list(numeric_dates(folded, language))
    kinds = kinds_in(folded)
    taken = bytearray(len(folded))
    _take(taken, found)
    for rule in (rule for rule in grammar.rules if rule.needs & kinds):
        matched = _matches(rule, folded, language, said, taken)
        _take(taken, matched)
        found.extend(matched)
    connected = (grammar.connect(folded, one) for one in sorted(found, key=lambda one: one.start))
    whole = of_their_years(folded, [one for one in connected if one], language, said)
    kept = _join(folded, whole, grammar)
    resolved = ((one, _direction(folded, one, language, said)) for one in kept)
    return [
        (one, days, sign)
        for one, sign in resolved
        if (days := one.resolve(Moment(said, sign, ends=one.role in _ENDING)))
    ]


def _take(taken: bytearray, found: Iterable[Written]) -> None:
    for one in found:
        taken[one.start : one.end] = b"\x01" * (one.end - one.start)


def _matches(rule: Rule, folded: str, language: Language, said: date, taken: bytearray) -> list[Written]:
    found = []
    for match in rule.matches(folded):
        if any(taken[match.start() : match.end()]):
            continue
        moment = Moment(said, direction(folded, match.start(), match.end(), language, said))
        if _resolved(rule, match, moment):
            found.append(Written(match.start(), match.end(), _bound(rule, match), rule.role))
    return found


def _resolved(rule: Rule, match: re.Match[str], moment: Moment) -> Days | None:
    """Return the days of a rule; none before the year 1 or after 9999, which have no date."""
    try:
        return rule.resolve(match, moment)
    except (ValueError, OverflowError):
        return None


def _bound(rule: Rule, match: re.Match[str]) -> Callable[[Moment], Days | None]:
    return lambda moment: _resolved(rule, match, moment)


def _direction(folded: str, written: Written, language: Language, said: date) -> int:
    """Return the direction of an expression: beside "since" the verb may be present, yet the time is past."""
    sign = direction(folded, written.start, written.end, language, said, ends=written.role in _ENDING)
    if sign < 0 and tells_nothing_of(folded, written, language):
        return 0
    return -1 if written.role is Role.SINCE and not sign else sign


def _join(folded: str, found: list[Written], grammar: Grammar) -> list[Written]:
    kept: list[Written] = []
    for one in found:
        if kept and grammar.joined(folded, kept[-1], one):
            first = kept.pop()
            one = Written(first.start, one.end, _between(first, one), Role.BETWEEN)
        kept.append(one)
    return kept


def _between(first: Written, second: Written) -> Callable[[Moment], Days | None]:
    def resolve(moment: Moment) -> Days | None:
        start, end = first.resolve(moment), second.resolve(moment)
        if not start or not end or start.first <= end.last:
            return end and Days(start.first if start else end.first, end.last)
        # Each end has a year of its own: the nearer one is right, and the other lies on its side of it.
        if distance(start, moment.said) < distance(end, moment.said):
            later = (second.resolve(replace(moment, year=start.first.year + more)) for more in (0, 1))
            end = next((days for days in later if days and days.last >= start.first), end)
        else:
            earlier = (first.resolve(replace(moment, year=end.first.year - less)) for less in (0, 1))
            start = next((days for days in earlier if days and days.first <= end.last), end)
        return Days(min(start.first, end.first), end.last)

    return resolve
