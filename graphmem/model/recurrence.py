"""A recurring time in RFC 5545's form: a start, a rule, and excluded days.

Times are the speaker's local ones, without a zone. `graphmem.cognition.occurrences` computes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
"""By number, Monday 0."""


class Frequency(StrEnum):
    """The distance of two occurrences, before the interval."""

    DAILY = "DAILY"
    WEEKLY = "WEEKLY"
    MONTHLY = "MONTHLY"
    YEARLY = "YEARLY"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule read from words. `days` are RFC 5545 weekdays ("TU", "1MO", "-1FR"), `clock` hour and minute.

    `month_day` is a day of the month; with `month` it is a date of each year.
    """

    frequency: Frequency
    interval: int = 1
    days: tuple[str, ...] = ()
    month: int | None = None
    month_day: int | None = None
    clock: tuple[int, int] | None = None

    def text(self, start: date, until: date | None, without: tuple[date, ...] = ()) -> str:
        """The content lines from `start` to `until`, both included, `without` some days."""
        hour = "T{:02}{:02}00".format(*self.clock or (0, 0))
        parts = [*self._parts(), *([f"UNTIL={until:%Y%m%d}T235959"] if until else [])]
        left_out = [f"EXDATE:{','.join(f'{day:%Y%m%d}{hour}' for day in without)}"] if without else []
        return "\n".join([f"DTSTART:{start:%Y%m%d}{hour}", f"RRULE:{';'.join(parts)}", *left_out])

    def _parts(self) -> list[str]:
        values = {
            "FREQ": self.frequency.value,
            "INTERVAL": self.interval if self.interval > 1 else None,
            "BYMONTH": self.month,
            "BYMONTHDAY": self.month_day,
            "BYDAY": ",".join(self.days) or None,
            "BYHOUR": self.clock and self.clock[0],
            "BYMINUTE": self.clock and self.clock[1],
        }
        return [f"{name}={value}" for name, value in values.items() if value is not None]


def parts_of(text: str) -> Mapping[str, str]:
    """The parts of the rule in content lines; {} without a rule."""
    rule = next((line for line in text.splitlines() if line.startswith("RRULE:")), "")
    return dict(part.split("=", 1) for part in rule.removeprefix("RRULE:").split(";") if "=" in part)


def is_dated(text: str) -> bool:
    """Whether a rule names its days, so that it can be announced: "once a week" does not."""
    parts = parts_of(text)
    return parts.get("FREQ") == Frequency.DAILY or not parts.keys().isdisjoint({"BYDAY", "BYMONTHDAY"})


def is_rare(text: str) -> bool:
    """Whether a rule recurs once a week or less often: a daily habit needs no reminder."""
    parts = parts_of(text)
    return parts.get("FREQ") != Frequency.DAILY and "," not in parts.get("BYDAY", "")


def are_one(one: Rule, other: Rule) -> bool:
    """Whether two rules may be of the same thing: the same days, and no two different hours."""
    hours = {one.clock, other.clock} - {None}
    days = [(rule.frequency, rule.interval, frozenset(rule.days), rule.month, rule.month_day) for rule in (one, other)]
    return days[0] == days[1] and len(hours) < 2
