"""Words of a text for readers of recurrences: weekdays, ranks, days of months, clocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from graphmem.language.temporal.words import months, numbers, weekdays
from graphmem.language.wordlists import lines
from graphmem.language.words import Word
from graphmem.model.language import Language
from graphmem.model.recurrence import WEEKDAYS

LAST_HOUR, LAST_MINUTE = 23, 59
MOST_DAYS = 31
NOON = 12


@dataclass(slots=True)
class Words:
    """Folded words of a text in order, with those that tell a recurrence."""

    all: tuple[Word, ...]
    language: Language
    used: set[int] = field(default_factory=set)

    def at(self, place: int) -> str:
        """Return the word at a place, without its apostrophe suffix; "" beyond the text."""
        return self.all[place].folded if 0 <= place < len(self.all) else ""

    def ending(self, place: int) -> str:
        """Return the suffix after the apostrophe."""
        return self.all[place].suffix if 0 <= place < len(self.all) else ""

    def gap(self, place: int) -> str:
        """Return the characters between a word and the one before it."""
        return self.all[place].gap if 0 <= place < len(self.all) else ""

    def is_a(self, kind: str, place: int) -> bool:
        """Whether the word at a place is listed under a kind."""
        return self.at(place) in listed(self.language).get(kind, frozenset())

    def denied(self, place: int) -> bool:
        """Whether the word at a place denies; "don't forget" does not."""
        whole = self.all[place].whole
        return whole in listed(self.language)["denied"] and not self.is_a("reminding", place + 1)

    def use(self, *places: int) -> None:
        """Mark words that tell the recurrence."""
        self.used.update(places)

    def number(self, place: int) -> int:
        """Return the whole number of a word, 0 for none."""
        word = self.at(place)
        return int(word) if word.isdigit() and len(word) < 5 else int(numbers(self.language).get(word, 0))

    def rank(self, place: int) -> int:
        """Return 1 for "first", −1 for "last", 0 for no rank."""
        return ranks(self.language).get(self.at(place), 0)

    def month(self, place: int) -> int:
        """Return the month that a word names, 0 for none."""
        return months().get(self.at(place), 0)

    def month_day(self, place: int) -> int:
        """Return the day of a month in figures ("15", "15th"), 0 for none."""
        word = self.at(place)
        figures = word.rstrip("stndrh") if self.language is not Language.TR else word
        day = int(figures) if figures.isdigit() and len(figures) < 3 else 0
        return day if day <= MOST_DAYS else 0

    def date(self, place: int) -> tuple[int, int, int] | None:
        """Return month, day and the place behind a date: "3 May", "May 3", "3rd of May"."""
        behind = place + 1 + (self.at(place + 1) == "of")
        if self.month_day(place) and self.month(behind):
            return self.month(behind), self.month_day(place), behind + 1
        if self.month(place) and self.month_day(place + 1):
            return self.month(place), self.month_day(place + 1), place + 2
        return None

    def clock(self) -> tuple[int, int] | None:
        """Return hour and minute of the first clock time in the text."""
        return next((found for place in range(len(self.all)) if (found := self._clock(place))), None)

    def _clock(self, place: int) -> tuple[int, int] | None:
        hour, _, minute = self.at(place).partition(".")
        if self.gap(place + 1) == ":" and not minute:
            if len(self.at(place + 1)) != 2:
                return None  # "1:1" is a meeting of two
            minute = self.at(place + 1)
        half = hour[-2:] if hour.endswith(("am", "pm")) else self.at(place + 1)
        bare = hour.removesuffix("am").removesuffix("pm")
        is_half = half in {"am", "pm"} and bare.isdigit()
        is_told = self.is_a("clock", place - 1) or self.ending(place) in {"da", "de", "ta", "te"} or is_half
        if not (bare.isdigit() and (minute.isdigit() or (is_told and not minute))) or self.month(place + 1):
            return None
        found = int(bare) % NOON + NOON * (half == "pm") if is_half else int(bare), int(minute or 0)
        return found if found[0] <= LAST_HOUR and found[1] <= LAST_MINUTE else None


def day_name(number: int) -> str:
    """Return the weekday, Monday 0, as rules spell it."""
    return WEEKDAYS[number]


@cache
def listed(language: Language) -> Mapping[str, frozenset[str]]:
    """Return the words by their kind."""
    rows = (line.split() for line in lines(f"{language.value}/temporal_repeats"))
    return {row[0]: frozenset(row[1:]) for row in rows if row[0] != "rank"}


@cache
def ranks(language: Language) -> Mapping[str, int]:
    """Return ranks by their words."""
    rows = (line.split() for line in lines(f"{language.value}/temporal_repeats"))
    return {row[1]: int(row[2]) for row in rows if row[0] == "rank"}


@cache
def weekday(word: str) -> int | None:
    """Return the weekday, Monday 0, of a full name; abbreviations ("sat", "per") are mostly other words."""
    return weekdays().get(word) if len(word) > len("sali") - 1 else None
