"""One normal form of a text's characters, in which it is compared with what was forgotten."""

from __future__ import annotations

import re
import unicodedata

_BLANK = frozenset("\u115f\u1160\u2800")
"""What is printed as nothing, though Unicode counts it among letters and symbols."""
_OUT = frozenset({"Cf", "Cc", "Co", "Cn", "Mn", "Me"})
"""Categories of what is not seen, or only changes how the character before it looks."""
_AMONG_DIGITS = re.compile(r"(?<=\d)(?:(?![.,:;/()\-\n])[\W_])+(?=\d)|(?<=[^\W_])_+(?=\d)|(?<=\d)_+(?=[^\W_])")


def plain(text: str) -> str:
    """A text in NFKC with digits of any script as 0 to 9, without invisible characters and marks over others, and with
    a space for what stands among digits where no number has it."""
    kept = text if text.isascii() else "".join(_seen(char) for char in unicodedata.normalize("NFKC", text))
    return _AMONG_DIGITS.sub(" ", kept)


def _seen(char: str) -> str:
    if char in "\n\t" or char.isascii():
        return char
    if char in _BLANK or unicodedata.category(char) in _OUT:
        return ""
    digit = unicodedata.digit(char, None)
    return char if digit is None else str(digit)
