"""Stored text as one line that cannot act: it opens no tag, closes no block, and hides nothing."""

from __future__ import annotations

import re
import unicodedata

_ESCAPED = str.maketrans({
    **{"&": "&amp;", "<": "&lt;", ">": "&gt;"},
    **dict.fromkeys("\uff1c\ufe64", "&lt;"), **dict.fromkeys("\uff1e\ufe65", "&gt;"),
    **dict.fromkeys("“”„‟", '"'),
})  # fmt: skip
"""Also what a reader or a model may take for the same: brackets of other widths, and the quotes around a turn."""

_JOINERS = "\u200c\u200d"
"""Invisible, but part of words in some scripts and of emoji."""

_SELECTORS = range(0xE0100, 0xE01F0)
"""Variation selectors that no text needs: they can carry a hidden one."""

_MARKUP = re.compile(r"^(?:(?:#{1,6}|[-*+])\s+)+|`{3,}|~{3,}")
"""Headings and lists, which would begin in a list, and fences of code."""


def inert(text: str) -> str:
    """One line of the text without markup or anything that nobody sees, like tags, marks of direction and escapes."""
    seen = "".join(_seen(char) for char in text)
    line = _MARKUP.sub(" ", " ".join(seen.split()))
    return " ".join(line.translate(_ESCAPED).split())


def _seen(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    hidden = category in ("Cf", "Cs", "Co") or ord(char) in _SELECTORS
    return "" if hidden and char not in _JOINERS else char
