"""Specifics of a text, which an equal text must have: numbers, dates, identifiers, addresses, names.

All forms have one spelling, for comparison only. "Today" and "yesterday" do not count: the text has their day beside
them.
"""

from __future__ import annotations

import re

from graphmem.language.contradiction import statement
from graphmem.language.contradiction.tokens import RELATIVE_DAYS, Kind
from graphmem.language.describe import content_words
from graphmem.language.doc import Doc, reading
from graphmem.language.quantities import quantities
from graphmem.language.turkish import fold
from graphmem.language.words import beside_prose

EXACT_DIGITS = 15
"""A number of more digits is an identifier: floats do not separate it from its neighbours."""

_PARTS = re.compile(r"\d+")


@reading
def find_specifics(doc: Doc) -> frozenset[str]:
    """Return numbers, dates, identifiers, addresses and names of a text, also quoted files and code."""
    told = statement(doc)
    numbers = told.of_kind(Kind.NUMBER)
    identifiers = {key for key in numbers if not key.isdigit() or len(key) > EXACT_DIGITS}
    # A date's day is no number of its own.
    parts = {float(part) for key in identifiers for part in _PARTS.findall(key)}
    plain = {float(key) for key in numbers - identifiers}
    values = {value for value in quantities(doc)[0] if value not in parts or value in plain}
    return frozenset(
        {f"number {value:.{EXACT_DIGITS}g}" for value in values}
        | {f"number {key}" for key in identifiers}
        | {f"date {key}" for key in told.of_kind(Kind.DATE) - RELATIVE_DAYS}
        | {f"name {name}" for name in content_words(doc)[1]}
        | {f"text {' '.join(fold(text).split())}" for text in beside_prose(doc.text)}
    )
