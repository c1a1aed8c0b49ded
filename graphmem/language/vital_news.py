"""Vital news: an allergy, a lifelong illness, a pregnancy; a death, a wedding.

These decide over a life, or change it.
"""

from __future__ import annotations

from functools import lru_cache

from graphmem.language.observer.patterns import any_of, expression, plain
from graphmem.model.language import Language


def is_vital(text: str, language: Language) -> bool:
    """Whether a text has such a word; whether it states anything is asked elsewhere."""
    return any_of(f"{language.value}/vital").search(plain(text)) is not None


@lru_cache(maxsize=512)
def vital_part(text: str, language: Language) -> str:
    """Return the stretch of a text that states it of somebody, or "".

    The text may ask something else: "my son is asthmatic" of "can my son, my son is asthmatic, fly?".
    """
    if not is_vital(text, language) and any_of(f"{language.value}/vital", "events").search(plain(text)) is None:
        return ""
    found = expression(f"{language.value}/vital", "of").search(text)
    return found[0] if found else ""
