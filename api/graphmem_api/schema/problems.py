"""Expected failures, as data that an agent can act on."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Self, TypeVar

import strawberry

from graphmem.errors import InvalidInputError, NotFoundError

T = TypeVar("T")


@strawberry.interface(description="Why a request could not be done, and what to do about it.")
class Problem:
    code: str = strawberry.field(description="Stable and machine-readable, for example INVALID_INPUT.")
    field: str = strawberry.field(description="The argument it is about.")
    message: str = strawberry.field(description="One sentence with the value that was wrong.")
    remedy: str = strawberry.field(description="One sentence with what to do.")

    @classmethod
    def of(cls, error: InvalidInputError, inside: str = "") -> Self:
        return cls(code=error.code, field=inside + error.field, message=error.message, remedy=error.remedy)


@strawberry.type(description="A value of the request is wrong. Correct it and ask again.")
class InvalidInput(Problem):
    pass


@strawberry.type(description="Nothing of that name belongs to the asking owner.")
class NotFound(Problem):
    pass


SHORTEST_ID = 12
"""Digits of an id by which something is changed: fewer can be tried through by who may not read."""


def named(id_: str, field: str = "id") -> str:
    """The id of what is to be changed, or enough of its start. Raises InvalidInputError."""
    if len(id_.strip()) < SHORTEST_ID:
        raise InvalidInputError(
            f"{id_!r} is too little of an id to change something by.",
            field=field,
            remedy=f"Give {SHORTEST_ID} of its digits or more.",
        )
    return id_


async def answered(work: Awaitable[T], *, inside: str = "") -> T | InvalidInput:
    """The result of a service, or its complaint about the input as data. `inside` as in `found`."""
    try:
        return await work
    except InvalidInputError as error:
        return InvalidInput.of(error, inside)


async def found(work: Awaitable[T], *, inside: str = "") -> T | InvalidInput | NotFound:
    """Like `answered`, for something looked up by name. `inside` is the input that the named fields lie in, as
    "input."."""
    try:
        return await work
    except NotFoundError as error:
        return NotFound.of(error, inside)
    except InvalidInputError as error:
        return InvalidInput.of(error, inside)
