"""Abbreviated days and months, as people type them: "wed 11 nov"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphmem.language.contradiction.tokens import Kind, Token

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
MONTHS = {name: place for place, name in enumerate(_MONTHS.split(), start=1) if name != "may"} | {"sept": 9}
"""English abbreviations that are months beside a number only: "dec" and "mar" may be anything."""
DAYS = {
    name: day
    for day, names in enumerate(("mon", "tue tues", "wed weds", "thu thur thurs", "fri"), start=1)
    for name in names.split()
}
"""English abbreviations of weekdays; "sat" and "sun" are words of their own."""


def dated(tokens: Iterable[Token]) -> Iterator[Token]:
    """Return the words of a clause, with abbreviated days and months as dates."""
    said = list(tokens)
    numbers = {token.place for token in said if token.kind is Kind.NUMBER}
    for token in said:
        if token.kind is Kind.WORD and token.folded in DAYS:
            yield replace(token, key=f"day:{DAYS[token.folded]}", kind=Kind.DATE)
        elif token.folded in MONTHS and not numbers.isdisjoint({token.place - 1, token.place + 1}):
            yield replace(token, key=f"month:{MONTHS[token.folded]}", kind=Kind.DATE)
        else:
            yield token
