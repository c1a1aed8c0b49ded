"""Titles of works in quotation marks: "The Name of the Wind" is one name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.naming import cues, gazetteer
from graphmem.language.naming.reading import Reading, Span
from graphmem.language.words import Word
from graphmem.model.entity import EntityType

_OPENING, _CLOSING = frozenset('"“„«'), frozenset('"”“»')
_LONGEST = 8
_LINKS = frozenset(
    {"a", "an", "and", "at", "by", "de", "for", "from", "in", "into", "la", "le", "of", "on", "or", "the", "to", "vs"}
    | {"with", "ve", "ile"}
)
_SENTENCE = re.compile(r"[.!?…:;\n]")


def title(reading: Reading, place: int) -> Span | None:
    """Return the quoted title that begins at a word: all of its words but small ones have a capital.

    A single word is a title if it is no everyday word and no listed name.
    """
    words = reading.words
    if not words[place].has_capital or words[place].gap[-1:] not in _OPENING or reading.is_shouted:
        return None
    end = _closed(reading, place)
    if end is None or not all(_fits(word) for word in words[place:end]):
        return None
    if end - place == 1 and _is_word_or_known(reading, place):
        return None
    return Span(place, end, cues.explicit(words, place, end, reading.language) or EntityType.ITEM)


def _closed(reading: Reading, place: int) -> int | None:
    """Return the end of the quotation, None for a sentence, a long or an unclosed one."""
    words: Sequence[Word] = reading.words
    for end in range(place + 1, min(len(words), place + _LONGEST) + 1):
        behind = words[end - 1].end + len(words[end - 1].whole) - len(words[end - 1].folded)
        gap = reading.text[behind : words[end].start] if end < len(words) else reading.text[behind:]
        mark = next((number for number, character in enumerate(gap) if character in _CLOSING), None)
        if mark is not None:
            return end if gap[:mark] in {"", ".", ","} else None
        if end < len(words) and _SENTENCE.search(gap):
            return None
    return None


def _fits(word: Word) -> bool:
    return word.has_capital or word.folded in _LINKS or word.folded.isdigit()


def _is_word_or_known(reading: Reading, place: int) -> bool:
    word = reading.words[place]
    if gazetteer.is_everyday(word.folded, reading.language) or word.is_upper or len(word.text) < 3:
        return True
    return next(gazetteer.find(reading.words, place, reading.language), None) is not None
