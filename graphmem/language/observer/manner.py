"""Whether an assistant is told how to speak from now on: "please keep your answers short", "bana siz diye hitap eder
misin".

Of what it is told this is asked for most often, and in the fewest words: too few for a head to be sure. A question asks
for it as well as an order does. Only whole clauses count, since "no emojis" of one letter holds for that letter.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from graphmem.language.observer.patterns import any_of, expression, listed_in, plain
from graphmem.language.observer.requests import asks_besides
from graphmem.model.language import Language

_LONGEST = 200
_REASON = re.compile(r"[,;:.!?] ")
_ORNAMENT = re.compile(r"(?:(?![.!?,;:)\"'])[^\w\s])+\s*$")
"""Emoji behind a sentence."""


@lru_cache(maxsize=512)
def tells_manner(text: str, language: Language) -> bool:
    """Whether a sentence, or what stands before its reason, is nothing but that."""
    if len(text) > _LONGEST:
        return False
    said = plain(text)
    return any(_is_manner(one, language) for one in (said, _REASON.split(said, maxsplit=1)[0]))


def is_conduct(message: str, words: str, language: Language) -> bool:
    """Whether a statement is a rule of that kind: no other sentence of its message asks for something that it may be
    about instead."""
    return tells_manner(words, language) and not asks_besides(message, words, language)


@lru_cache(maxsize=512)
def manner_of(text: str, language: Language) -> tuple[str, str] | None:
    """What such a rule, or one that gives it up, is about, and its value: ("emoji", "no"), ("length", "short"); None of
    others. Of two about one thing only one can be followed."""
    if not tells_manner(text, language):
        return None
    said = _bare(plain(text), language)
    if found := expression(f"{language.value}/manner", "named").search(said):
        return "name", found["it"].strip()
    refused = expression(f"{language.value}/manner", "refused").search(said) is not None
    for name, value, pattern in _aspects(language):
        if pattern.search(said):
            return name, value or ("no" if refused else "yes")
    return None


@cache
def _aspects(language: Language) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Names of what rules are about, with their values ("" where it is had or not), and how they are said."""
    found = []
    for section, parts in (("things", 1), ("values", 2)):
        for line in listed_in(f"{language.value}/manner", section):
            *names, told = line.split(" ", parts)
            name, value = (*names, "")[:2]
            found.append((name, value, re.compile(rf"(?<!\w)(?:{told})(?!\w)")))
    return tuple(found)


def _is_manner(said: str, language: Language) -> bool:
    bare = _bare(said, language)
    kinds = ("manner", "permitted")
    return any(any_of(f"{language.value}/manner", kind).fullmatch(bare) is not None for kind in kinds)


def _bare(said: str, language: Language) -> str:
    """The clause without what stands around it."""
    around = expression(f"{language.value}/manner", "around")
    bare = _ORNAMENT.sub("", said).strip()
    while (shorter := around.sub("", bare).strip()) != bare:
        bare = shorter
    return bare
