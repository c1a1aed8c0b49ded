"""Predicates and their verbs, from the data files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.entity import EntityType
from graphmem.model.language import Language


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate's name, whether it has one object at a time, and its object's type by default."""

    name: str
    single: bool
    expects: EntityType

    @property
    def wants_name(self) -> bool:
        """Whether the object must be written as a name."""
        return self.expects in {EntityType.PLACE, EntityType.PERSON, EntityType.ORG}


@dataclass(frozen=True, slots=True)
class Verb:
    """A reading of a verb phrase: its predicate, whether it tells the end, whether it is inverse."""

    predicate: Predicate
    ended: bool = False
    inverse: bool = False
    case: str = ""


@cache
def predicates() -> dict[str, Predicate]:
    """Return every predicate by name."""
    rows = (line.split() for line in lines("statements_predicates"))
    return {name: Predicate(name, number == "single", EntityType(kind)) for name, number, kind in rows}


def predicate(name: str, *, expects: EntityType = EntityType.TOPIC, single: bool = False) -> Predicate:
    """Return a listed predicate, or one of that name with these traits."""
    return predicates().get(name) or Predicate(name, single, expects)


@cache
def english_verbs() -> tuple[re.Pattern[str], dict[str, Verb]]:
    """Return one pattern for all English verb phrases, longer ones first, and the reading of each."""
    verbs: dict[str, Verb] = {}
    for line in lines("en/statements"):
        head, _, phrases = line.partition(":")
        name, *flags = head.split()
        verb = Verb(predicates()[name], "ended" in flags, "inverse" in flags)
        verbs |= {phrase.strip(): verb for phrase in phrases.split(",")}
    longest_first = "|".join(re.escape(phrase) for phrase in sorted(verbs, key=len, reverse=True))
    return re.compile(rf"(?<![\w'’])(?:{longest_first})(?![\w'’])"), verbs


@cache
def english_words(kind: str) -> str:
    """Return the small words of a kind as alternatives of a pattern, longer ones first."""
    listed: list[str] = []
    for line in lines("en/statements_words"):
        name, _, found = line.partition(":")
        listed += [word.strip() for word in found.split(",")] if name == kind else []
    return "|".join(re.escape(word) for word in sorted(listed, key=len, reverse=True))


@cache
def turkish_verbs() -> tuple[re.Pattern[str], dict[str, tuple[Verb, ...]]]:
    """Return one pattern for all Turkish verbs, folded, and their readings by the object's case.

    A verb listed with "*" takes any ending; group `verb` is what is listed.
    """
    verbs: dict[str, list[Verb]] = {}
    endings: dict[str, str] = {}
    for line in lines("tr/statements"):
        head, _, phrases = line.partition(":")
        name, case, *flags = head.split()
        for phrase in phrases.split(","):
            written = fold(phrase.strip())
            bare = written.rstrip("*")
            verbs.setdefault(bare, []).append(Verb(predicates()[name], "ended" in flags, case=case))
            if written != bare:
                endings[bare] = r"(?:m|n|k|lar|ler|nuz|niz|um|uz|im|iz|dir|tir|dur|tur)?"
    longest_first = "|".join(re.escape(verb) + endings.get(verb, "") for verb in sorted(verbs, key=len, reverse=True))
    return re.compile(rf"(?<![\w'’])(?:{longest_first})(?![\w'’])"), {v: tuple(found) for v, found in verbs.items()}


@cache
def kin(language: Language) -> dict[str, Predicate]:
    """Return folded words for people and pets of somebody ("sister", "köpeği"), with their predicates.

    A mother and a spouse are one at a time, a dog is not.
    """
    found: dict[str, Predicate] = {}
    one = {"married_to", "has_mother", "has_father", "has_name", "reports_to", "has_lead", "dating", "engaged_to"}
    for line in lines("statements_kin"):
        name, _, listed = line.partition(":")
        expects = EntityType.ITEM if name in {"has_dog", "has_cat", "has_pet"} else EntityType.PERSON
        for phrase in listed.split(","):
            found[fold(phrase.strip())] = predicate(name, expects=expects, single=name in one)
    return {word: found[word] for word in found if language is Language.TR or word.isascii()}


def is_single(name: str) -> bool:
    """Whether a subject has one object of a predicate at a time, as far as known."""
    known = predicates().get(name) or next((one for one in kin(Language.TR).values() if one.name == name), None)
    return name.startswith("favourite_") if known is None else known.single


@cache
def professions() -> frozenset[str]:
    """Return folded words for professions."""
    return frozenset(fold(word.strip()) for line in lines("statements_professions") for word in line.split(","))


@cache
def _things() -> frozenset[str]:
    return frozenset(fold(word) for line in lines("statements_things") for word in line.replace(",", " ").split())


def is_thing(phrase: str) -> bool:
    """Whether the last word of a phrase is a thing to own, in either language and with any ending."""
    words = fold(phrase).split()
    if not words:
        return False
    last = words[-1]
    return any(last[:size] in _things() for size in range(len(last), max(len(last) - 5, 1), -1))
