"""The owner's declarations of how many values a relation has at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.errors import InvalidInputError

MOST_RELATIONS_DECLARED = 100
LONGEST_NAME = 40
"""Letters of a relation's name."""

ONE, MANY = "one", "many"


class Functional(dict[str, str]):
    """Cardinality by a relation's name ("lives_in"): ONE if a subject has one object at a time, or MANY."""

    def single(self, relation: str) -> bool | None:
        """Whether it has one object at a time; None without a declaration."""
        return None if relation not in self else self[relation] == ONE


def read_functional(given: Any) -> Functional | None:
    """Relations as sent or typed ("works_at: many, lives_in: one"); None for none.

    Raises InvalidInputError for an invalid name or number, or more than 100 relations.
    """
    pairs = dict(_typed(given)) if isinstance(given, str) else given
    if not isinstance(pairs, Mapping):
        raise InvalidInputError(
            f"functional is {str(given)[:60]!r}.", field="functional", remedy="Write lives_in: one, works_at: many."
        )
    if len(pairs) > MOST_RELATIONS_DECLARED:
        raise InvalidInputError(
            f"functional has {len(pairs)} relations.",
            field="functional",
            remedy=f"Declare at most {MOST_RELATIONS_DECLARED}.",
        )
    return Functional({_relation(name): _number(name, told) for name, told in sorted(pairs.items())}) or None


def said_functional(told: Mapping[str, str]) -> str:
    """The relations in the form in which they can be typed."""
    return ", ".join(f"{name}: {number}" for name, number in told.items())


def _typed(text: str) -> Iterator[tuple[str, str]]:
    for part in text.replace("\n", ",").split(","):
        name, _, number = part.partition(":")
        if part.strip():
            yield name, number


def _relation(given: Any) -> str:
    name = str(given).strip().lower().replace(" ", "_")
    if not (0 < len(name) <= LONGEST_NAME and name.isascii() and name.isidentifier()):
        raise InvalidInputError(
            f"{str(given)[:60]!r} is no name of a relation.",
            field="functional",
            remedy=f"Write 1 to {LONGEST_NAME} Latin letters and underscores, as facts name it: lives_in.",
        )
    return name


def _number(name: Any, given: Any) -> str:
    told = str(given).strip().lower()
    if told not in (ONE, MANY):
        raise InvalidInputError(
            f"functional says {str(given)[:60]!r} of {str(name)[:60]}.",
            field="functional",
            remedy=f"Say {ONE} or {MANY}.",
        )
    return told
