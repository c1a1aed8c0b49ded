"""Normal form of a text's characters, for comparison with forgotten texts."""

from __future__ import annotations

import re
import unicodedata

_BLANK = frozenset("\u115f\u1160\u2800")
"""Invisible characters that Unicode counts among letters and symbols."""
_OUT = frozenset({"Cf", "Cc", "Co", "Cn", "Mn", "Me"})
"""Categories of characters that are invisible, or only change the look of the one before."""
_AMONG_DIGITS = re.compile(r"(?<=\d)(?:(?![.,:;/()\-\n])[\W_])+(?=\d)|(?<=[^\W_])_+(?=\d)|(?<=\d)_+(?=[^\W_])")


def plain(text: str) -> str:
    """Return a text in NFKC with digits of any script as 0 to 9, without invisible characters and accents.

    A space replaces signs among digits that no number has.
    """
    kept = text if text.isascii() else "".join(_seen(char) for char in unicodedata.normalize("NFKC", text))
    return _AMONG_DIGITS.sub(" ", kept)


def _seen(char: str) -> str:
    if char in "\n\t" or char.isascii():
        return char
    if char in _BLANK or unicodedata.category(char) in _OUT:
        return ""
    digit = unicodedata.digit(char, None)
    return char if digit is None else str(digit)
