"""Text of bytes that are no UTF-8 and, by their letters, surely Turkish of an older machine (Windows-1254)."""

from __future__ import annotations

_TURKISH = frozenset("çğıöşüâîûÇĞİÖŞÜÂÎÛ")
_BESIDE = frozenset("\t\n\r\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u2022\u20ac\xa0\xb0\xb7\xab\xbb\xbd\xbc\xa7")
"""What stands beside letters in notes: quotes, dashes, a degree, a half."""


def older_turkish(data: bytes) -> str | None:
    """The text, None where a single character of it is none that a Turkish text has. Western European letters that the
    older encodings share mean the same in all of them; those of another language are refused, never guessed."""
    text = data.decode("cp1254", "replace")
    strange = {char for char in set(text) if not (char.isascii() and char.isprintable())}
    return text if strange & _TURKISH and strange <= _TURKISH | _BESIDE else None
