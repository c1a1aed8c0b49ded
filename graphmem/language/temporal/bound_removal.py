"""Removal of a text's bounds: the words that tell since or until when it holds."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime

from graphmem.language.temporal import resolve
from graphmem.language.temporal.reading import Role
from graphmem.model.language import Language

BOUNDS = frozenset({Role.SINCE, Role.UNTIL, Role.FROM, Role.BETWEEN})

_SOME_DAY = datetime(2001, 1, 1, tzinfo=UTC)
"""Any day serves: the place of an expression does not depend on when it was said."""
_LEADING, _GAPS = re.compile(r"^[\s,;]+"), re.compile(r"\s{2,}")


def unbounded(text: str, language: Language, roles: Collection[Role] = BOUNDS) -> str:
    """Return the text without its time expressions of these roles; "" without any."""
    found = [one for one in resolve(text, language, _SOME_DAY).expressions if one.role in roles]
    if not found:
        return ""
    left, start = [], 0
    for one in found:
        left.append(text[start : one.start])
        start = one.start + len(text[one.start : one.end].rstrip(".,;:!"))
    words = "".join((*left, text[start:]))
    return _LEADING.sub("", _GAPS.sub(" ", words))
