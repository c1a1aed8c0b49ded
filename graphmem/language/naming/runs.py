"""Names by their own form: titles before and after, head words ("… University"), runs of capitals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from graphmem.language.naming.gazetteer import is_place, not_names
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.language.words import Word
from graphmem.model.entity import EntityType

_LONGEST = 5
_LINKS = frozenset({"of", "the", "and", "for", "de", "la", "del", "van", "von", "al", "ve"})
_FIRST_HEADS = frozenset({"lake", "mount", "mt"})
_HEAD_ENDING = re.compile(r"n?(?:[dt][ae]n?|[ae]|[iu]n?|l[ae])|yl[ae]")


def capital_run(words: Sequence[Word], start: int) -> int:
    """Return the end of the run of capitalised words from `start`; a Turkish suffix or a comma ends it."""
    end = start
    while end < len(words) and end - start < _LONGEST and _carries_on(words, start, end):
        end += 1
        if words[end - 1].suffix and words[end - 1].suffix != "s":
            break
    while end > start and words[end - 1].folded in _LINKS:
        end -= 1
    return end


def headed(words: Sequence[Word], start: int) -> tuple[int, EntityType, int] | None:
    """Return end, type and letters of an ending of a name whose head word tells its type."""
    end = capital_run(words, start)
    if words[start].folded in _FIRST_HEADS and end - start == 2:
        return end, EntityType.PLACE, 0
    if _is_university_of(words, start, end):
        return end, _heads()[words[start].folded], 0
    for last in range(end - 1, start, -1):
        found = _head(words[last].folded)
        if found:
            return last + 1, *found
    return None


def titled(words: Sequence[Word], start: int) -> int | None:
    """Return the end of a person's name that begins with a title ("Dr. Patel", "Prof. Dr. Ayşe Kaya")."""
    place = start
    while place < len(words) and words[place].folded in _titles("before") and words[place].has_capital:
        place += 1
        if place >= len(words) or words[place].gap not in {" ", ". ", "."}:
            return None
    if place == start or not words[place].has_capital or words[place].folded in not_names():
        return None
    end = place + 1
    while not words[end - 1].suffix and end < len(words) and end - place < 3 and _is_name_part(words[end]):
        if _is_whereabouts(words[end], is_third=end - place > 1):
            break
        end += 1
    return end


def _is_whereabouts(word: Word, *, is_third: bool) -> bool:
    """Whether a word of a name's run is a place where somebody is: "Dr. Ahmet Kaya Ankara'da".

    A surname that is also a place has no case ending there, and no two names before it: "Dr. Mert Bursa".
    """
    return is_place(word.folded) and (is_third or word.suffix not in {"", "s"})


def title_after(words: Sequence[Word], end: int) -> bool:
    """Whether the word at `end` is a Turkish title of the name before it."""
    return end < len(words) and words[end].joins and not words[end - 1].suffix and words[end].folded in _titles("after")


def is_head(word: Word) -> bool:
    """Whether a word ends a name of several words and tells its type: "University", "Üniversitesi"."""
    return _head(word.folded) is not None


def _is_name_part(word: Word) -> bool:
    return word.joins and word.has_capital and word.folded not in not_names()


@cache
def _place_openers() -> frozenset[str]:
    """Return words that a full stop may follow inside a name: "St", "Mt"."""
    rows = (line.partition(":") for line in lines("name_openers"))
    return frozenset(word for side, _, listed in rows if side == "place" for word in listed.split())


def _carries_on(words: Sequence[Word], start: int, end: int) -> bool:
    word = words[end]
    if end > start and not (word.joins or (word.gap == ". " and words[end - 1].folded in _place_openers())):
        return False
    if word.has_capital:
        return word.folded not in not_names() or _head(word.folded) is not None
    return end > start and word.folded in _LINKS and end + 1 < len(words) and words[end + 1].has_capital


def _is_university_of(words: Sequence[Word], start: int, end: int) -> bool:
    named = end - start >= 3 and words[start + 1].folded in {"of", "for"}
    return named and _heads().get(words[start].folded) in {EntityType.ORG, EntityType.PLACE}


def _head(folded: str) -> tuple[EntityType, int] | None:
    """Return the type of a head word, and how many of its letters are a case ending."""
    if folded in _heads():
        return _heads()[folded], 0
    for cut in range(1, min(5, len(folded) - 3)):
        stem = folded[:-cut]
        if stem.endswith("i") and stem in _heads() and _HEAD_ENDING.fullmatch(folded[-cut:]):
            return _heads()[stem], cut
    return None


@cache
def _heads() -> Mapping[str, EntityType]:
    rows = (line.partition(":") for line in lines("entities_heads"))
    return {fold(word): EntityType(kind) for kind, _, listed in rows for word in listed.split()}


@cache
def _titles(side: str) -> frozenset[str]:
    rows = (line.partition(":") for line in lines("entities_titles"))
    return frozenset(fold(word) for named, _, listed in rows if named == side for word in listed.split())
