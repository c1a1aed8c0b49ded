"""Timetables: a cron expression in a time zone, parsed and computed by APScheduler's CronTrigger.

Two rules of cron that the trigger handles differently follow crontab(5): weekdays are numbered from Sunday (0 or 7),
not from Monday; and if both the day of the month and the weekday are given, either suffices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.combining import OrTrigger
from apscheduler.triggers.cron import CronTrigger

from graphmem.errors import InvalidInputError

FIELDS = ("minute", "hour", "day", "month", "day_of_week")
DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")

LONGEST = 200
"""Characters of an expression or the name of a zone."""

_NUMBER_OF_DAY = {name: number for number, name in enumerate(DAYS)} | {str(number): number % 7 for number in range(8)}
_WEEKDAYS = re.compile(r"(?P<first>\*|[0-7]|[a-z]{3})(?:-(?P<last>[0-7]|[a-z]{3}))?(?:/(?P<step>[1-7]))?")
_REMEDY = "Write minute, hour, day, month and weekday, as 30 3 * * * for every night at half past three."


@dataclass(frozen=True, slots=True)
class Timetable:
    """The slots of an expression."""

    cron: str
    zone: str
    _trigger: BaseTrigger = field(repr=False, compare=False)

    def after(self, moment: datetime) -> datetime | None:
        """The first slot after a moment, in UTC; None if there is none."""
        # The trigger gives the moment itself when that is a slot.
        found = self._trigger.get_next_fire_time(None, moment + timedelta(microseconds=1))
        return None if found is None else found.astimezone(UTC)

    def slots(self, moment: datetime, count: int) -> list[datetime]:
        """The next `count` slots after a moment."""
        found: list[datetime] = []
        at = self.after(moment)
        while at is not None and len(found) < count:
            found.append(at)
            at = self.after(at)
        return found


def timetable(cron: str, zone: str, *, seconds: bool = False) -> Timetable:
    """Parse an expression of five fields, with `seconds` also of six, the first of them seconds.

    Raises InvalidInputError that names the invalid part, also for an unknown time zone.
    """
    place = zone_of(zone)
    parts = cron.lower().split()
    sixth = len(parts) == len(FIELDS) + 1 and seconds
    if len(cron) > LONGEST or (len(parts) != len(FIELDS) and not sixth):
        raise _unread(cron, f"it has {len(parts)} fields in place of {len(FIELDS)}")
    second = parts.pop(0) if sixth else "0"
    given = dict(zip(FIELDS, parts, strict=True))
    given["day_of_week"] = _weekdays(cron, given["day_of_week"])
    try:
        triggers = [CronTrigger(second=second, timezone=place, **one) for one in _either(given)]
    except (ValueError, OverflowError) as error:
        raise _unread(cron, str(error)) from error
    return Timetable(" ".join(cron.split()), zone, triggers[0] if len(triggers) == 1 else OrTrigger(triggers))


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name. Raises InvalidInputError."""
    try:
        if not name or len(name) > LONGEST:
            raise ValueError(name)
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:  # KeyError: zoneinfo's error for an unknown zone
        raise InvalidInputError(
            f"{name[:80]!r} is no time zone.", field="timeZone", remedy="Name one as Europe/Istanbul, or UTC."
        ) from error


def _either(given: dict[str, str]) -> list[dict[str, str]]:
    if given["day"].startswith("*") or given["day_of_week"] == "*":
        return [given]
    return [given | {"day_of_week": "*"}, given | {"day": "*"}]


def _weekdays(cron: str, written: str) -> str:
    """Weekdays by name, in the order of the week; `*` for every day."""
    if written == "*":
        return "*"
    found = {number for part in written.split(",") for number in _days(cron, part)}
    return ",".join(DAYS[number] for number in sorted(found))


def _days(cron: str, part: str) -> Iterable[int]:
    match = _WEEKDAYS.fullmatch(part)
    first, last, step = match.group("first", "last", "step") if match else (part, None, None)
    if match is None or any(day not in _NUMBER_OF_DAY for day in (first, last) if day not in ("*", None)):
        raise _unread(cron, f"{part!r} is no weekday")
    if first == "*":
        begin, length = 0, len(DAYS)
    else:
        begin = _NUMBER_OF_DAY[first]
        end = _NUMBER_OF_DAY[last] if last else (len(DAYS) - 1 if step else begin)
        length = (end - begin) % len(DAYS) + 1  # fri-mon goes over the end of the week
    return [(begin + day) % len(DAYS) for day in range(0, length, int(step or 1))]


def _unread(cron: str, why: str) -> InvalidInputError:
    return InvalidInputError(f"{cron[:80]!r} is no schedule: {why}.", field="cron", remedy=_REMEDY)
