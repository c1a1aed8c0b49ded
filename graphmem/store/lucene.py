"""User text as a Lucene query that can only match words, never act as syntax.

A parameter does not protect here: the server parses the string again. So every special character is escaped, the
operators AND, OR and NOT lose their capitals, and the owner's key is a required clause of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

MAX_TERMS = 64
"""Distinct words that enter a query; Lucene refuses more than 1,024 clauses, and long before that it is slow."""

MAX_TERM_LENGTH = 100
"""Longer runs of letters are no words; the analyser would drop them anyway (255)."""

_SPECIAL = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/<>=])')
_OPERATORS = {"AND", "OR", "NOT", "TO"}
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def escape(word: str) -> str:
    """One word with every special character escaped and operators in lower case."""
    return _SPECIAL.sub(r"\\\1", word.lower() if word in _OPERATORS else word)


def owned(owner_key: str, terms: Sequence[str], fields: dict[str, float]) -> str | None:
    """Any of the terms in any of the fields (boosted by the given weights), of this owner only.

    None when nothing is left to look for. The owner clause is boosted to nothing: it must match, not score.
    """
    words = [_CONTROL.sub("", term)[:MAX_TERM_LENGTH] for term in terms]
    escaped = list(dict.fromkeys(escape(word) for word in words if any(char.isalnum() for char in word)))[:MAX_TERMS]
    if not escaped:
        return None
    anything = " ".join(escaped)
    clauses = " ".join(f"{field}:({anything})^{boost:g}" for field, boost in fields.items())
    return f"+owner:{owner_key}^0 +({clauses})"
