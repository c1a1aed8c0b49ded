"""Division of a long text into parts no longer than a drawer should be."""

from __future__ import annotations

import re

LONGEST = 1_500
"""Most characters of a part. A longer paragraph is divided at the end of a sentence or line.
An embedder reads the first few hundred words, and citations name a drawer."""

_END = re.compile(r"(?<=[.!?…])\s+|\n+")


def split_text(text: str) -> list[str]:
    """Return a text in parts of at most LONGEST characters.

    Only a text without sentences or blanks is cut within a word.
    """
    parts: list[str] = []
    rest = text
    while len(rest) > LONGEST:
        at = _cut(rest)
        parts.append(rest[:at].strip())
        rest = rest[at:].strip()
    return [part for part in (*parts, rest) if part]


def _cut(text: str) -> int:
    """Return the end of the first part of a long text."""
    ends = [found.end() for found in _END.finditer(text, 0, LONGEST)]
    if ends and ends[-1] >= LONGEST // 3:
        return ends[-1]
    space = text.rfind(" ", LONGEST // 3, LONGEST)
    return space if space > 0 else LONGEST
