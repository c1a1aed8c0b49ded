"""Multinomial logistic regression: p(label | x) is proportional to exp(x · w + b) of the label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """A fitted model. `weights` has a row per feature and a column per label."""

    labels: tuple[str, ...]
    weights: Matrix
    bias: Matrix

    def probabilities(self, rows: Matrix) -> Matrix:
        """One row of probabilities, by label, for each row of features."""
        return softmax(rows @ self.weights + self.bias)


def softmax(scores: Matrix) -> Matrix:
    """Shares of e to the scores, along the last axis."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Matrix = powers / powers.sum(axis=-1, keepdims=True)
    return found
