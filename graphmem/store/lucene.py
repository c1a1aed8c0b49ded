"""User text as a Lucene query that can only match words, never act as syntax.

A parameter does not protect here: the server parses the string again. So every special character is escaped, the
operators AND, OR and NOT become lower case, and the owner's key is a required clause of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

MAX_TERMS = 64
"""Distinct words of a query; Lucene refuses more than 1,024 clauses, and is slow long before that."""

MAX_TERM_LENGTH = 100
"""Longer runs of letters are no words; the analyser would drop them anyway (at 255)."""

OTHER_LANGUAGE = 0.5
"""Score of the best hit in another language, relative to the best in the question's own language.
Only names are the same there. BM25 of two indexes does not compare, since rarity differs in a small index."""

_SPECIAL = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/<>=])')
_OPERATORS = {"AND", "OR", "NOT", "TO"}
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def escape(word: str) -> str:
    """Escape every special character of a word, and write operators in lower case."""
    return _SPECIAL.sub(r"\\\1", word.lower() if word in _OPERATORS else word)


def owner_query(owner_key: str, terms: Sequence[str], fields: dict[str, float]) -> str | None:
    """A query for any of the terms in any of the fields (with these boosts), for this owner only.

    None if no searchable word is left. The owner clause has boost 0: it must match, not score.
    """
    words = [_CONTROL.sub("", term)[:MAX_TERM_LENGTH] for term in terms]
    escaped = list(dict.fromkeys(escape(word) for word in words if any(char.isalnum() for char in word)))[:MAX_TERMS]
    if not escaped:
        return None
    anything = " ".join(escaped)
    clauses = " ".join(f"{field}:({anything})^{boost:g}" for field, boost in fields.items())
    return f"+owner:{owner_key}^0 +({clauses})"


def merge_indexes(rows: Sequence[Mapping[str, Any]], own: str, limit: int) -> dict[str, list[Any]] | None:
    """The best hits of several indexes as parallel lists, best first; None without hits.

    A row is the result of one `index`, best first: its name and parallel lists, `scores` among them. Scores of indexes
    other than `own` are scaled, see OTHER_LANGUAGE; without hits in `own` they stay unchanged.
    """
    filled = [row for row in rows if row["scores"]]
    best = next((row["scores"][0] for row in filled if row["index"] == own), None)
    hits: list[tuple[Any, ...]] = []
    names = [name for name in filled[0] if name not in ("index", "scores")] if filled else []
    for row in filled:
        scale = 1.0 if best is None or row["index"] == own else OTHER_LANGUAGE * best / row["scores"][0]
        columns = (row[name] for name in names)
        hits += zip((score * scale for score in row["scores"]), *columns, strict=True)
    if len(filled) > 1:
        hits.sort(key=lambda hit: -hit[0])
    lists = [list(column) for column in zip(*hits[:limit], strict=True)]
    return dict(zip(("scores", *names), lists, strict=True)) if lists else None
