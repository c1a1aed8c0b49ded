"""First person: whether people speak of themselves: "when am I on call?", "alerjim ne?"."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.model.language import RULED, Language

_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def is_of_oneself(text: str) -> bool:
    """Whether a text is in the first person, by a pronoun or a Turkish verb's ending."""
    spoken = _words(text)
    own = set(chain.from_iterable(words(f"{language.value}/speaker_words") for language in RULED))
    if not own.isdisjoint(word.partition("'")[0] for word in spoken):
        return True
    return any(_ends(word, "verb") for word in spoken)


def asks_of_oneself(text: str) -> bool:
    """Whether a question is about its speaker alone: "when am I on call?", "maaşım ne kadar?".

    "What did we decide?" and "should I restart it?" are not.
    """
    said = fold(text).replace("’", "'")
    if any(_asks(language).search(said) for language in RULED):
        return True
    return any(_ends(word, kind) for word in _words(text) for kind in ("verb", "owned"))


def _words(text: str) -> list[str]:
    return [fold(word).replace("’", "'") for word in _WORDS.findall(text)]


def _ends(word: str, kind: str) -> bool:
    return _pattern("tr", kind).search(word) is not None and _pattern("tr", "not").match(word) is None


@cache
def _asks(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_pattern(language.value, 'asks').pattern})(?!\w)")


@cache
def _pattern(pack: str, kind: str) -> re.Pattern[str]:
    rows = (line.partition(" ") for line in lines(f"{pack}/first_person"))
    return re.compile(next(told for name, _, told in rows if name == kind))
