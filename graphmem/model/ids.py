"""Identifiers as digests of what they name, so that a second write of the same thing finds the first."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from slugify import slugify

_SPELT = (("ı", "i"), ("İ", "i"), ("++", " plus plus"))
_SHARP = re.compile(r"(?<=[^\W\d_])#")
"""Distinctions that a key keeps: the Turkish i, and the signs of C, C++ and C#."""

_SEPARATOR = "\x1f"

ID_DIGITS = 32
"""Hexadecimal digits of a digest."""

SHOWN_DIGITS = 8
"""Digits that people see and may type: one in a hundred owners of 9,000 memories has a collision."""


def owner_key(name: str) -> str:
    """The tenant key of an owner's name: `u` and 32 hex digits, one token for every full-text analyser."""
    return "u" + hashlib.sha256(name.encode()).hexdigest()[:32]


def digest(*parts: str) -> str:
    """A 32-hex-digit id of the parts; the separator keeps ("ab", "c") apart from ("a", "bc")."""
    # Outside text may contain lone surrogates, which have no strict UTF-8 form.
    return hashlib.sha256(_SEPARATOR.join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:ID_DIGITS]


def shown(id_: str) -> str:
    """The prefix of an id, for people."""
    return id_[:SHOWN_DIGITS]


def spelled(text: str) -> str:
    """The words of a text as `slug` spells them, of any length; "" for a text without words."""
    return slugify(_SHARP.sub(" sharp", text), replacements=_SPELT)


@lru_cache(maxsize=8192)
def slug(name: str, *, fallback: str = "untitled") -> str:
    """Return a short key, equal for names that differ only in case, accents or punctuation.

    Turkish letters fold to ASCII.
    """
    return slugify(_SHARP.sub(" sharp", name), max_length=60, word_boundary=True, replacements=_SPELT) or fallback
