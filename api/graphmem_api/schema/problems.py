"""Expected failures, as data that an agent can act on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, Self, TypeAlias, TypeVar, cast

import strawberry

from graphmem.errors import InvalidInputError, NotFoundError

F = TypeVar("F", bound=Callable[..., Awaitable[Any]])


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


Failure: TypeAlias = NotFound | InvalidInput
"""The failures of a lookup by name."""


SHORTEST_ID = 12
"""Digits of an id in a change: a caller who may not read could guess shorter ones."""


def require_id(id_: str, field: str = "id") -> str:
    """The id of an object to change, or enough of its start. Raises InvalidInputError."""
    if len(id_.strip()) < SHORTEST_ID:
        raise InvalidInputError(
            f"{id_!r} is too little of an id to change something by.",
            field=field,
            remedy=f"Give {SHORTEST_ID} of its digits or more.",
        )
    return id_


def with_invalid_input(inside: str = "") -> Callable[[F], F]:
    """Make a resolver return a service's InvalidInputError as data.

    `inside` is the path of the input that holds the named fields, as "input.".
    """
    return _with_data(inside, {InvalidInputError: InvalidInput})


def with_not_found(inside: str = "") -> Callable[[F], F]:
    """Make a resolver return NotFoundError as data too, for a lookup by name."""
    return _with_data(inside, {NotFoundError: NotFound, InvalidInputError: InvalidInput})


def _with_data(inside: str, kinds: Mapping[type[InvalidInputError], type[Problem]]) -> Callable[[F], F]:
    """Return the error as the first kind that it is an instance of."""

    def made(resolver: F) -> F:
        @wraps(resolver)
        async def asked(*given: Any, **named: Any) -> Any:
            try:
                return await resolver(*given, **named)
            except InvalidInputError as error:
                kind = next(kind for met, kind in kinds.items() if isinstance(error, met))
                return kind.of(error, inside)

        return cast("F", asked)

    return made
