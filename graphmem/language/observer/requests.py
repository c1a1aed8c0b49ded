"""Whether a statement asks the listener for something now, as people do without a question mark, or only quotes.

Both are marks for the learned heads: a request may tell something besides, and what sounds like one may be a rule.
"""

from __future__ import annotations

import re

from graphmem.language.observer.patterns import expression, plain
from graphmem.model.language import Language

_SENTENCE = re.compile(r"(?<=[.!?\n])\s+|\n")
_QUOTED = re.compile(r"""\s*["“„«'][^"”»]{8,}["”»']?[\s.,!?]*""")


def requests(text: str, language: Language) -> bool:
    """Whether it asks for something to be done now: "make me a table", "mesaj yazsana kısa olsun"."""
    said = plain(text).rstrip(" .!,;:")
    marks = f"{language.value}/requests"
    return expression(marks, "requests").search(said) is not None and not expression(marks, "unless").search(said)


def asks_on(message: str, words: str, language: Language) -> bool:
    """Whether a statement tells how to do what another sentence of its message asks for now: "Need a text for the shop
    window. Keep it short."."""
    marks = f"{language.value}/requests"
    said = plain(words).rstrip(" .!,;:")
    if expression(marks, "terms").search(said) is None or expression(marks, "unless").search(said):
        return False
    return asks_besides(message, words, language)


def asks_besides(message: str, words: str, language: Language) -> bool:
    """Whether another sentence of its message asks for something now, which a statement may be about."""
    rest = (one for one in _SENTENCE.split(message) if one.strip() and one.strip() not in words)
    return any(requests(one, language) for one in rest)


def is_quoted(text: str) -> bool:
    """Whether all of it stands in quotes: a text that was pasted, not what its sender says."""
    return _QUOTED.fullmatch(text) is not None
