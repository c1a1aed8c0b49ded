"""Write-time synthesis without a model: one text that keeps every fact of the old and of the new statement."""

from __future__ import annotations

import re

SEPARATOR = "; "
MOST_CHARACTERS = 2_000
_WORD = re.compile(r"[^\W_]+(?:['’.:,\-/][^\W_]+)*")


def synthesise(old: str, new: str, most: int = MOST_CHARACTERS) -> str | None:
    """The merged text, or None when it would be longer than `most` characters.

    When one statement holds all the words of the other in their order, it stands for both. Lines are compared as
    written but for case and marks; nothing is rephrased, so nothing can be lost.
    """
    merged = _merged(old.strip(), new.strip())
    return merged if len(merged) <= most else None


def _merged(old: str, new: str) -> str:
    if not old or _holds(new, old):
        return new
    if not new or _holds(old, new):
        return old
    return f"{old.rstrip(' .;')}{SEPARATOR}{new}"


def _holds(whole: str, part: str) -> bool:
    """Whether all words of `part` stand in `whole` in order. Other words may stand between them."""
    remaining = iter(_WORD.findall(whole.casefold()))
    return all(any(word == other for other in remaining) for word in _WORD.findall(part.casefold()))
