"""The category of a message from phrases: scores per category, the highest wins.

A category's score is its base confidence, changed by its most telling phrase, plus a bonus for each further phrase,
capped at 1. Ties go to the category that stands first in `BASE`. Questions state nothing, so they are left out.

Phrases know what people say on purpose ("we decided"). What they only do ("ok, the blue ones it is") the learned heads
know, which take these scores as marks (`graphmem.language.marks`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from graphmem.language.observer.clauses import content_words, stated
from graphmem.language.observer.instructions import standing_instruction
from graphmem.language.observer.patterns import Force, possible
from graphmem.model.category import Category
from graphmem.model.entity import Mention
from graphmem.model.language import Language

BASE: Mapping[Category, float] = {
    Category.CORRECTION: 0.40,
    Category.DECISION: 0.35,
    Category.PREFERENCE: 0.30,
    Category.POLICY: 0.35,
    Category.PITFALL: 0.30,
    Category.WORKFLOW: 0.30,
    Category.ARCHITECTURE: 0.30,
    Category.PLAN: 0.30,
    Category.EPISODE: 0.30,
    Category.ENTITY: 0.30,
    Category.FACT: 0.25,
    Category.OTHER: 0.10,
}
"""Confidence of one ordinary phrase, in the order that settles ties."""
_FORCE = {Force.DECISIVE: 0.30, Force.STRONG: 0.10, Force.ORDINARY: 0.0, Force.WEAK: -0.15}
_FURTHER = 0.08
"""Added per further phrase."""
_FURTHER_FACT = 0.02
"""Facts carry many small marks (numbers, units, places) that should not outweigh what a statement declares."""
_FURTHER_WEAK = 0.02
_RICH = 2
"""Entities from which a message that no phrase explains is about them."""
_TELLING = 3
"""Content words from which a statement that no phrase explains is taken for a fact."""
_SHOWN = 40
_READ = 1_500
"""Characters that tell what a message is; the rest of a long one is not read."""


@dataclass(frozen=True, slots=True)
class Classification:
    """The category, its confidence 0–1, every category's score, and the words that spoke for the winner.

    `explicit` says that an ordinary or strong phrase did, so that the message declares what it is; `firm` that a
    decisive one did.
    """

    category: Category
    confidence: float
    scores: Mapping[Category, float] = field(default_factory=dict)
    signals: tuple[str, ...] = ()
    explicit: bool = False
    firm: bool = False


@dataclass(slots=True)
class _Tally:
    best: float = -1.0
    further: int = -1
    weak: int = 0
    signals: list[str] = field(default_factory=list)
    explicit: bool = False
    firm: bool = False

    def add(self, words: str, force: Force) -> None:
        self.best = max(self.best, _FORCE[force])
        if force is Force.WEAK:
            self.weak += 1
        else:
            self.further += 1
            self.explicit = True
            self.firm |= force is Force.DECISIVE
        self.signals.append(words.strip(" ,.;:!")[:_SHOWN])


def classify(
    text: str,
    language: Language,
    entities: Sequence[Mention],
    *,
    reported: bool = False,
) -> Classification:
    """What kind of statement a message is. What is only `reported` is no rule."""
    spoken = stated(text[:_READ], language)
    tallies = _tallies(spoken, language)
    scores = _scores(tallies, entities)
    if not scores:
        says_something = content_words(spoken, language) >= _TELLING
        default = Category.FACT if says_something else Category.OTHER
        return Classification(default, BASE[Category.OTHER])
    if any(tally.firm for tally in tallies.values()):
        scores.pop(Category.OTHER, None)
    order = list(BASE)
    winner = max(scores, key=lambda category: (round(scores[category], 6), -order.index(category)))
    if reported and winner is Category.POLICY:
        # What is next best was never meant: a rule that others claim is no pitfall either.
        winner, scores = Category.FACT, {Category.FACT: BASE[Category.FACT]}
    tally = tallies.get(winner, _Tally())
    bounded = {category: min(1.0, max(0.0, score)) for category, score in scores.items()}
    return Classification(winner, bounded[winner], bounded, tuple(tally.signals), tally.explicit, tally.firm)


def _scores(tallies: Mapping[Category, _Tally], entities: Sequence[Mention]) -> dict[Category, float]:
    scores = {category: _score(category, tally) for category, tally in tallies.items()}
    if max(scores.values(), default=0.0) < BASE[Category.FACT] and _is_rich(entities):
        scores[Category.ENTITY] = BASE[Category.ENTITY]
    if scores and not any(tally.explicit for tally in tallies.values()):
        _settle_weak(scores)
    return scores


def _is_rich(entities: Sequence[Mention]) -> bool:
    return len(entities) >= _RICH and len({mention.uri for mention in entities}) >= _RICH


def _settle_weak(scores: dict[Category, float]) -> None:
    """A topic alone ("website", "sister") makes no category: what states no more than that is a fact or an event."""
    best = max(scores.values())
    if scores.get(Category.EPISODE, 0.0) < best and scores.get(Category.ENTITY, 0.0) < BASE[Category.ENTITY]:
        scores[Category.FACT] = best + _FURTHER_WEAK


@lru_cache(maxsize=16)
def _tallies(spoken: str, language: Language) -> Mapping[Category, _Tally]:
    tallies: dict[Category, _Tally] = {}
    for phrase in possible(f"{language.value}/observer_signals", spoken):
        match = phrase.pattern.search(spoken)
        if match:
            tallies.setdefault(Category(phrase.section), _Tally()).add(match[0], phrase.force)
    if told := standing_instruction(spoken, language):
        tallies.setdefault(Category.POLICY, _Tally()).add(told, Force.DECISIVE)
    return tallies


def _score(category: Category, tally: _Tally) -> float:
    each = _FURTHER_FACT if category is Category.FACT else _FURTHER
    bonus = each * max(0, tally.further) + _FURTHER_WEAK * tally.weak
    return min(1.0, max(0.0, BASE[category] + tally.best + bonus))
