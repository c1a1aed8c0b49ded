"""Decoding of Turkish text in the older encoding Windows-1254, if its letters leave no doubt."""

from __future__ import annotations

_TURKISH = frozenset("çğıöşüâîûÇĞİÖŞÜÂÎÛ")
_BESIDE = frozenset("\t\n\r\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u2022\u20ac\xa0\xb0\xb7\xab\xbb\xbd\xbc\xa7")
"""Characters that stand beside letters in notes: quotes, dashes, a degree, a half."""


def older_turkish(data: bytes) -> str | None:
    """Return the decoded text, None if any character occurs in no Turkish text.

    Western European letters are the same in all of these encodings; texts of other languages are refused, never
    guessed.
    """
    text = data.decode("cp1254", "replace")
    strange = {char for char in set(text) if not (char.isascii() and char.isprintable())}
    return text if strange & _TURKISH and strange <= _TURKISH | _BESIDE else None
