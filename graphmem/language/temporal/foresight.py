"""Grammatical future of a sentence: "will", "plan to", -ecek, "-meyi düşünüyor"."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.wordlists import lines
from graphmem.model.language import ByLanguage, Language

_HINT = ByLanguage(
    {
        Language.EN: re.compile(
            r"wi?ll|won|sha|going|gonna|finna|plan|goal|aim|inten|idea|ambit|target|hop|expect|about|consider|wait|schedul"
            r"|slate|soon|short|day|next|future|eventual|set to|due|look|determin|think|dream"
        ),
        Language.TR: re.compile(
            r"[ae]c[ae][gk]|dusun|planl|hedef|amac|niyet|uzere|s[ae][mk] m|m m[iu]|umu|ileride|yakinda|gun"
            r"|[iuae]c[ae][mz]"
        ),
    }
)
_SENTENCE = re.compile(r"[.!?;\n]+(?:\s+|$)")
_NAME = re.compile(
    r"\bWill(?= (?:[A-Z]|\w+(?:[^s]s|ed)\b|is\b|was\b|and\b|told\b|said\b|got\b))"
    r"|(?<=[a-z,] )Will\b|\bWill(?='s|\u2019s)"
)
"""The name Will: before another capital, or with one inside a sentence."""


def speaks_of_future(text: str, folded: str, language: Language) -> bool:
    """Whether a sentence states a plan, an intention or a prediction; `folded` is `text` folded in place."""
    if not _HINT[language].search(folded):
        return False
    if language is not Language.TR and "Will" in text:
        folded = _without_name(text, folded)
    return any(_sentence(part, language) for part in _SENTENCE.split(folded) if part)


def _without_name(text: str, folded: str) -> str:
    for match in _NAME.finditer(text):
        folded = f"{folded[: match.start()]}they{folded[match.end() :]}"
    return folded


def _sentence(folded: str, language: Language) -> bool:
    told = _pattern(f"{language.value}/temporal_no_foresight").sub(" ", folded)
    return bool(_pattern(f"{language.value}/temporal_foresight").search(told))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines(name)))
