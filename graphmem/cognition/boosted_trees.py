"""Inference of gradient-boosted trees (Friedman, 2001): a row's leaf values add up to log odds.

In `tests/evals`, scikit-learn's HistGradientBoostingClassifier grows the trees.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class BoostedTrees:
    """A forest in one array of nodes, where each tree starts at its place in `roots`.

    `start` is the log odds before all trees. A node tests whether its `feature` is at most its `threshold`, and leads
    to `left` or `right`; a node with a negative `feature` is a leaf with a `value`. `depth` is that of the deepest
    leaf.
    """

    start: float
    depth: int
    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]

    def log_odds(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The log odds of each row of features, shape (rows, features) → (rows,)."""
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots))).copy()
        own = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            asked = self.feature[at]
            goes_left = rows[own, np.maximum(asked, 0)] <= self.threshold[at]
            at = np.where(asked < 0, at, np.where(goes_left, self.left[at], self.right[at]))
        found: NDArray[np.float32] = self.start + self.value[at].sum(axis=1)
        return found
