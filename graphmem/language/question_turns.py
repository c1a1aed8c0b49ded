"""Turns that only ask: they share a question's words but hold no answer to it."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.observer.patterns import expression
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

SHORT = 150
"""Characters up to which a turn that ends with a question counts as only asking."""

LONGEST = 300
"""The same limit for a turn that says nothing of its speaker; a longer one tells the question's topic."""

_ASKED = re.compile(r"[?？](?![\w/=&])")
"""A question mark that ends a sentence; those inside an address do not."""

_END = re.compile(r"[?？][^\w?]*$")
_MARKS = re.compile(r"['’]")


def only_asks(text: str, language: Language) -> bool:
    """Whether a turn is a question to the other side and little more."""
    said = text.strip()
    if len(said) > LONGEST or not _END.search(said):
        return False
    return len(said) <= SHORT or not _of_oneself(language).search(_MARKS.sub("", fold(said)))


def asks_too(text: str) -> bool:
    """Whether a turn of usual length asks the other side something, besides what it tells.

    That question is then part of its vector and its words.
    """
    return len(text.strip()) <= LONGEST and bool(_ASKED.search(text))


def asks_back(question: str, language: Language) -> bool:
    """Whether a question asks for an assistant's earlier words or deeds: "which book did you suggest"."""
    return expression(f"{language.value}/asking_back", "back").search(fold(question)) is not None


@cache
def _of_oneself(language: Language) -> re.Pattern[str]:
    said, endings = ("|".join(lines(f"{language.value}/{name}")) or r"(?!)" for name in ("asking", "asking_endings"))
    return re.compile(rf"(?:(?<!\w)(?:{said})|(?<=\w)(?:{endings}))(?!\w)")
