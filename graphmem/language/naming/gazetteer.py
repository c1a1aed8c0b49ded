"""Gazetteer: known names by type, found in a text in any case form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from graphmem.language.stopwords import is_listed, is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, numbered, words
from graphmem.language.words import Word
from graphmem.language.words import words as words_of
from graphmem.model.entity import EntityType
from graphmem.model.language import Language

_LISTS = {
    "entities_tech": EntityType.TECH,
    "entities_orgs": EntityType.ORG,
    "entities_items": EntityType.ITEM,
    "entities_events": EntityType.EVENT,
    "entities_topics": EntityType.TOPIC,
    "entities_places": EntityType.PLACE,
}
_CASE_ENDINGS = re.compile(r"(?:[yn]?[aeiu]|[yn]?[iu]n|n?[dt][ae]n?(?:ki)?|y?l[ae]|l[iu](?:l[ae]r)?|[sc][ae])")
"""Turkish case endings without an apostrophe, folded: Londrada, Ankaraya, Eskisehirli."""
_SHORTEST_INFLECTED = 4
_SHORTEST_LOWER = 4


@dataclass(frozen=True, slots=True)
class Known:
    """A listed name: its folded words, its type, and whether it is an everyday word as well."""

    words: tuple[str, ...]
    type: EntityType
    is_word: bool
    spelling: str


@dataclass(frozen=True, slots=True)
class Found:
    """A known name at the words `start` to `end`; `cut` letters of the last word are an ending."""

    known: Known
    start: int
    end: int
    cut: int


def find(words_: Sequence[Word], place: int, language: Language) -> Iterator[Found]:
    """Return known names that begin at a word, the longest first, whatever their capitals."""
    token = words_[place]
    for known in _starting_with().get(token.whole, ()) or _starting_with().get(token.folded, ()):
        length = len(known.words)
        if length == 1:
            yield Found(known, place, place + 1, 0)
            continue
        cut = _cut(known, words_[place : place + length], language)
        if cut is not None:
            yield Found(known, place, place + length, cut)
    if language is Language.TR and not token.suffix:
        for known, cut in _inflected(token.folded):
            yield Found(known, place, place + 1, cut)


def may_begin(token: Word, language: Language) -> bool:
    """Whether `find` may return a name that begins at a word."""
    if token.whole in _starting_with() or token.folded in _starting_with():
        return True
    return language is Language.TR and not token.suffix and bool(_inflected(token.folded))


def is_given_name(folded: str) -> bool:
    """Whether a folded word is a given name, everyday word or not."""
    return folded in words("given_names") or folded in words("given_names_ambiguous")


def is_name_somewhere(folded: str) -> bool:
    """Whether a folded word is a given name of some country and no everyday word.

    This is enough to give a capitalised name its type, too little to find a name.
    """
    return is_given_name(folded) or folded in words("given_names_world")


def is_place(folded: str) -> bool:
    """Whether a folded word is a listed place, and no given name anywhere."""
    known = _starting_with().get(folded, ())
    is_listed_place = any(one.words == (folded,) and one.type is EntityType.PLACE and not one.is_word for one in known)
    return is_listed_place and not is_name_somewhere(folded)


@lru_cache(maxsize=20_000)
def is_everyday(folded: str, language: Language) -> bool:
    """Whether a folded word occurs in the language without being a name."""
    if folded in not_names() or folded in words("given_names_ambiguous"):
        return True
    return is_stop_word(folded, language) or is_listed(folded, language, "frequent")


@cache
def not_names() -> frozenset[str]:
    """Return folded words that are capitalised without naming anything."""
    return frozenset(fold(word) for word in words("entities_not_names"))


@lru_cache(maxsize=20_000)
def is_not_name(folded: str, language: Language, *, is_whole: bool) -> bool:
    """Whether a folded word is capitalised without naming anything, also in Turkish cases: Mayısta.

    `is_whole`: its ending is already removed.
    """
    if folded in not_names():
        return True
    if is_whole or language is not Language.TR:
        return False
    cuts = range(1, min(6, len(folded) - _SHORTEST_INFLECTED + 1))
    return any(folded[:-cut] in not_names() and _CASE_ENDINGS.fullmatch(folded[-cut:]) for cut in cuts)


def is_acronym(known: Known) -> bool:
    """Whether a name is in capitals and so short that it may be another word: UN, EU, TAI."""
    return len(known.words) == 1 and len(known.spelling) <= 4 and known.spelling.isupper()


def may_be_lower(known: Known, language: Language) -> bool:
    """Whether a name is recognised without a capital: a technology that is no everyday word."""
    spelled = "".join(known.words)
    if known.is_word or known.type is not EntityType.TECH or len(spelled) < _SHORTEST_LOWER:
        return False
    is_common = language is not Language.TR and spelled in words("entities_common")
    return not is_common and not is_everyday(spelled, language)


def _cut(known: Known, part: Sequence[Word], language: Language) -> int | None:
    """Return how many letters of the last word are an ending, None if the words are not the name."""
    if len(part) < len(known.words) or any(not token.joins for token in part[1:]):
        return None
    *head, last = part
    if tuple(token.whole for token in head) != known.words[:-1]:
        return None
    if known.words[-1] in {last.whole, last.folded}:
        return 0
    if language is Language.TR and not last.suffix and last.folded.startswith(known.words[-1]):
        cut = len(last.folded) - len(known.words[-1])
        return cut if _CASE_ENDINGS.fullmatch(last.folded[-cut:]) else None
    return None


@lru_cache(maxsize=20_000)
def _inflected(folded: str) -> tuple[tuple[Known, int], ...]:
    """Return single known names of which a Turkish word may be a case form.

    "Nisandan" belongs to April, not to a person called Nisa.
    """
    found = []
    month = max((len(name) for name in numbered("months") if _is_of(folded, name)), default=0)
    for cut in range(1, min(6, len(folded) - max(_SHORTEST_INFLECTED, month) + 1)):
        for known in _starting_with().get(folded[:-cut], ()):
            if len(known.words) == 1 and not known.is_word and _CASE_ENDINGS.fullmatch(folded[-cut:]):
                found.append((known, cut))
    return tuple(found)


def _is_of(folded: str, month: str) -> bool:
    """Whether a word is a month in one of its cases."""
    rest = folded.removeprefix(month)
    return len(month) >= _SHORTEST_INFLECTED and folded.startswith(month) and bool(_CASE_ENDINGS.fullmatch(rest))


@cache
def _starting_with() -> dict[str, tuple[Known, ...]]:
    by_first: dict[str, dict[tuple[str, ...], Known]] = {}
    for known in _all():
        by_first.setdefault(known.words[0], {}).setdefault(known.words, known)
    return {first: tuple(sorted(rows.values(), key=lambda k: -len(k.words))) for first, rows in by_first.items()}


def _all() -> Iterator[Known]:
    for name, kind in _LISTS.items():
        for line in lines(name):
            for entry in line.split(","):
                yield from _known(entry.strip(), kind)
    for line in lines("places"):
        for entry in line.split(",")[1:]:
            yield from _known(entry.strip(), EntityType.PLACE)
    for name in words("given_names"):
        yield Known((name,), EntityType.PERSON, name in words("given_names_ambiguous"), name)
    for name in words("given_names_ambiguous") - frozenset(numbered("months")):
        yield Known((name,), EntityType.PERSON, True, name)


def _known(entry: str, kind: EntityType) -> Iterator[Known]:
    spelling = entry.removeprefix("?")
    parts = tuple(token.whole for token in words_of(spelling))
    if parts:
        yield Known(parts, kind, entry.startswith("?"), spelling)
