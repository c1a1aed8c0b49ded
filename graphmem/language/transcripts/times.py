"""Times in chats: ISO, epochs, and English or Turkish dates.

A local time without a zone is read as UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, timezone
from email.utils import parsedate_to_datetime

from graphmem.language.turkish import fold
from graphmem.language.wordlists import numbered

CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?(?:\s?(?:[ap]\.?m\.?|öö|ös)\b\.?)?"
"""A clock in a message header, for readers that look for one; use with re.IGNORECASE."""

_CLOCK = re.compile(
    r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d{1,6})?)?"
    r"(?:\s?(?P<half>am|pm|a\.m\.|p\.m\.|oo|os)(?![a-z]))?"
)
_ZONE = re.compile(r"(?<=[\d\sm])\s?(?P<zone>z|utc|gmt|[+-]\d{2}:?\d{2})$")
_EPOCH = re.compile(r"\d{9,19}(?:\.\d+)?")
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})([./-])(?P<month>\d{1,2})\2(?P<day>\d{1,2})")
_YEAR_LAST = re.compile(r"(?P<first>\d{1,2})(?P<mark>[./-])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})")
_DAY_NAMED = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)? (?P<month>[a-z]+) (?P<year>\d{4})")
_NAMED_DAY = re.compile(r"(?P<month>[a-z]+) (?P<day>\d{1,2})(?:st|nd|rd|th)? (?P<year>\d{4})")
_SLASHED = re.compile(r"\b(\d{1,2})/(\d{1,2})/\d{2,4}")
_FILLER = frozenset({"on", "at", "saat", "de", "da", "-"})
YEARS = range(1900, 2200)


def parse_time(value: object, *, day_first: bool | None = None) -> datetime:
    """Return the UTC moment of a time as written, ValueError for another text.

    Numbers are epochs in seconds, or in milli-, micro- or nanoseconds by their size. `day_first` settles 5/8/26;
    without it a clock with AM or PM means month first, any other clock day first. A bare date is its midnight.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"not a time: {value!r:.80}")
    try:
        moment = _from_text(value.strip(), day_first) if isinstance(value, str) else _from_epoch(value)
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(f"not a time: {value!r:.80}") from error
    if moment.year not in YEARS:
        raise ValueError(f"year {moment.year} is out of range: {value!r:.80}")
    return moment


def parse_clock(text: str) -> time:
    """Return the time of day of a text that is only a clock ("13:56", "1:56 PM"), ValueError otherwise."""
    folded = _plain(text)
    match = _CLOCK.fullmatch(folded)
    if match is None:
        raise ValueError(f"not a clock: {text!r:.80}")
    return _clock_of(match)


def slash_order(times: Iterable[object]) -> bool | None:
    """Return True if the slashed dates of one source are day/month, False if month/day, None if unknown."""
    for text in times:
        match = _SLASHED.search(text) if isinstance(text, str) else None
        if match and int(match[1]) > 12:
            return True
        if match and int(match[2]) > 12:
            return False
    return None


def _from_epoch(value: float) -> datetime:
    size = abs(value)
    for least, per_second in ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3)):
        if size >= least:
            return datetime.fromtimestamp(value / per_second, UTC)
    return datetime.fromtimestamp(value, UTC)


def _from_text(text: str, day_first: bool | None) -> datetime:
    if _EPOCH.fullmatch(text):
        return _from_epoch(float(text))
    try:
        return _to_utc(datetime.fromisoformat(text))
    except ValueError:
        pass
    if text[:1].isalpha() and text.count(":") >= 1 and "," in text[:5]:
        try:
            return _to_utc(parsedate_to_datetime(text))
        except ValueError:
            pass
    return _from_chat(_plain(text), day_first)


def _from_chat(text: str, day_first: bool | None) -> datetime:
    zone_match = _ZONE.search(text) if ":" in text else None
    zone = _zone_of(zone_match["zone"]) if zone_match else UTC
    rest = text[: zone_match.start()] if zone_match else text
    clock_match = _CLOCK.search(rest)
    clock = time()
    if clock_match:
        clock = _clock_of(clock_match)
        rest = f"{rest[: clock_match.start()]} {rest[clock_match.end() :]}"
        if day_first is None and clock_match["half"]:
            day_first = False
    return datetime.combine(_date_of(rest, day_first), clock, zone).astimezone(UTC)


def _date_of(text: str, day_first: bool | None) -> date:
    words = (word.rstrip(".") if word[:1].isalpha() else word for word in text.replace(",", " ").split())
    kept = " ".join(word for word in words if word not in _FILLER and word not in numbered("weekdays"))
    if match := _YEAR_FIRST.fullmatch(kept):
        return date(int(match["year"]), int(match["month"]), int(match["day"]))
    if match := _DAY_NAMED.fullmatch(kept) or _NAMED_DAY.fullmatch(kept):
        month = numbered("months").get(match["month"], 0)
        return date(int(match["year"]), month, int(match["day"]))
    if match := _YEAR_LAST.fullmatch(kept):
        return _year_last(match, day_first)
    raise ValueError(text)


def _year_last(match: re.Match[str], day_first: bool | None) -> date:
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    if year < 100:
        year += 2000
    # Only slashes are ambiguous: dots and dashes with the year last are day first wherever they are written.
    month_first = match["mark"] == "/" and (day_first is False or second > 12) and first <= 12
    return date(year, first, second) if month_first else date(year, second, first)


def _clock_of(match: re.Match[str]) -> time:
    hour, half = int(match["hour"]), match["half"]
    if (half and half[0] == "p") or half == "os":
        hour = hour if hour >= 12 else hour + 12
    elif half and hour == 12:
        hour = 0
    return time(hour, int(match["minute"]), int(match["second"] or 0))


def _zone_of(text: str) -> timezone:
    if text[0] not in "+-":
        return UTC
    digits = text[1:].replace(":", "")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if text[0] == "-" else offset)


def _to_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _plain(text: str) -> str:
    """Return the text folded, with one kind of space.

    Exports put U+202F before PM and direction marks anywhere.
    """
    return " ".join(fold(text).replace("\u200e", "").replace("\u200f", "").split())
