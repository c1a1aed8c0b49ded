"""Classes of private data, and an owner's policy for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class PrivacyClass(StrEnum):
    """Private data: a password or key, a payment card, an account, a national id, a way to reach a person."""

    SECRET = "secret"  # noqa: S105  the name of a class
    CARD = "card"
    IBAN = "iban"
    NATIONAL_ID = "national_id"
    PHONE = "phone"
    EMAIL = "email"


class Handling(StrEnum):
    """The handling of a class.

    `mask`: the verbatim turn keeps it, and nothing derived from the turn has it: no memory, fact, entity, block or
    summary. `refuse`: a text with it is not filed.
    """

    KEEP = "keep"
    MASK = "mask"
    REFUSE = "refuse"


DEFAULT: Mapping[PrivacyClass, Handling] = {
    PrivacyClass.SECRET: Handling.MASK,
    PrivacyClass.CARD: Handling.MASK,
    PrivacyClass.IBAN: Handling.MASK,
    PrivacyClass.NATIONAL_ID: Handling.MASK,
    PrivacyClass.PHONE: Handling.KEEP,
    PrivacyClass.EMAIL: Handling.KEEP,
}
"""Phone numbers and addresses are wanted in a memory; a password is not."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A private value in a text: characters from `start` until before `end`."""

    kind: PrivacyClass
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Policy:
    """An owner's handling of each class."""

    handling: Mapping[PrivacyClass, Handling] = field(default_factory=lambda: DEFAULT)

    def of(self, kind: PrivacyClass) -> Handling:
        """The handling of a class."""
        return self.handling.get(kind, DEFAULT[kind])

    def kinds(self, handling: Handling) -> frozenset[PrivacyClass]:
        """The classes with this handling."""
        return frozenset(kind for kind in PrivacyClass if self.of(kind) is handling)
