"""Whether an assistant is told how to speak from now on: "please keep your answers short", "bana siz diye hitap eder
misin".

Of what it is told this is asked for most often, and in the fewest words: too few for a head to be sure. A question asks
for it as well as an order does. Only whole clauses count, since "no emojis" of one letter holds for that letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from graphmem.language.observer.patterns import any_of, expression, listed_in, plain
from graphmem.model.language import Language

_LONGEST = 200
_REASON = re.compile(r"[,;:.!?] ")
_ORNAMENT = re.compile(r"(?:(?![.!?,;:)\"'])[^\w\s])+\s*$")
"""Emoji behind a sentence."""


@lru_cache(maxsize=512)
def tells_manner(text: str, language: Language) -> bool:
    """Whether a sentence, or what stands before its reason, is nothing but that."""
    return _order(text, language) is not None


def finds_fault(text: str, language: Language) -> bool:
    """Whether a sentence begins with how all answers were, and tells how they are to be: "your answers are too long,
    keep them short"."""
    if len(text) > _LONGEST or not tells_manner(text, language):
        return False
    return _is_one_of(_bare(_REASON.split(plain(text), maxsplit=1)[0], language), "blamed", language)


@lru_cache(maxsize=512)
def manner_of(text: str, language: Language) -> tuple[str, str] | None:
    """What such a rule, or one that gives it up, is about, and its value: ("emoji", "no"), ("length", "short"); None of
    others. Of two about one thing only one can be followed."""
    said = _order(text, language)
    if said is None:
        return None
    if found := expression(f"{language.value}/manner", "named").search(said):
        return "name", found["it"].strip()
    if found := expression(f"{language.value}/manner", "counted").search(said):
        return "words", found["it"]
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


@lru_cache(maxsize=512)
def _order(text: str, language: Language) -> str | None:
    """The clause that tells it, bare; None where there is none."""
    if len(text) > _LONGEST:
        return None
    said = plain(text)
    parts = _REASON.split(said, maxsplit=1)
    orders = [_bare(one, language) for one in (said, parts[0])]
    orders = [one for one in orders if _is_one_of(one, "manner", language) or _is_one_of(one, "permitted", language)]
    return orders[0] if orders else _otherwise(parts, language)


def _otherwise(parts: Sequence[str], language: Language) -> str | None:
    """The clause that tells what would be meant for one answer, did not a word say that it is for good, or the other
    clause how all answers were: "your answers were too short, write in more detail"."""
    for place, part in enumerate(parts):
        bare = _bare(part, language)
        others = [_bare(one, language) for one in (*parts[:place], *parts[place + 1 :])]
        is_for_good = expression(f"{language.value}/manner", "for_good").search(part) is not None
        if (is_for_good or any(_is_one_of(one, "blamed", language) for one in others)) and _is_one_of(
            bare, "otherwise", language
        ):
            return bare
    return None


def _is_one_of(bare: str, kind: str, language: Language) -> bool:
    return any_of(f"{language.value}/manner", kind).fullmatch(bare) is not None


def _bare(said: str, language: Language) -> str:
    """The clause without what stands around it."""
    around = expression(f"{language.value}/manner", "around")
    bare = _ORNAMENT.sub("", said).strip()
    while (shorter := around.sub("", bare).strip()) != bare:
        bare = shorter
    return bare
