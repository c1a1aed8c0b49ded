"""Whether a sentence told at work on a project says what holds beyond the minute, or asks for something for this once.

Most of what a coding agent is told is to be done now, and heads let go of what looks like it. So short a line as "the
api is on 4020 now", "poetry'den uv'ye geçtik" or "turns out the fixture leaked a socket" does, while nothing else tells
the next session; and what it replaces would stand there as it was. So the whole sentence has to be a listed form
(`told_at_work` of the packs).
"""

from __future__ import annotations

import re
from functools import lru_cache

from graphmem.language.observer.patterns import any_of, expression, plain
from graphmem.model.language import Language

MOST_WORDS = 24
"""Words of such a sentence; a longer one says enough for everything else that weighs it."""

FEWEST_WORDS = 2

_PASTED = re.compile(r'"[^"]{20,}')


@lru_cache(maxsize=2_048)
def is_told_at_work(sentence: str, language: Language) -> bool:
    """Whether one sentence, or a part of it that stands for itself, tells it and nothing else."""
    if not FEWEST_WORDS <= len(sentence.split()) <= MOST_WORDS or sentence.rstrip().endswith("?"):
        return False
    name = f"{language.value}/told_at_work"
    said = plain(sentence).strip(" .!,;…")
    if _PASTED.search(said):  # a text to work on
        return False
    if opened := expression(name, "before").match(said):
        said = said[opened.end() :]
    if expression(name, "minute").search(said) and not expression(name, "moved").match(said):
        return False
    return any_of(name).fullmatch(said) is not None and not is_for_once(sentence, language)


@lru_cache(maxsize=2_048)
def is_for_once(sentence: str, language: Language) -> bool:
    """Whether it asks for something for this once: "bu seferlik testleri atla", "for now just hardcode the url"."""
    name, said = f"{language.value}/told_at_work", plain(sentence)
    if expression(name, "once").search(said):
        return True
    return bool(expression(name, "once_ordered").search(said) and expression(name, "order").search(said))
