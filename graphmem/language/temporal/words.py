"""Numbers, units, months and weekdays in words, and the folding under which they are found."""

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
    """Lower case without Turkish letters, each character in its place, so that spans hold for the text itself."""
    folded = text.translate(_FOLD).lower()
    if len(folded) == len(text):
        return folded
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text.translate(_FOLD))


def alternatives(words: list[str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


@cache
def numbers(language: Language) -> dict[str, float]:
    """Number words and their values."""
    rows = (line.split() for line in lines(f"{language.value}/temporal_numbers"))
    return {word: float(value) for word, value in rows}


@cache
def units() -> dict[str, str]:
    """Unit words of both languages and the unit's name."""
    return {word: row.split()[0] for row in lines("temporal_units") for word in row.split()[1:]}


@cache
def months() -> dict[str, int]:
    """Month names and their numbers; short forms of fewer than three letters are left out. Turkish ones also as
    they are before a vowel."""
    return numbered("months") | {"ocag": 1, "aralig": 12}


@cache
def weekdays() -> dict[str, int]:
    """Weekday names, Monday 0."""
    return {name: place - 1 for name, place in numbered("weekdays").items()}


@cache
def day_of_month(phrase: str) -> int:
    """The day that a number or its word names: "8", "twenty-first", "on sekiz"; 0 for what is none."""
    if phrase.isdigit():
        return int(phrase)
    return days_in_words().get(phrase.replace(" ", "-")) or int(number(phrase))


@cache
def days_in_words() -> dict[str, int]:
    """English words of the days of a month and their numbers."""
    return numbered(f"{Language.EN.value}/temporal_days")


@cache
def seasons() -> dict[str, int]:
    """Season names, spring 0."""
    return {name: place - 1 for name, place in numbered("temporal_seasons").items()}


@cache
def fixed_days() -> dict[str, int]:
    """Names of days counted from today, 0."""
    rows = (line.split(", ") for line in lines("temporal_fixed_days"))
    return {name: int(row[0]) for row in rows for name in row[1:]}


@cache
def holidays() -> dict[str, tuple[int, int]]:
    """Names of days with a fixed date, to month and day."""
    rows = ([part.strip() for part in line.split(",")] for line in lines("temporal_holidays"))
    return {name: (int(row[0][:2]), int(row[0][3:])) for row in rows for name in row[1:]}


def holiday(name: str) -> Build:
    """The holiday as a day of each year."""
    number, place = holidays()[name]

    def build(year: int) -> Days:
        return day(date(year, number, place))

    return build


@cache
def number(phrase: str) -> float:
    """The value of "12", "2.5", "twenty-five", "a couple of", "on iki", "bir buçuk"; 0 for what is none."""
    if re.fullmatch(r"\d+(?:[.,]\d+)?", phrase):
        return float(phrase.replace(",", "."))
    words = [word for word in re.split(r"[\s-]+", phrase.strip()) if word not in _ARTICLES] or ["one"]
    total = 0.0
    for value in (numbers(Language.EN).get(word) or numbers(Language.TR).get(word, 0.0) for word in words):
        total = max(total, 1.0) * value if value == _HUNDRED else total + value
    return total


@cache
def _kinds() -> re.Pattern[str]:
    """Beginnings of words by their kind, as the groups of `temporal.reading.rule` are called."""
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
"""Turkish words that fold to one of time, which is never written so: an engagement is no April."""


def is_another_word(written: str, folded: str) -> bool:
    """Whether what reads as a time once folded is another word as it was written."""
    return any(time in folded and other in written.lower() for time, other in _OTHERS)


def kinds_in(folded: str) -> set[str]:
    """Which kinds of words of time a folded text may hold; empty for most sentences."""
    found = {match.lastgroup or "" for match in _kinds().finditer(folded)}
    return found | {"unit"} if "quarter" in found else found
