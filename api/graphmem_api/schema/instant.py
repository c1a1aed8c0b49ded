"""The instants of a reading, as a request gives them; an invalid one is refused with its value.

The error also names the accepted form.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated

import strawberry
from graphql import GraphQLError
from strawberry import argument
from strawberry.exceptions import StrawberryInputCoercionError
from strawberry.schema.types.base_scalars import DateTimeDefinition

from graphmem.errors import InvalidInputError
from graphmem.model import instant as model
from graphmem.services.instants import read_at


@strawberry.input(
    name="AsOf",
    description="The instants of a reading: memories true at `validAt`, as known at `knownAt`. Without "
    "`knownAt` it is as known now, without `validAt` as believed then about that very moment, with "
    "neither it is the present.",
)
class AsOfInput:
    valid_at: datetime | None = strawberry.field(
        default=None, description="Like 2026-05-08T13:56:00Z; without a zone it is UTC, a bare date is its midnight."
    )
    known_at: datetime | None = strawberry.field(default=None, description="As `validAt`.")
    timeline: bool = strawberry.field(
        default=False, description="Include former memories: all that were ever true. Not together with `validAt`."
    )


AsOf = Annotated[AsOfInput | None, argument("The instants of the reading; the present when missing.")]


def instant(given: AsOfInput | None) -> model.AsOf:
    """The requested reading of time. Raises InvalidInputError, which names the field within `asOf`."""
    return model.PRESENT if given is None else read_at(given.valid_at, given.known_at, timeline=given.timeline)


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
