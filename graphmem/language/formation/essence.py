"""The essence of a statement: fillers gone, dates written out, third person, at most 500 characters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from graphmem.language.formation.person import third_person
from graphmem.language.temporal import Expression
from graphmem.language.temporal.tense import is_dative
from graphmem.language.temporal.words import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

MOST_CHARACTERS = 500

_YEAR = re.compile(r"(?:19|20)\d\d")
_NAMED = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ocak|subat|mart|nisan|haziran|temmuz|agustos|eylul|ekim|kasim"
    r"|aralik|christmas|yilbasi|halloween)"
)
_PREPOSITION = re.compile(r"\b(?:for|of|to|after|before|from|than|with|until|since|by|is|was)\s+$", re.IGNORECASE)
_ADJECTIVE = re.compile(r"k[iu]$")
_ON_DAY, _TO_DAY = "tarihinde", "tarihine"
"""What was said in the dative ("perşembeye ertelendi") keeps it."""
_GREETING = "hi|hey|hello|dear|thanks|thank you|merhaba|selam|teşekkürler|sevgili"
_SPACES = re.compile(r"\s+")
_ORPHAN = re.compile(r"\s+([,.;!?])")
_RUN = re.compile(r"([!?.])\1{1,}")


def essence(text: str, expressions: Sequence[Expression], *, language: Language, speaker: str) -> str:
    """The statement as it is remembered and embedded; `expressions` are those found in `text`."""
    dated = written_out(text, expressions, language)
    told = third_person(without_fillers(dated, language), language, speaker)
    told = _ORPHAN.sub(r"\1", _SPACES.sub(" ", told)).strip(" ,;-–")
    return clipped(f"{_upper(told[0], language)}{told[1:]}" if told else told)


def written_out(text: str, expressions: Sequence[Expression], language: Language) -> str:
    """Relative times replaced by ISO dates; a named month or day keeps its name, with the date in brackets."""
    for found in reversed(expressions):
        if _YEAR.search(found.text):
            continue
        text = f"{text[: found.start]}{_replacement(text, found, language)}{text[found.end :]}"
    return text


def without_fillers(text: str, language: Language) -> str:
    """The text without "by the way", "you know", "yani" and repeated marks."""
    text = _RUN.sub(r"\1", text)
    opener, inner = _fillers(language)
    previous = None
    while previous != text:
        previous = text
        text = opener.sub("", text, count=1)
    return inner.sub("", text)


def clipped(text: str) -> str:
    """At most MOST_CHARACTERS, cut after a word."""
    if len(text) <= MOST_CHARACTERS:
        return text
    cut = text[: MOST_CHARACTERS - 1]
    head, _, _ = cut.rpartition(" ")
    return f"{(head or cut).rstrip(' ,;')}…"


def _replacement(text: str, found: Expression, language: Language) -> str:
    if _NAMED.search(fold(found.text)):
        bare = found.first.isoformat() if found.first == found.last else f"{found.first} – {found.last}"
        return f"{found.text} ({bare})"
    iso = found.iso
    if language is Language.TR:
        folded = fold(found.text)
        if found.role == "at" and iso.endswith(_ON_DAY) and is_dative(folded):
            return iso.replace(_ON_DAY, _TO_DAY)
        return f"{iso}ki" if _ADJECTIVE.search(folded) else iso
    is_owner = text[found.end : found.end + 2] in {"'s", "’s"}
    if found.role == "at" and (is_owner or _PREPOSITION.search(text, 0, found.start)):
        return iso.split(" ", 1)[-1].removeprefix("the week of ")
    return f"{iso[0].upper()}{iso[1:]}" if found.start == 0 else iso


def _upper(letter: str, language: Language) -> str:
    return "İ" if language is Language.TR and letter == "i" else letter.upper()


@cache
def _fillers(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    openers = _any_of(f"formation_{language.value}_openers")
    inner = _any_of(f"formation_{language.value}_fillers")
    return (
        re.compile(rf"^(?:(?i:{openers})|(?i:{_GREETING}) [^\W\d_]+)\s*[,:!…–-]+\s*"),
        re.compile(
            rf"(?:,\s*(?:{inner})\s*,(?=\s)|,\s*(?:{inner})(?=\s*[,.!?;]|\s*$)|(?<=\s)(?:{inner}),\s)", re.IGNORECASE
        ),
    )


def _any_of(name: str) -> str:
    return "|".join(sorted(map(re.escape, lines(name)), key=len, reverse=True))
