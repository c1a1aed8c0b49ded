"""Whether a message speaks of what somebody's life may hang on: an allergy, an illness for life, a pregnancy."""

from __future__ import annotations

from graphmem.language.observer.patterns import any_of, plain
from graphmem.model.language import Language


def is_vital(text: str, language: Language) -> bool:
    """Whether such a word stands in it; whether it states anything is asked elsewhere."""
    return any_of(f"{language.value}/vital").search(plain(text)) is not None
