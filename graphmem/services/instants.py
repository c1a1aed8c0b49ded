"""Moments and bounds of time as people and agents write them; errors name the field."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.errors import InvalidInputError
from graphmem.language.transcripts.times import parse_time
from graphmem.model.instant import AsOf

FIELDS = ("asOf.validAt", "asOf.knownAt", "asOf.timeline")
REMEDY = "Write it like 2026-05-08 or 2026-05-08T13:56:00Z."


def moment(text: str | None, field: str) -> datetime | None:
    """The UTC moment of a date or time in a chat's notation, or an ISO one of any year; None for None.

    Without a zone it is UTC, and a bare date is its midnight. Raises InvalidInputError, which names `field`.
    """
    if text is None:
        return None
    try:
        return parse_time(text)
    except ValueError as error:
        found = _iso(text)
        if found is None:
            raise InvalidInputError(
                f"{field} is {text[:80]!r}, which is no time.", field=field, remedy=REMEDY
            ) from error
        return found


def as_of(valid_at: str | None, known_at: str | None, *, timeline: bool, fields: tuple[str, str, str] = FIELDS) -> AsOf:
    """The `AsOf` for two texts. Raises InvalidInputError for a text that is no time, and as `read_at`."""
    valid, known, _ = fields
    return read_at(moment(valid_at, valid), moment(known_at, known), timeline=timeline, fields=fields)


def read_at(
    valid_at: datetime | None, known_at: datetime | None, *, timeline: bool, fields: tuple[str, str, str] = FIELDS
) -> AsOf:
    """The `AsOf` for two instants; `fields` are the caller's names of the three arguments.

    Raises InvalidInputError for a timeline at one moment.
    """
    valid, known, every = fields
    try:
        return AsOf(valid_at, known_at, timeline=timeline)
    except ValueError as error:
        raise InvalidInputError(
            f"{every} is asked for together with {valid} {valid_at}, but a timeline shows every moment.",
            field=every,
            remedy=f"Leave out one of the two; {known} goes with either.",
        ) from error


def _iso(text: str) -> datetime | None:
    """Times in years without chats, which facts may still have."""
    try:
        found = datetime.fromisoformat(text.strip())
        return (found if found.utcoffset() is not None else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
