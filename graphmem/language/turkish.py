"""Turkish letters: lower case that keeps dotted and dotless i apart, and folding without accents."""

from __future__ import annotations

import unicodedata

_LOWER = str.maketrans({"I": "ı", "İ": "i"})
_FOLD = str.maketrans({"ı": "i", "I": "i", "İ": "i", "’": "'"})

LETTERS = frozenset("ğışçöüĞİŞÇÖÜ")
"""Letters that Turkish has and English has not; ç, ö and ü alone also occur in other languages."""


def lower(text: str) -> str:
    """Return a text in lower case by Turkish rules: I becomes ı, İ becomes i.

    `str.lower` would give i and i + a combining dot.
    """
    return text.translate(_LOWER).lower()


def fold(text: str) -> str:
    """Return lower-case text without accents, as a key: İstanbul and ISTANBUL are both `istanbul`.

    Both i's become one, so folded text is for matching only, never for display.
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.translate(_FOLD)).lower()
    return "".join(char for char in decomposed if not unicodedata.combining(char))
