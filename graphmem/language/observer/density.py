"""How much a message says: entities, facts, times and corrections; too little makes no memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.language.observer.classification import BASE, Classification, classify
from graphmem.language.observer.clauses import assertions, content_words, stated
from graphmem.language.observer.patterns import any_of, plain, possible
from graphmem.model.category import Category
from graphmem.model.entity import Mention
from graphmem.model.language import Language

ENOUGH = 2
"""The score from which a message may become memories."""
_UNDECLARED = frozenset({Category.OTHER, Category.CORRECTION})
"""Categories whose phrases are no class signal of their own; corrections have a part for themselves."""

_ORDERED = frozenset({Category.PREFERENCE, Category.POLICY, Category.PITFALL, Category.WORKFLOW, Category.FACT})
"""What people also state as a request ("keep answers short, please") or in one word ("Vejetaryenim")."""
_DETAILED = 4
"""Content words from which a clause states more than one thing: "Loud restaurants ruin the evening for me"."""
_PLAINLY = 0.09
"""Confidence above a category's base from which a request states a standing wish."""


@dataclass(frozen=True, slots=True)
class Density:
    """Counts of unique things in what the message states; a message that only asks or acknowledges has none.

    Each clause that asserts something is a fact; a clause full of content words is one more.
    """

    entities: int
    facts: int
    times: int
    corrections: int
    declared: int
    """1 when phrases say outright what kind of statement it is."""

    @property
    def score(self) -> int:
        """The sum of all parts."""
        return self.entities + self.facts + self.times + self.corrections + self.declared

    @property
    def enough(self) -> bool:
        """Whether the message says enough to be remembered."""
        return self.score >= ENOUGH


def density(
    text: str,
    language: Language,
    entities: Sequence[Mention],
    classification: Classification | None = None,
) -> Density:
    """The information density of a message; `classification` spares classifying it again."""
    kind = classification or classify(text, language, entities)
    declared = kind.explicit and kind.category not in _UNDECLARED
    corrected = kind.explicit and kind.category is Category.CORRECTION
    counted = counts(text, language, entities)
    facts = counted.facts
    if not facts and kind.category in _ORDERED and kind.confidence >= BASE[kind.category] + _PLAINLY:
        facts = ENOUGH - int(declared)
    if not facts:
        return Density(0, 0, 0, 0, 0)
    return replace(counted, facts=facts, corrections=int(corrected), declared=int(declared))


def counts(text: str, language: Language, entities: Sequence[Mention]) -> Density:
    """The density without what phrases declare, at a third of the cost; enough when this is."""
    said = stated(text, language)
    clauses = assertions(text, language)
    return Density(
        entities=sum(1 for name in {plain(mention.name) for mention in entities} if name in said),
        facts=len(clauses) + any(content_words(clause, language) >= _DETAILED for clause in clauses),
        times=len(times(said, language)),
        corrections=0,
        declared=0,
    )


def times(said: str, language: Language) -> set[str]:
    """The words of a folded text that place it in time."""
    name = f"{language.value}/observer_times"
    return {match[0] for match in any_of(name).finditer(said)} if any(possible(name, said)) else set()
