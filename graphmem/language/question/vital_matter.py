"""Vital matters of a question: allergies and diets for a dish, medicines for a remedy.

"What should I cook?" shares no word with "I don't eat pork", so neither words nor a small embedder connect the two.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from graphmem.language.observer.contractions import spelled_out
from graphmem.language.observer.patterns import plain
from graphmem.language.wordlists import lines
from graphmem.model.language import RULED, Language


@lru_cache(maxsize=512)
def vital_matter(query: str, language: Language) -> tuple[str, str]:
    """Return the vital matter of a question, and a text that tells it, for searching; "" and "" for none.

    A short question may be detected as the other language, so it is read in both.
    """
    said = plain(query).strip(" ?!.")
    for spoken in (language, *(one for one in RULED if one is not language)):
        name = next((name for name, asked in _patterns("asks", spoken) if asked.fullmatch(said)), "")
        if name:
            return name, next(told for one, told in _rows("beside", spoken) if one == name)
    return "", ""


def tells_vital(matter: str, text: str) -> bool:
    """Whether a speaker tells a vital matter of anybody, in either language; "im allergic" counts too."""
    for language in RULED:
        written = {plain(text), spelled_out(text, language)}
        listed = [pattern for name, pattern in _patterns("tells", language) if name == matter]
        if any(pattern.search(said) for pattern in listed for said in written):
            return True
    return False


@cache
def _patterns(side: str, language: Language) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(told)) for name, told in _rows(side, language))


@cache
def _rows(side: str, language: Language) -> tuple[tuple[str, str], ...]:
    rows = (line.split(" ", 2) for line in lines(f"{language.value}/question_vital"))
    return tuple((name, told) for name, which, told in rows if which == side)
