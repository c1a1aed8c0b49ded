"""Selection of the statements that say most in a budget of tokens: by weight and new content per token.

A greedy choice for a submodular value under a budget (Lin and Bilmes, A class of submodular functions for document
summarization, ACL 2011): the weight of a statement times the share of its words' idf that is new, divided by its cost
to a power. People ask about numbers, days and names, so these weigh most: of the evidence of questions to LoCoMo's
speakers, statements chosen by importance hold a third in as many tokens (`python -m tests.evals digests`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

COST_POWER = 0.25
"""Power of a line's cost: with 1, the shortest statements push out informative ones."""

OUTSIDE = 0.6
"""Factor for statements of a document, a tool or a feed alone."""

A_SOURCE_MORE = 0.1
"""Gain for each further turn that says it, five at most."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement: its weight, its line's cost, its group heading's cost (if it is first), and its words."""

    id: str
    weight: float
    cost: int
    words: Collection[str]
    group: Hashable = None
    heading: int = 0


def weight(*, specifics: int, support: int, outside: bool) -> float:
    """Return the weight of a statement with so many numbers, days and names and so many turns.

    `outside`: only a program says it.
    """
    repetition = 1.0 + A_SOURCE_MORE * min(max(support - 1, 0), 5)
    return (1 + specifics) * repetition * (OUTSIDE if outside else 1.0)


def chosen(statements: Sequence[Statement], *, budget: int, most: int | None = None) -> list[str]:
    """Return the ids of the statements that fit into the budget, `most` at most, best first."""
    frequency = Counter(word for one in statements for word in one.words)
    idf = {word: math.log((1 + len(statements)) / count) for word, count in frequency.items()}
    whole = {one.id: sum(idf[word] for word in one.words) for one in statements}
    left, taken = [one for one in statements if whole[one.id] > 0], list[str]()
    used, groups = set[str](), set[Hashable]()

    def cost(one: Statement) -> int:
        return one.cost + (0 if one.group in groups else one.heading)

    def gain(one: Statement) -> float:
        new = sum(idf[word] for word in one.words if word not in used)
        return float(one.weight * new / whole[one.id] / max(cost(one), 1) ** COST_POWER)

    while (most is None or len(taken) < most) and (left := [one for one in left if cost(one) <= budget]):
        gains = {one.id: gain(one) for one in left}
        best = min(left, key=lambda one: (-gains[one.id], one.id))
        if gains[best.id] <= 0:
            break
        budget -= cost(best)
        taken.append(best.id)
        used |= set(best.words)
        groups.add(best.group)
        left.remove(best)
    return taken
