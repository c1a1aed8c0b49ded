"""Values by a caller's word: a role, a category."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar, overload

from graphmem.errors import InvalidInputError
from graphmem.model.transcript import Role

E = TypeVar("E", bound=StrEnum)

ROLES = {"human": Role.USER, "ai": Role.ASSISTANT, "model": Role.ASSISTANT, "developer": Role.SYSTEM}
"""Other names that chat interfaces use for roles."""


def role_of(given: Role | str) -> Role:
    """A role by its name, or by a name that chat interfaces use. Raises InvalidInputError."""
    return ROLES.get(given) or member_named(Role, given, "role")


@overload
def member_named(kind: type[E], given: E | str, field: str) -> E: ...
@overload
def member_named(kind: type[E], given: E | str | None, field: str) -> E | None: ...
def member_named(kind: type[E], given: E | str | None, field: str) -> E | None:
    """The member of an enumeration by its name, in any case. Raises InvalidInputError for none."""
    if given is None or isinstance(given, kind):
        return given
    for one in kind:
        if one.value.casefold() == str(given).casefold():
            return one
    raise InvalidInputError(
        f"{str(given)[:40]!r} is no {field}.", field=field, remedy=f"Take one of: {', '.join(kind)}."
    )
