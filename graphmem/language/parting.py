"""A long text in parts, none of which is longer than a drawer should be."""

from __future__ import annotations

import re

LONGEST = 1_500
"""Characters of a paragraph: a longer one is parted at the end of a sentence or line, since an embedder reads the first
few hundred words and a drawer is what is cited."""

_END = re.compile(r"(?<=[.!?…])\s+|\n+")


def parted(text: str) -> list[str]:
    """A text in parts of at most LONGEST characters; only one without any sentence or word's end is cut within."""
    parts: list[str] = []
    rest = text
    while len(rest) > LONGEST:
        at = _cut(rest)
        parts.append(rest[:at].strip())
        rest = rest[at:].strip()
    return [part for part in (*parts, rest) if part]


def _cut(text: str) -> int:
    """Where the first part of a long text ends."""
    ends = [found.end() for found in _END.finditer(text, 0, LONGEST)]
    if ends and ends[-1] >= LONGEST // 3:
        return ends[-1]
    space = text.rfind(" ", LONGEST // 3, LONGEST)
    return space if space > 0 else LONGEST
