"""Whether two names of one type are one entity, and which of the known ones a name means.

In order: the same slug, a known alias, a part of a person's name ("Ayşe" of "Ayşe Yılmaz"), spelling (RapidFuzz). A
wrong merge costs more than a missed one, so whatever differs in a digit is never merged, nor are short names that
differ in a letter, nor people with other given names, nor "Ali Demir" with the Ali whom "Ali Kaya" was taken for, nor
a longer name that others say with somebody who speaks under the short one. Vectors of names are not asked: at a
calibrated cosine of 0.92 they join none of the 143 names of LoCoMo, nor "NYC" and "New York City" or "k8s" and
"Kubernetes".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from rapidfuzz import fuzz

from graphmem.model.entity import EntityType
from graphmem.model.ids import slug

FUZZY_AT = 90.0
"""RapidFuzz ratio, 0–100, from which two whole names match."""
TOKEN_AT = 85.0
"""Least ratio of two matching words: keeps North from South Carolina, Kaya from Kara."""
LONGEST_EXACT = 4
"""Names of so few letters match only exactly: Java and Lava, Iran and Iraq differ."""
PARTIAL_SCORE = 0.9

_NUMBERS = re.compile(r"\d+(?:\.\d+)*")
_SYMBOLS = re.compile(r"[+#*]+")
_TITLES = frozenset(
    {"mr", "mrs", "ms", "miss", "dr", "prof", "sir", "bey", "hanim", "hoca", "abi", "abla", "teyze", "amca"}
)
_LEGAL_FORMS = frozenset({"inc", "ltd", "llc", "gmbh", "ag", "corp", "co", "plc", "as", "sti", "sirketi", "the"})


class Named(Protocol):
    """A name of one type; its address is `entity://{type}/{slug}`."""

    @property
    def name(self) -> str: ...

    @property
    def uri(self) -> str: ...


class Known(Named, Protocol):
    """A stored entity with its other spellings."""

    @property
    def aliases(self) -> Sequence[str]: ...

    @property
    def merged(self) -> Sequence[str]:
        """Names that were merged into it."""
        ...

    @property
    def speaks(self) -> bool:
        """Whether it is a speaker."""
        ...


class Method(StrEnum):
    """The ways of matching two names, the surest first."""

    SLUG = "slug"
    ALIAS = "alias"
    PARTIAL = "partial"
    FUZZY = "fuzzy"


@dataclass(frozen=True, slots=True)
class Match:
    """Provenance of a SAME_AS edge; `score` is 0–1."""

    method: Method
    score: float


@dataclass(frozen=True, slots=True)
class Resolution:
    """The known entity that a name means, and the method."""

    uri: str
    method: Method
    score: float


def same(a: Named, b: Known) -> Match | None:
    """Return how `a` and `b` are the same entity, None if they are not or it is unknown.

    A partial name of a person matches here even if another person may fit as well; `resolve` decides that.
    """
    if _kind(a) != _kind(b) or _symbols(a.name) != _symbols(b.name):
        return None
    key = slug(a.name)
    if key == slug(b.name):
        return Match(Method.SLUG, 1.0)
    if any(key == slug(alias) for alias in b.aliases):
        return Match(Method.ALIAS, 1.0)
    if _NUMBERS.findall(a.name) != _NUMBERS.findall(b.name):
        return None
    return (_same_person if _kind(a) == EntityType.PERSON else _same_thing)(a.name, b.name)


def resolve(mention: Named, candidates: Sequence[Known], *, of_speaker: str = "") -> Resolution | None:
    """The candidate that a name means; None if none fits, or if two fit alike, which would be a guess.

    `of_speaker` is the person who used the name, if known: their own longer name is theirs.
    """
    found = [(other, match) for other in candidates if (match := same(mention, other))]
    if not found:
        return None
    order = list(Method)
    found.sort(key=lambda pair: (order.index(pair[1].method), -pair[1].score))
    best, match = found[0]
    if len(found) > 1 and found[1][1] == match and found[1][0].uri != best.uri:
        return None
    if match.method is Method.PARTIAL and (
        _is_contested(mention, best, candidates) or _is_somebody_else(mention, best, of_speaker)
    ):
        return None
    return Resolution(best.uri, match.method, match.score)


def _same_person(a: str, b: str) -> Match | None:
    mine, others = _person_words(a), _person_words(b)
    if not mine or not others:
        return None
    if mine == others or _is_part(mine, others) or _is_part(others, mine):
        return Match(Method.PARTIAL, PARTIAL_SCORE)
    if len(mine) > 1 and len(others) > 1 and mine[0] == others[0]:
        return _spelled_alike(mine, others)
    return None


def _same_thing(a: str, b: str) -> Match | None:
    mine, others = _thing_words(a), _thing_words(b)
    joined, other = "".join(mine), "".join(others)
    if joined == other:
        return Match(Method.FUZZY, 1.0)
    if min(len(joined), len(other)) <= LONGEST_EXACT:
        return None
    return _spelled_alike(mine, others)


def _spelled_alike(mine: Sequence[str], others: Sequence[str]) -> Match | None:
    ratio = max(fuzz.ratio("".join(mine), "".join(others)), fuzz.token_sort_ratio(" ".join(mine), " ".join(others)))
    if ratio < FUZZY_AT or not _are_paired(mine, others):
        return None
    return Match(Method.FUZZY, round(ratio / 100, 4))


def _are_paired(mine: Sequence[str], others: Sequence[str]) -> bool:
    """Whether every word has a match; names with different numbers of words are compared as wholes."""
    if len(mine) != len(others):
        return fuzz.ratio("".join(mine), "".join(others)) >= FUZZY_AT and not set(mine) & set(others)
    return all(fuzz.ratio(x, y) >= TOKEN_AT for x, y in zip(sorted(mine), sorted(others), strict=True))


def _is_part(short: Sequence[str], full: Sequence[str]) -> bool:
    """Whether `short` omits or abbreviates words of `full`: Ayşe, A. Yılmaz, Yılmaz of Ayşe Yılmaz."""
    if len(short) > len(full) or not any(len(word) > 1 for word in short):
        return False
    if len(short) == len(full):
        pairs = list(zip(short, full, strict=True))
        return all(x == y or (len(x) == 1 and y.startswith(x)) for x, y in pairs)
    return short[0] in {full[0], full[-1]} if len(short) == 1 else short[0] == full[0] and short[-1] == full[-1]


def _is_contested(mention: Named, best: Known, candidates: Sequence[Known]) -> bool:
    """Whether another person fits a partial name as well."""
    for other in candidates:
        if other.uri in {best.uri, mention.uri}:
            continue
        claim = same(best, other)
        if claim is not None and claim.method is Method.PARTIAL:
            return True
    return False


def _is_somebody_else(mention: Named, best: Known, of_speaker: str) -> bool:
    """Whether the person of the shorter name is known to be another.

    Such a person has another surname, or speaks in the conversation: people who know somebody do not suddenly use a
    longer name.
    """
    mine, others = _person_words(mention.name), _person_words(best.name)
    if any(_are_apart(mine, _person_words(name)) for name in best.merged):
        return True
    return best.speaks and len(mine) > len(others) and slug(of_speaker) != slug(best.name)


def _are_apart(mine: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two full names are of two people."""
    if len(mine) < 2 or len(others) < 2 or _is_part(mine, others) or _is_part(others, mine):
        return False
    return mine[0] != others[0] or _spelled_alike(mine, others) is None


def _kind(named: Named) -> str:
    return named.uri.removeprefix("entity://").partition("/")[0]


def _symbols(name: str) -> list[str]:
    """C, C++ and C# have one slug; the signs keep them apart."""
    return _SYMBOLS.findall(name)


def _person_words(name: str) -> tuple[str, ...]:
    return tuple(word for word in slug(name).split("-") if word not in _TITLES)


def _thing_words(name: str) -> tuple[str, ...]:
    words = tuple(slug(name).split("-"))
    return tuple(word for word in words if word not in _LEGAL_FORMS) or words
