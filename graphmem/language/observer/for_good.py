"""What speaks for words that tell somebody how to act from now on, in whatever form they are told.

Orders have rules of their own (`observer.instructions`), and most are told otherwise: as a wish ("keşke lafa hep
'elbette' diye girmesen"), a polite question ("would you mind always …"), a complaint ("you're too formal with me") or
as what is done in a house ("kids under 12 aren't allowed on the kiln side"). What they have in common are two things:
that somebody is asked, and that it holds for more than once. Neither is sure by itself, so that learned heads take
them as marks (`language.marks`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from graphmem.language.observer.patterns import expression, plain
from graphmem.language.observer.requests import requests
from graphmem.model.language import Language

ASKS, OF_ANSWERS, OF_A_GROUP = "surely for good", "surely of answers", "surely of a group"
"""Marks of what asks its listener for good, of what asks for something about answers, and of what is done or forbidden
whoever does it; none of them for this once."""

_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+|\n")
_LONGEST = 600
"""Characters of a text that are read."""


@lru_cache(maxsize=512)
def for_good(text: str, language: Language) -> dict[str, float]:
    """Marks of the sentence that speaks most for it, by name; {} where nothing does."""
    found = [_marks(one.strip(" \"'()*,"), language) for one in _SENTENCE.split(plain(text)[:_LONGEST])]
    return max(found, key=lambda marks: sum(marks.values()), default={})


def asks_for_good(text: str, language: Language) -> bool:
    """Whether a sentence of it asks its listener for more than this once."""
    return ASKS in for_good(text, language)


def may_ask_for_good(text: str, language: Language) -> bool:
    """The same, or it says how answers are to be, and not that of now: "british spelling please"."""
    marks = for_good(text, language)
    return ASKS in marks or (OF_ANSWERS in marks and not requests(text, language))


def asks_politely(sentence: str, language: Language) -> bool:
    """Whether a question asks its listener for more than this once: "would you mind always putting …"."""
    polite = expression(f"{language.value}/for_good", "politely").search(plain(sentence)) is not None
    return polite and asks_for_good(sentence, language)


def _marks(sentence: str, language: Language) -> dict[str, float]:
    name = f"{language.value}/for_good"
    asks, good, about, group, once = (
        expression(name, section).search(sentence) is not None for section in ("asks", "good", "about", "group", "once")
    )
    found = {
        "for good": good,
        "asks for good": asks and good,
        "asks about answers": asks and about,
        "asks of all": asks and good and about,
        "a rule of a group": group,
        ASKS: asks and good and not once,
        OF_ANSWERS: asks and about and not once,
        OF_A_GROUP: group and not once,
    }
    return {mark: 1.0 for mark, holds in found.items() if holds}
