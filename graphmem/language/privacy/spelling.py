"""Normalised spelling of a text: no invisible characters, digits and marks as on keyboards.

Numbers are found in any spelling: digits of other widths and scripts, hard blanks, invisible separators. Their places
are those of the original text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_BLANKS = "\u00a0\u2000-\u200a\u202f\u205f\u3000"
_UNSEEN = "\u00ad\u200b-\u200f\u2060-\u2064\ufeff"
_WIDE = "\uff01-\uff5e"
_HYPHENS = "\u2010\u2011"
_DIGITS = "\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\U0001d7ce-\U0001d7ff"
"""Arabic, Persian, Indian and mathematical digits."""

_ODD = re.compile(f"[{_UNSEEN}{_BLANKS}{_WIDE}{_HYPHENS}{_DIGITS}]")
_GONE = re.compile(f"[{_UNSEEN}]")


def read(text: str) -> tuple[str, Sequence[int] | None]:
    """Return the normalised text, and each character's place in `text`; None if both are equal."""
    if text.isascii() or not _ODD.search(text):
        return text, None
    plain = _ODD.sub(_usual, text)
    if len(plain) == len(text):
        return plain, None
    gone = {found.start() for found in _GONE.finditer(text)}
    return plain, [place for place in range(len(text)) if place not in gone]


def _usual(found: re.Match[str]) -> str:
    one = found[0]
    if _GONE.match(one):
        return ""
    if (digit := unicodedata.decimal(one, None)) is not None:
        return str(digit)
    if one in "\u2010\u2011":
        return "-"
    return chr(ord(one) - 0xFEE0) if "\uff01" <= one <= "\uff5e" else " "
