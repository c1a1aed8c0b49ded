"""Questions for several things, whose answer is a list from several conversations."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.question.wording import core
from graphmem.language.wordlists import lines
from graphmem.model.language import Language


def asks_several(query: str, language: Language) -> bool:
    """Whether a question asks for a list or a count: "which cities have we seen", "neler pişirdi"."""
    return bool(_pattern(language).match(core(query, language)))


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    found = "|".join(f"(?:{line})" for line in lines(f"{language.value}/question_several"))
    return re.compile(rf"(?:{found})(?!\w)")
