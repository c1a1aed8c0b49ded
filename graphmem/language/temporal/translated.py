"""Times of a language without a grammar of its own: its words of time and tense are read as English ones.

`packs/{language}/temporal_english` lists them, `temporal_words` the names that stand in them, `temporal_numbers` the
numbers, `temporal_auxiliaries`, `temporal_prefixes` and `temporal_not_past` tell participles. Places are those of the
text itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from string import Formatter

from graphmem.language.temporal.words import fold, numbers
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

TRANSLATED = frozenset({Language.DE})
"""Languages whose times are read so."""

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_WORD = re.compile(r"\w+")
_LEAST = 5
"""More letters than these has a participle: "gekauft", not "geht"."""

_PAST = "went"
"""The English word of the past that stands for any participle."""


@dataclass(frozen=True, slots=True)
class Translated:
    """A text whose times are in English; `places` are pairs of places, in it and in the text, where a piece begins."""

    text: str
    places: tuple[tuple[int, int], ...]

    def place(self, at: int) -> int:
        """The place in the text of a place in the translation; the end of a replaced word is where it ends."""
        number = bisect_right(self.places, (at, 1 << 60)) - 1
        here, there = self.places[number]
        following = self.places[number + 1][1] if number + 1 < len(self.places) else there + at - here
        return min(there + at - here, following) if at > here else there


def translate(text: str, language: Language) -> Translated:
    """Return the text with English words of time and tense."""
    folded = fold(text)
    found = sorted(_replacements(text, folded, language))
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    length = last = 0
    for start, end, english in found:
        for piece, there in ((folded[last:start], last), (english, start)):
            places.append((length, there))
            pieces.append(piece)
            length += len(piece)
        last = end
    places.append((length, last))
    return Translated("".join((*pieces, folded[last:])), tuple(places))


def _replacements(text: str, folded: str, language: Language) -> Iterator[tuple[int, int, str]]:
    taken = bytearray(len(folded))
    for pattern, english in _entries(language):
        for match in pattern.finditer(folded):
            if any(taken[match.start() : match.end()]):
                continue
            taken[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
            yield match.start(), match.end(), english.format_map(_meant(match, language))
    spoken = [(match.start(), match.end(), match[0]) for match in _WORD.finditer(text)]
    if not _listed(language, "auxiliaries").isdisjoint(word.lower() for _, _, word in spoken):
        for start, end, word in spoken:
            if _is_participle(word, language) and not any(taken[start:end]):
                yield start, end, _PAST


def _is_participle(word: str, language: Language) -> bool:
    """Whether a word is a participle, "gekauft" or "angefangen": beside an auxiliary, of the perfect."""
    rest = next((word[len(one) :] for one in _listed(language, "prefixes") if word.startswith(f"{one}ge")), word)
    formed = rest.startswith("ge") and len(rest) > _LEAST and rest.endswith(("t", "en"))
    return formed and word.islower() and word not in _listed(language, "not_past")


def _meant(match: re.Match[str], language: Language) -> dict[str, str]:
    """Return what stands in the holes of an entry, in English."""
    known = _names(language)
    return {
        kind: said if said.isdigit() else f"{_numbers(language)[said]:g}" if kind in "nm" else known[kind][said]
        for kind, said in match.groupdict().items()
    }


@cache
def _entries(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns with their English words, the longest first."""
    found = []
    for line in lines(_name(language, "english")):
        german, _, english = line.partition(" = ")
        found += [(spelled, english) for one in german.split(", ") for spelled in _spellings(one)]
    found.sort(key=lambda entry: -len(entry[0]))
    return tuple((re.compile(rf"(?<!\w){_pattern(said, language)}(?!\w)"), english) for said, english in found)


def _pattern(said: str, language: Language) -> str:
    """Return the pattern of an entry, with a group for each hole."""
    pieces = []
    for piece, hole, _, _ in Formatter().parse(said):
        pieces.append(re.escape(piece))
        if hole:
            names = [r"\d{1,3}", *_numbers(language)] if hole in "nm" else _names(language)[hole]
            pieces.append(f"(?P<{hole}>{'|'.join(sorted(names, key=len, reverse=True))})")
    return "".join(pieces)


def _listed(language: Language, kind: str) -> frozenset[str]:
    return words(_name(language, kind))


def _name(language: Language, kind: str) -> str:
    return f"{language.value}/temporal_{kind}"


@cache
def _numbers(language: Language) -> dict[str, float]:
    return {spelled: value for word, value in numbers(language).items() for spelled in _spellings(word)}


@cache
def _names(language: Language) -> dict[str, dict[str, str]]:
    """Return by kind the names of times, folded, with the English one."""
    known: dict[str, dict[str, str]] = {}
    for line in lines(_name(language, "words")):
        head, _, listed = line.partition(" = ")
        kind, _, english = head.partition(" ")
        for name in chain.from_iterable(map(_spellings, listed.split(", "))):
            known.setdefault(kind, {})[name] = english
    return known


def _spellings(said: str) -> frozenset[str]:
    """Return the folded words, as written with umlauts and without them."""
    return frozenset({fold(said), fold(said.translate(_UMLAUTS))})
