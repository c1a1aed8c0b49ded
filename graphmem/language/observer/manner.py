"""Lasting rules for an assistant's manner: "keep your answers short", "bana siz diye hitap et".

Users ask for this most often and in the fewest words, too few for a head to be sure. A question asks for it as well as
an order does. Only whole clauses count, since "no emojis" of one letter holds for that letter.
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
    """Whether a sentence, or its part before a reason, is only such a rule."""
    return _order(text, language) is not None


def finds_fault(text: str, language: Language) -> bool:
    """Whether a sentence criticises all answers and then asks for other ones.

    For example "your answers are too long, keep them short".
    """
    if len(text) > _LONGEST or not tells_manner(text, language):
        return False
    return _is_one_of(_bare(_REASON.split(plain(text), maxsplit=1)[0], language), "blamed", language)


@lru_cache(maxsize=512)
def manner_of(text: str, language: Language) -> tuple[str, str] | None:
    """Return subject and value of such a rule, or of its revocation: ("emoji", "no"), ("length", "short").

    None for other texts. Of two rules about one subject only one can be followed.
    """
    order = _order(text, language)
    if order is None:
        return None
    if match := expression(f"{language.value}/manner", "named").search(order):
        return "name", match["it"].strip()
    if match := expression(f"{language.value}/manner", "counted").search(order):
        return "words", match["it"]
    refused = expression(f"{language.value}/manner", "refused").search(order) is not None
    for name, value, pattern in _aspects(language):
        if pattern.search(order):
            return name, value or ("no" if refused else "yes")
    return None


@cache
def _aspects(language: Language) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Return subjects of rules, their values ("" for with or without), and the patterns of their wording."""
    aspects = []
    for section, parts in (("things", 1), ("values", 2)):
        for line in listed_in(f"{language.value}/manner", section):
            *names, wording = line.split(" ", parts)
            name, value = (*names, "")[:2]
            aspects.append((name, value, re.compile(rf"(?<!\w)(?:{wording})(?!\w)")))
    return tuple(aspects)


@lru_cache(maxsize=512)
def _order(text: str, language: Language) -> str | None:
    """Return the clause with the rule, bare, or None."""
    if len(text) > _LONGEST:
        return None
    whole = plain(text)
    parts = _REASON.split(whole, maxsplit=1)
    orders = [_bare(one, language) for one in (whole, parts[0])]
    orders = [one for one in orders if _is_one_of(one, "manner", language) or _is_one_of(one, "permitted", language)]
    return orders[0] if orders else _extended_order(parts, language)


def _extended_order(parts: Sequence[str], language: Language) -> str | None:
    """Return an order about one answer that another word or clause extends to all answers.

    For example "your answers were too short, write in more detail".
    """
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
    """Return the clause without the words around its core."""
    around = expression(f"{language.value}/manner", "around")
    bare = _ORNAMENT.sub("", said).strip()
    while (shorter := around.sub("", bare).strip()) != bare:
        bare = shorter
    return bare
