"""Whether a statement asks the listener for something now, as people do without a question mark."""

from __future__ import annotations

from graphmem.language.observer.patterns import expression, plain
from graphmem.model.language import Language


def requests(text: str, language: Language) -> bool:
    """Whether it asks for something to be done now: "make me a table", "mesaj yazsana kısa olsun"."""
    said = plain(text).rstrip(" .!,;:")
    marks = f"{language.value}/requests"
    return expression(marks, "requests").search(said) is not None and not expression(marks, "unless").search(said)
