"""What of a person is not for everybody to read: its classes, and what an owner wants done with each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class PrivacyClass(StrEnum):
    """What something is: a password or key; a payment card; an account; a number of the state; a way to reach one."""

    SECRET = "secret"  # noqa: S105  the name of a class
    CARD = "card"
    IBAN = "iban"
    NATIONAL_ID = "national_id"
    PHONE = "phone"
    EMAIL = "email"


class Handling(StrEnum):
    """What is done with it. `mask`: the verbatim turn keeps it, and nothing that is derived from the turn has it: no
    memory, fact, entity, block or summary. `refuse`: what holds it is not filed."""

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
"""How to reach somebody is what people want remembered; a password is not."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Where in a text something of a class stands: characters from `start` to before `end`."""

    kind: PrivacyClass
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Policy:
    """What an owner wants done with each class."""

    handling: Mapping[PrivacyClass, Handling] = field(default_factory=lambda: DEFAULT)

    def of(self, kind: PrivacyClass) -> Handling:
        """What is done with it."""
        return self.handling.get(kind, DEFAULT[kind])

    def kinds(self, handling: Handling) -> frozenset[PrivacyClass]:
        """The classes that are handled so."""
        return frozenset(kind for kind in PrivacyClass if self.of(kind) is handling)
