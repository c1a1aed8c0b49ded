"""Wording of a question for rules: folded, contractions written out, without politeness around it."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from graphmem.language.observer.patterns import any_of, plain
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

LONGEST = 1_000
"""Characters of a query that rules read; the rest is searched for, but not analysed."""
_MOST_OPENERS = 4
_WORD = re.compile(r"[\w'’]+")
_BLANKS = re.compile(r"\s+")


def cut(query: str) -> str:
    """Return the part that rules read, on one line, without control characters."""
    printable = "".join(char if char.isprintable() else " " for char in query[:LONGEST])
    return _BLANKS.sub(" ", printable).strip()


@lru_cache(maxsize=256)
def spoken(query: str) -> str:
    """Return the text folded, with "what's" as "what is", cut to LONGEST."""
    return _WORD.sub(lambda match: _contractions().get(match[0], match[0]), plain(cut(query)))


@lru_cache(maxsize=256)
def core(query: str, language: Language) -> str:
    """Return the spoken question without "hey, can you tell me …", "acaba", and marks after it."""
    text = spoken(query).strip(" .!?,;:\"'()-")
    name = f"{language.value}/question_openers"
    opener, filler = any_of(name, "open"), any_of(name)
    for _ in range(_MOST_OPENERS):
        match = opener.match(text)
        rest = text[match.end() :].lstrip(" ,:;.!-") if match else ""
        if not rest:
            break
        text = rest
    without = _BLANKS.sub(" ", filler.sub(" ", text)).strip(" .!?,;:-")
    # "Sude'yi hatırlıyor musun?" asks with words that are otherwise only politeness.
    return without if " " in without else text


@cache
def _contractions() -> dict[str, str]:
    pairs = (line.partition(":") for line in lines("en/question_contractions"))
    return {short.strip(): full.strip() for short, _, full in pairs}
