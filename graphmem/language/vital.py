"""Whether a message speaks of what somebody's life may hang on, or was changed by: an allergy, an illness for life, a
pregnancy; a death, a wedding."""

from __future__ import annotations

from functools import lru_cache

from graphmem.language.observer.patterns import any_of, expression, plain
from graphmem.model.language import Language


def is_vital(text: str, language: Language) -> bool:
    """Whether such a word stands in it; whether it states anything is asked elsewhere."""
    return any_of(f"{language.value}/vital").search(plain(text)) is not None


@lru_cache(maxsize=512)
def vital_part(text: str, language: Language) -> str:
    """The stretch of a text that says it of somebody, though the text may ask something else: "my son is asthmatic" of
    "can my son, my son is asthmatic, fly?"; "" where nothing does."""
    if not is_vital(text, language) and any_of(f"{language.value}/vital", "events").search(plain(text)) is None:
        return ""
    found = expression(f"{language.value}/vital", "of").search(text)
    return found[0] if found else ""
