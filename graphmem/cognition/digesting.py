"""Which statements say most in a budget of tokens: by worth a token, each for what the others have not said yet.

A greedy choice for a submodular worth under a budget (Lin and Bilmes, A class of submodular functions for document
summarization, ACL 2011): the weight of a statement times the share of its words' idf that is new, divided by the tokens
of its line to a power.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

COST_POWER = 0.5
"""Of a line's tokens: with 1 the shortest statements push out those that say something."""

OUTSIDE = 0.6
"""What only a document, a tool or a feed says, beside what people say; as in summaries."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement: how many numbers, dates and names it states, whether nobody but a program says it, the tokens of its
    line, those of the heading of its group where it is the group's first, and its words."""

    id: str
    specifics: int
    outside: bool
    tokens: int
    heading: int
    group: Hashable
    words: Collection[str]


def chosen(statements: Sequence[Statement], *, budget: int) -> list[str]:
    """Ids of the statements that fit into `budget` tokens, best first."""
    known = Counter(word for one in statements for word in one.words)
    idf = {word: math.log((1 + len(statements)) / count) for word, count in known.items()}
    left, taken = list(statements), list[str]()
    said, groups = set[str](), set[Hashable]()

    def cost(one: Statement) -> int:
        return one.tokens + (0 if one.group in groups else one.heading)

    def gain(one: Statement) -> float:
        told = sum(idf[word] for word in one.words)
        new = sum(idf[word] for word in one.words if word not in said)
        weight = (1 + one.specifics) * (OUTSIDE if one.outside else 1.0)
        return float(weight * new / told / cost(one) ** COST_POWER) if told else 0.0

    while left := [one for one in left if cost(one) <= budget]:
        best = max(left, key=lambda one: (gain(one), one.id))
        if gain(best) <= 0:
            break
        budget -= cost(best)
        taken.append(best.id)
        said |= set(best.words)
        groups.add(best.group)
        left.remove(best)
    return taken
