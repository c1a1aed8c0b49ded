"""Quotas: what one owner may hold, and request per day. The operator sets them, never the owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from graphmem.errors import InvalidInputError, QuotaExceededError

AS_BEFORE = -1
"""In an owner's stored quota: the server's default applies."""


@dataclass(frozen=True, slots=True)
class Quota:
    """Limits of one owner; 0 is unlimited. `texts` are turns, `requests` those of a day by all keys."""

    texts: int = 0
    characters: int = 0
    requests: int = 0

    def replaced(self, own: Sequence[int] | None) -> Quota:
        """The quota with the owner's own limits in place of the defaults."""
        given = own or (AS_BEFORE,) * 3
        return Quota(*(one if one >= 0 else default for one, default in zip(given, astuple(self), strict=True)))


@dataclass(frozen=True, slots=True)
class Holding:
    """The amounts that an owner holds, and the owner's own quota."""

    owner: str
    texts: int = 0
    characters: int = 0
    own: Sequence[int] | None = None

    def require_room(self, default: Quota, texts: int, characters: int) -> None:
        """Raise QuotaExceededError if so many more turns and characters exceed the quota."""
        quota = default.replaced(self.own)
        for held, more, most, what in (
            (self.texts, texts, quota.texts, "turns"),
            (self.characters, characters, quota.characters, "characters"),
        ):
            if more and most and held + more > most:
                raise QuotaExceededError(self.owner, what, held, more, most)


def own_quota(texts: int | None, characters: int | None, requests: int | None, before: Sequence[int]) -> list[int]:
    """The stored form of a changed quota: None leaves a limit as it was `before`.

    Raises InvalidInputError for a limit below -1.
    """
    given = {"texts": texts, "characters": characters, "requests": requests}
    for name, limit in given.items():
        if limit is not None and limit < AS_BEFORE:
            raise InvalidInputError(
                f"A quota of {limit} {name} is none.",
                field=name,
                remedy="Give a number from 0, which is any number; -1 for the server's default.",
            )
    return [old if limit is None else limit for limit, old in zip(given.values(), before, strict=True)]
