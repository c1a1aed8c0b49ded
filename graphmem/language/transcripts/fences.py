"""Fenced code in a text: lines inside it never open a turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FENCE = re.compile(r"\s{0,3}(?P<mark>`{3,}|~{3,})(?P<info>.*)")


def fenced_lines(lines: Sequence[str]) -> frozenset[int]:
    """Return the indices of the lines inside fences and of the fences.

    An unclosed fence is ignored: it would otherwise swallow the rest of the conversation.
    """
    inside: set[int] = set()
    opened, mark = -1, ""
    for index, line in enumerate(lines):
        match = _FENCE.fullmatch(line) if "```" in line or "~~~" in line else None
        if match is None:
            continue
        if opened < 0:
            opened, mark = index, match["mark"]
        elif match["mark"].startswith(mark) and not match["info"].strip():
            inside.update(range(opened, index + 1))
            opened = -1
    return frozenset(inside)
