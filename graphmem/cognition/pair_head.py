"""A linear judge of pairs of texts: what becomes of the newer one beside the older, or how the two relate.

It sees how the texts differ and never one of them alone (Reimers and Gurevych, Sentence-BERT, 2019, §3, for |u − v| and
u · v): marks of their words by name, how their tokens meet, and the differences of their vectors. Each is standardised,
clipped, and weighed by multinomial logistic regression.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition import alignment
from graphmem.cognition.linear_head import LinearHead, Row

SAME = "reinforce"
"""The gate's label of a text that says what an older one says."""

_TINY = 1e-12  # so that a second head that is sure of SAME alone divides by nothing


class Tokens(Protocol):
    """A text as its encoder read it."""

    @property
    def ids(self) -> NDArray[np.int32]: ...

    @property
    def rows(self) -> NDArray[np.float16]: ...

    @property
    def vector(self) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Rarity:
    """How much each token tells, from the texts of the examples: ln(texts / texts with it); unseen ones tell most."""

    ids: NDArray[np.int32]
    values: NDArray[np.float32]
    unseen: float

    def of(self, ids: NDArray[np.int32]) -> NDArray[np.float32]:
        """The weight of each token."""
        places = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        found: NDArray[np.float32] = np.where(self.ids[places] == ids, self.values[places], np.float32(self.unseen))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """How a pair becomes a row of numbers: the marks by name in their order, and how tokens are weighed and counted."""

    marks: tuple[str, ...]
    rarity: Rarity
    levels: NDArray[np.float32]

    def of(self, marks: Mapping[str, float], old: Tokens, new: Tokens) -> Row:
        """One row: the marks, the alignment, |u − v|, u · v."""
        u, v = old.vector.astype(np.float64), new.vector.astype(np.float64)
        met = alignment.features(
            old.ids,
            old.rows.astype(np.float32),
            new.ids,
            new.rows.astype(np.float32),
            float(u @ v),
            (self.rarity.of(old.ids), self.rarity.of(new.ids)),
            self.levels,
        )
        return np.concatenate([[marks[name] for name in self.marks], met, np.abs(u - v), u * v])

    @property
    def dense(self) -> int:
        """How many of the features are marks or alignment, before those of the vectors."""
        return len(self.marks) + len(alignment.NAMES)


@dataclass(frozen=True, slots=True, eq=False)
class GateHead:
    """What becomes of a newer text beside an older one, by two heads: whether it says the same, and what else it does.

    The second need not learn from every line: what ends a statement is told in so many ways that lines of a further
    kind blur it, while they teach the first what saying the same looks like.
    """

    same: LinearHead
    other: LinearHead

    def probabilities(self, row: Row) -> dict[str, float]:
        """The probability of each label: of SAME by the first head, what is left shared out as the second does."""
        said, rest = self.same.probabilities(row)[SAME], self.other.probabilities(row)
        without = max(sum(share for label, share in rest.items() if label != SAME), _TINY)
        return {label: said if label == SAME else share * (1.0 - said) / without for label, share in rest.items()}
