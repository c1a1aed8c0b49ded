"""Plausible objects of predicates: nobody owns a deadline; liking "the color" means one at hand.

A fact is kept for good and may close another, so doubtful ones are left out; the memory has their words all the same.
"""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.entity import EntityType, Statement

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_OF = re.compile(r"\s(?:of|for|with|in|at|on|from|to|about)\s.*")
_PARTICLE = re.compile(r"(?:up|down|out|off|over|around|back|away|into|through|it)")
_NAMED = frozenset({EntityType.PLACE, EntityType.ORG, EntityType.PERSON, EntityType.TECH})
_POSSESSED = re.compile(r"['’]s\s+[a-z]|['’]s\s+\w+\s+[a-z]")
_LIKING = frozenset({"likes", "dislikes", "prefers"})
_OWNING = frozenset({"owns", "collects", "made"})


def plausible(fact: Statement) -> bool:
    """Whether the object of a fact can belong to its predicate, as far as words tell."""
    name = fact.object.name
    words = [fold(word) for word in _WORD.findall(name)]
    if not words or words[0] in _listed("pointing") or words[-1] in _listed("pointing"):
        return False
    if words[0] in _listed("opening") and not name[:1].isupper():
        return False
    if fact.predicate in _OWNING:
        heads = _WORD.findall(fold(_OF.sub("", name)))
        return not _listed("owned") & {words[0], *heads[-1:]}
    if fact.predicate == "works_at" and words[-1] in _listed("left"):
        return False
    if fact.object.type in _NAMED and _POSSESSED.search(name):
        return False
    return fact.predicate not in _LIKING or _is_likeable(fact, words)


def _is_likeable(fact: Statement, words: list[str]) -> bool:
    """Whether something is liked in general, not one thing at hand or the bare act of "making"."""
    rest = [word for word in words[1:] if not _PARTICLE.fullmatch(word)]
    if words[0] in _listed("doing") and not rest:
        return False
    at_hand = re.search(
        rf"(?:lov|lik|enjoy|ador|hat)\w*\s+(?:all\s+)?(?:the|this|that|these|those|his|her|your|its)\s+(?:\w+\s+and\s+)?"
        rf"{re.escape(fact.object.name)}(?!\w)(?!\s+of\b)",
        fact.text or "",
        re.IGNORECASE,
    )
    and_too = re.search(
        rf"(?:the|this|that|his|her|your|its)\s+[\w -]{{2,30}}\s+and\s+{re.escape(fact.object.name)}(?!\w)",
        fact.text or "",
    )
    return (at_hand is None and and_too is None) or words[-1] in _listed("only") or fact.object.name[:1].isupper()


@cache
def _listed(kind: str) -> frozenset[str]:
    rows = (line.partition(":") for line in lines("statements_implausible"))
    return frozenset(
        fold(word.replace("_", " ")) for named, _, listed in rows if named == kind for word in listed.split()
    )
