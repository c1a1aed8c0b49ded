"""What is said to hold for a time only: it ends nothing that holds beside it and after it."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.doc import Doc, reading
from graphmem.language.quotes import split
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language


@reading
def is_for_a_time(doc: Doc) -> bool:
    """Whether a text says that what it tells holds for a time only: "until Friday", "for now", "geçici olarak"."""
    return holds_for_a_time(fold(split(doc.text)[1]), doc.language)


def holds_for_a_time(folded: str, language: Language) -> bool:
    """The same of folded words."""
    return _pattern(language).search(folded) is not None


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines(f"{language.value}/gate_temporary")))
