"""A linear judge of pairs of texts: the gate's action on the newer one, or the relation of both.

It sees only how the texts differ (Reimers and Gurevych, Sentence-BERT, 2019, §3, for |u − v| and u · v): marks of their
words by name, the alignment of their tokens, and the differences of their vectors. Each is standardised, clipped, and
weighted by multinomial logistic regression.
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
"""The gate's label of a text that repeats an older one."""

_TINY = 1e-12  # so that a second head that is sure of SAME alone divides by nothing


class Tokens(Protocol):
    """A text as read by its encoder."""

    @property
    def ids(self) -> NDArray[np.int32]: ...

    @property
    def rows(self) -> NDArray[np.float16]: ...

    @property
    def vector(self) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Rarity:
    """Rarity of tokens in the examples' texts: ln(texts / texts with it); unseen ones are rarest."""

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
    """The features of a pair: the marks by name in order, and the weights and thresholds of tokens."""

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
        """Number of features that are marks or alignment, before those of the vectors."""
        return len(self.marks) + len(alignment.NAMES)


@dataclass(frozen=True, slots=True, eq=False)
class GateHead:
    """The gate's labels by two heads: whether a newer text repeats an older one, and what else it does.

    The second need not learn from every line: statements are ended in so many ways that lines of a further kind blur
    it, while they teach the first what a repetition looks like.
    """

    same: LinearHead
    other: LinearHead

    def probabilities(self, row: Row) -> dict[str, float]:
        """The probability of each label: SAME by the first head, the rest shared out by the second."""
        said, rest = self.same.probabilities(row)[SAME], self.other.probabilities(row)
        without = max(sum(share for label, share in rest.items() if label != SAME), _TINY)
        return {label: said if label == SAME else share * (1.0 - said) / without for label, share in rest.items()}
