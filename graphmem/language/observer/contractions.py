"""English contractions written out, so that phrases need only one form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from graphmem.language.observer.patterns import plain
from graphmem.language.wordlists import lines
from graphmem.model.language import Language


@lru_cache(maxsize=64)
def spelled_out(text: str, language: Language) -> str:
    """Return folded text; in English "don't" and "dont" both become "do not"."""
    said = plain(text)
    if language is Language.TR:
        return said
    return _contraction().sub(lambda match: _contractions()[match[0]], said)


@cache
def _contractions() -> Mapping[str, str]:
    pairs = (line.partition(",") for line in lines("en/observer_contractions"))
    return {written.strip(): read.strip() for written, _, read in pairs}


@cache
def _contraction() -> re.Pattern[str]:
    written = "|".join(map(re.escape, sorted(_contractions(), key=len, reverse=True)))
    return re.compile(rf"(?<![\w'])(?:{written})(?![\w'])")
