"""Whether a stretch of text has a finite verb of its own."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.temporal.tense import is_past, is_turkish_past
from graphmem.language.temporal.words import fold
from graphmem.language.wordlists import words
from graphmem.model.language import Language

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_TR_FINITE = re.compile(
    r"[a-z']*(?:[iu]yor(?:um|sun|uz|sunuz|l[ae]r|d[iu][a-z]*)?|[ae]c[ae](?:k(?:l[ae]r|t[iu][a-z]*)?|g(?:im|iz))"
    r"|m[ae]l[iu](?:y[iu][mz]|s[iu]n|yd[iu])?|m[ae]z(?:l[ae]r|d[iu])?|m[iu]s(?:t[iu]|[iu]m|[iu]z|l[ae]r)?"
    r"|[aeiu]r(?:[iu]m|[iu]z|s[iu]n|l[ae]r|d[iu])|[bdgklmnrtz][ae]r|[iu]r|[dt][iu]r(?:l[ae]r)?|m[ae]m|m[ae]y[iu]z"
    r"|[ae]l[iu]m|[dt][ae]y[iu][mz]|l[iu]y[iu][mz])"
)
_TR_WHOLE = frozenset({"var", "yok", "vardi", "yoktu", "degil", "lazim", "gerek", "gerekli", "degilim", "degildi"})
_TR_NEVER = frozenset(
    {"bir", "kadar", "her", "diger", "haber", "yer", "biber", "seker", "asker", "ister", "eger", "kar"}
)


def finite_words(text: str, language: Language) -> list[str]:
    """The words that look like finite verbs, lower case, in order."""
    found = _WORD.findall(text)
    if language is Language.TR:
        return [word for word in found if _turkish(fold(word))]
    return [word for word in (part.lower().replace("’", "'") for part in found) if _english(word)]


def third(verb: str) -> str:
    """The third person singular of an English base form: goes, tries, watches, has."""
    irregular = {"have": "has", "do": "does", "go": "goes", "be": "is"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def is_base(verb: str) -> bool:
    """Whether an English word is a listed base form."""
    return verb in words("en/formation_verbs")


@cache
def _thirds() -> frozenset[str]:
    return frozenset(third(verb) for verb in words("en/formation_verbs"))


def _english(word: str) -> bool:
    return word in words("en/formation_auxiliaries") or is_base(word) or word in _thirds() or is_past(word)


@cache
def _turkish(word: str) -> bool:
    if word in _TR_WHOLE or is_turkish_past(word):
        return True
    return word not in _TR_NEVER and bool(_TR_FINITE.fullmatch(word))
