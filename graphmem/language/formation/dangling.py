"""What points at something that was said elsewhere and says nothing without it: "I read them on breaks."."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.observer.patterns import plain
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

MOST_WORDS = 10
"""Words of a message that can say nothing else."""


def dangles(message: str, language: Language) -> bool:
    """Whether a whole message is one statement about what it does not name."""
    said = plain(message).strip(" .!")
    return len(said.split()) <= MOST_WORDS and any(one.fullmatch(said) for one in _patterns(language))


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(line) for line in lines(f"{language.value}/dangling"))
