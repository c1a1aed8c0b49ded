"""Matters that people ask of themselves in other words than they tell them: "where do I live?" is answered by "I moved
to Lisbon", "hangi ilacı kullanıyorum" by "doktor Beloc yazdı".

They are few, are asked often, and share no word, so that neither words nor a small embedder tie them.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from graphmem.language.observer.patterns import plain
from graphmem.language.wordlists import lines
from graphmem.model.language import Language


@lru_cache(maxsize=512)
def matter_of(query: str, language: Language) -> str:
    """The matter of its own that a question asks for; "" for none."""
    said = plain(query).strip(" ?!.")
    return next((name for name, pattern in _patterns(language)["asks"] if pattern.fullmatch(said)), "")


def tells(matter: str, text: str, language: Language) -> bool:
    """Whether a speaker tells that matter of themselves."""
    said = plain(text)
    return any(name == matter and pattern.search(said) for name, pattern in _patterns(language)["tells"])


@cache
def _patterns(language: Language) -> dict[str, tuple[tuple[str, re.Pattern[str]], ...]]:
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {"asks": [], "tells": []}
    for line in lines(f"{language.value}/own_matters"):
        name, side, told = line.split(" ", 2)
        found[side].append((name, re.compile(told)))
    return {side: tuple(rows) for side, rows in found.items()}
