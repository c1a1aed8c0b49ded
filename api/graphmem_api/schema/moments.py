"""Moments as arguments tell them, refused with their value and the form that is wanted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from graphql import GraphQLError
from strawberry.exceptions import StrawberryInputCoercionError
from strawberry.schema.types.base_scalars import DateTimeDefinition

from graphmem.errors import InvalidInputError

REMEDY = "Write it like 2026-05-08T13:56:00Z."


def _moment(value: object) -> datetime:
    """The UTC moment of an ISO date and time, without a zone UTC's.

    Raises GraphQLError, which names the value, for all else: for the first and last hours of the calendar, too, which
    in UTC belong to years that no datetime has.
    """
    try:
        found: datetime = DateTimeDefinition.parse_value(value)  # type: ignore[misc]  # strawberry's has one
        return (found if found.utcoffset() is not None else found.replace(tzinfo=UTC)).astimezone(UTC)
    except StrawberryInputCoercionError as error:
        raise _refused(value, "is no date and time") from error
    except OverflowError as error:
        raise _refused(value, "lies outside the years 1 to 9999 in UTC") from error


def _refused(value: object, why: str) -> GraphQLError:
    told: dict[str, object] = {"code": InvalidInputError.code, "remedy": REMEDY}
    return GraphQLError(f"{value!r:.80} {why}.", extensions=told)


DATE_TIME = replace(DateTimeDefinition, parse_value=_moment)
