"""Words for numbers, units, months and weekdays, and the folding under which they are found."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from graphmem.language.temporal.calendar import Build, Days, day
from graphmem.language.wordlists import lines, numbered
from graphmem.model.language import Language

_FOLD = str.maketrans("ıIİğĞşŞçÇöÖüÜâÂîÎûÛ’‘–—", "iiiggssccoouuaaiiuu''--")
_HUNDRED = 100
_ARTICLES = frozenset({"a", "an", "and", "of", "the"})


def fold(text: str) -> str:
    """Return lower-case text without Turkish letters; every character keeps its place."""
    folded = text.translate(_FOLD).lower()
    if len(folded) == len(text):
        return folded
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text.translate(_FOLD))


def alternatives(words: list[str]) -> str:
    """Return a pattern for any of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


@cache
def numbers(language: Language) -> dict[str, float]:
    """Return number words with their values."""
    rows = (line.split() for line in lines(f"{language.value}/temporal_numbers"))
    return {word: float(value) for word, value in rows}


@cache
def units() -> dict[str, str]:
    """Return unit words of both languages with the unit's name."""
    return {word: row.split()[0] for row in lines("temporal_units") for word in row.split()[1:]}


@cache
def months() -> dict[str, int]:
    """Return month names with their numbers.

    Abbreviations of fewer than three letters are left out. Turkish names also have their softened form.
    """
    return numbered("months") | {"ocag": 1, "aralig": 12}


@cache
def weekdays() -> dict[str, int]:
    """Return weekday names, Monday 0."""
    return {name: place - 1 for name, place in numbered("weekdays").items()}


@cache
def day_of_month(phrase: str) -> int:
    """Return the day that a number or its word names: "8", "twenty-first", "on sekiz"; 0 for none."""
    if phrase.isdigit():
        return int(phrase)
    return days_in_words().get(phrase.replace(" ", "-")) or int(number(phrase))


@cache
def days_in_words() -> dict[str, int]:
    """Return English words for days of the month with their numbers."""
    return numbered(f"{Language.EN.value}/temporal_days")


@cache
def seasons() -> dict[str, int]:
    """Return season names, spring 0."""
    return {name: place - 1 for name, place in numbered("temporal_seasons").items()}


@cache
def fixed_days() -> dict[str, int]:
    """Return names of days with their distance from today."""
    rows = (line.split(", ") for line in lines("temporal_fixed_days"))
    return {name: int(row[0]) for row in rows for name in row[1:]}


@cache
def holidays() -> dict[str, tuple[int, int]]:
    """Return names of fixed holidays with month and day."""
    rows = ([part.strip() for part in line.split(",")] for line in lines("temporal_holidays"))
    return {name: (int(row[0][:2]), int(row[0][3:])) for row in rows for name in row[1:]}


def holiday(name: str) -> Build:
    """Return the holiday as a day of each year."""
    number, place = holidays()[name]

    def build(year: int) -> Days:
        return day(date(year, number, place))

    return build


@cache
def number(phrase: str) -> float:
    """Return the value of "12", "2.5", "twenty-five", "a couple of", "on iki", "bir buçuk"; 0 for none."""
    if re.fullmatch(r"\d+(?:[.,]\d+)?", phrase):
        return float(phrase.replace(",", "."))
    words = [word for word in re.split(r"[\s-]+", phrase.strip()) if word not in _ARTICLES] or ["one"]
    total = 0.0
    for value in (numbers(Language.EN).get(word) or numbers(Language.TR).get(word, 0.0) for word in words):
        total = max(total, 1.0) * value if value == _HUNDRED else total + value
    return total


@cache
def _kinds() -> re.Pattern[str]:
    """Return a pattern of word beginnings by kind, named as the groups of `temporal.reading.rule`."""
    kinds = {
        "holiday": list(holidays()),
        "mon": [name for name in months() if len(name) > 2],
        "dow": [name for name in weekdays() if len(name) > 3],
        "season": list(seasons()),
        "fixed": list(fixed_days()),
        "quarter": ["q1", "q2", "q3", "q4", "quarter", "ceyre"],
        "unit": list(units()),
    }
    groups = "|".join(f"(?P<{kind}>{alternatives(names)})" for kind, names in kinds.items())
    return re.compile(rf"(?<![a-z])(?:{groups})|(?P<digit>\d)")


_OTHERS = (("nisan", "nişan"),)
"""Turkish words that fold to a word of time but are never written so: an engagement is no April."""


def is_another_word(written: str, folded: str) -> bool:
    """Whether a word that folds to a time is another word as written."""
    return any(time in folded and other in written.lower() for time, other in _OTHERS)


def kinds_in(folded: str) -> set[str]:
    """Return the kinds of time words that a folded text may have; mostly none."""
    found = {match.lastgroup or "" for match in _kinds().finditer(folded)}
    return found | {"unit"} if "quarter" in found else found
