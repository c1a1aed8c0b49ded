"""Questions for several things: their answer is a list whose parts were said in several conversations."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.question.wording import core
from graphmem.language.wordlists import lines
from graphmem.model.language import Language


def asks_several(query: str, language: Language) -> bool:
    """Whether a question asks for a list or a count: "which cities have we seen", "neler pişirdi"."""
    return bool(_pattern(language.value).match(core(query, language)))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    rows = (line.partition(":") for line in lines("question_several"))
    found = "|".join(f"(?:{body.strip()})" for key, _, body in rows if key == name)
    return re.compile(rf"(?:{found})(?!\w)")
