"""Sentences of a text as stretches of it. A judge decides which parts stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.language.detect import detect
from graphmem.language.observer.patterns import expression
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import words
from graphmem.model.language import Language

_BREAK = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|\n+")
_WORD = re.compile(r"[^\W\d_]+(?:['’.][^\W\d_]+)*")
_ADDRESS_SHORT = expression("formation_address_parts", "short")
_ADDRESS_GOES_ON = expression("formation_address_parts", "goes_on")
_ADDRESS_PART = expression("formation_address_parts", "part")
_ADDRESS_NUMBERED = expression("formation_address_parts", "numbered")
_ORDERED = "formation_after_ordinals"
_NO_PROSE = re.compile(
    r"^(?:#|[$]{2})|\\(?:[\[(]|frac|sqrt|binom|times|text|cdot|approx)|^\W*(?:\*\*|__)[^*_]+(?:\*\*|__)\W*$|^\[[^\]]*\]$"
)
"""Headings, formulas and placeholders."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the words of the stretch."""
        return text[self.start : self.end]


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text with end marks; abbreviations, initials and ordinals end none."""
    return tuple(span.of(text) for span in sentence_spans(text))


def sentence_spans(text: str) -> Iterator[Span]:
    """Return the places of a text's sentences."""
    start = 0
    for match in _BREAK.finditer(text):
        if _ends(text, match):
            yield from _stripped(text, start, match.end())
            start = match.end()
    yield from _stripped(text, start, len(text))


def prose(text: str) -> Iterator[Span]:
    """Return the sentences of a text that have words, without headings, formulas and placeholders."""
    for span in sentence_spans(text):
        sentence = span.of(text)
        if _WORD.search(sentence) and not _NO_PROSE.search(sentence):
            yield span


def _stripped(text: str, start: int, end: int) -> Iterator[Span]:
    said = text[start:end]
    bare = said.strip()
    if bare:
        at = start + said.index(bare)
        yield Span(at, at + len(bare))


def _ends(text: str, match: re.Match[str]) -> bool:
    if not match[0].startswith(".") or len(match[0].rstrip("\"'”’)]")) > 1:
        return True
    word = text[: match.start()].rsplit(None, 1)[-1] if text[: match.start()].strip() else ""
    after = text[match.end() :].lstrip()
    bare = word.strip("(\"'").lower()
    if bare in words("formation_abbreviations") or (len(word) == 1 and word.isupper()):
        return not after
    if bare in words("formation_before_numbers") and after[:1].isdigit():
        return False
    if _goes_on_as_address(word.strip("(\"'"), after) or _is_in_town(text[: match.start()], word, after):
        return False
    return not (word.isdigit() and (_is_counted(after) or _is_german_day(after, text)))


def _is_german_day(after: str, text: str) -> bool:
    """Whether a number and its full stop are a day: "am 12. Oktober"."""
    named = _WORD.match(after)
    return named is not None and named[0] in words("de/calendar") and detect(text) is Language.DE


def _is_counted(after: str) -> bool:
    """Whether a number and its full stop are an ordinal: "3. katta", "7. Cadde"."""
    counted = _WORD.match(after)
    return after[:1].islower() or (counted is not None and re.split("['’]", fold(counted[0]))[0] in words(_ORDERED))


def _goes_on_as_address(word: str, after: str) -> bool:
    """Whether an address continues after an abbreviated word, or with part of a house after any word."""
    if _ADDRESS_PART.match(after):
        return True
    return _ADDRESS_SHORT.fullmatch(word) is not None and _ADDRESS_GOES_ON.match(after) is not None


def _is_in_town(before: str, word: str, after: str) -> bool:
    """Whether an abbreviated street stands between a house number and a town's name.

    For example "the keys to 14 Hollins Rd. Sheffield on Friday".
    """
    town = _WORD.match(after)
    if town is None or not town[0][0].isupper() or is_stop_word(town[0].lower(), Language.EN):
        return False
    is_short = _ADDRESS_SHORT.fullmatch(word) is not None
    return is_short and _ADDRESS_NUMBERED.search(before.removesuffix(word)) is not None
