"""Multinomial logistic regression with a quadratic penalty, fitted by L-BFGS (Liu and Nocedal, Mathematical Programming
45, 1989), so that neither training nor serving needs more than numpy.

p(label | x) is proportional to exp(x · w + b) of the label; what is minimised is the mean of −log p, weighted so that
each label counts the same, plus ½ Σ ridge · w². Deterministic: it begins at zero and draws nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

STEPS = 400
REMEMBERED = 10
"""Steps whose changes of the gradient tell the curvature."""
ENOUGH = 1e-7
"""Share of the loss by which a step has to improve it, else the fit is over."""

_SHORTEST = 1e-8
_SUFFICIENT = 1e-4
"""Of the decrease that the slope promises, what a step must keep (Armijo, 1966)."""


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """What was fitted. `weights` has a row per feature and a column per label."""

    labels: tuple[str, ...]
    weights: Matrix
    bias: Matrix

    def probabilities(self, rows: Matrix) -> Matrix:
        """One row of probabilities, by label, for each row of features."""
        return _softmax(rows @ self.weights + self.bias)


def fit(
    rows: Matrix, labels: Sequence[str], ridge: Matrix, names: Sequence[str] | None = None, *, balanced: bool = True
) -> Logistic:
    """Fit to `rows`, shape (examples, features), standardised by the caller; `ridge` has one value per feature.

    `names` are the labels in the order of the columns; `balanced` False counts each row, not each label, the same.
    Raises ValueError without examples.
    """
    if not len(labels) or len(labels) != len(rows):
        raise ValueError(f"{len(labels)} labels for {len(rows)} rows")
    named = tuple(names or sorted(set(labels)))
    problem = _Problem(rows.astype(np.float64), [named.index(label) for label in labels], len(named), ridge, balanced)
    found = _minimised(problem)
    split = problem.features * len(named)
    return Logistic(named, found[:split].reshape(problem.features, len(named)), found[split:])


class _Problem:
    """The loss and its gradient at a point: all weights, then the biases."""

    def __init__(self, rows: Matrix, places: Sequence[int], labels: int, ridge: Matrix, balanced: bool) -> None:
        self._rows = rows
        self._wanted = np.eye(labels)[np.asarray(places)]
        counts = np.maximum(self._wanted.sum(axis=0), 1) if balanced else np.ones(labels)
        share = (self._wanted / counts).sum(axis=1)
        self._share = (share / share.sum())[:, None]
        self._ridge = ridge.reshape(-1, 1)
        self.features, self.labels = rows.shape[1], labels

    def start(self) -> Matrix:
        return np.zeros((self.features + 1) * self.labels)

    def at(self, point: Matrix) -> tuple[float, Matrix]:
        split = self.features * self.labels
        weights = point[:split].reshape(self.features, self.labels)
        said = _softmax(self._rows @ weights + point[split:])
        loss = -float((self._share * self._wanted * np.log(np.maximum(said, 1e-300))).sum())
        loss += 0.5 * float((self._ridge * weights * weights).sum())
        off = (said - self._wanted) * self._share
        gradient = self._rows.T @ off + self._ridge * weights
        return loss, np.concatenate([gradient.ravel(), off.sum(axis=0)])


def _minimised(problem: _Problem) -> Matrix:
    point = problem.start()
    loss, slope = problem.at(point)
    changes: list[tuple[Matrix, Matrix]] = []
    for _ in range(STEPS):
        direction = _direction(slope, changes)
        step = 1.0 if changes else min(1.0, 1.0 / max(float(np.abs(slope).sum()), _SHORTEST))
        promised = float(slope @ direction)
        while True:
            tried = point - step * direction
            found, there = problem.at(tried)
            if found <= loss - _SUFFICIENT * step * promised or step < _SHORTEST:
                break
            step /= 2
        moved, turned = tried - point, there - slope
        if float(moved @ turned) > 0:
            changes = [*changes[1 - REMEMBERED :], (moved, turned)]
        is_over = abs(loss - found) <= ENOUGH * max(1.0, abs(loss))
        point, loss, slope = tried, found, there
        if is_over:
            break
    return point


def _direction(slope: Matrix, changes: Sequence[tuple[Matrix, Matrix]]) -> Matrix:
    """The gradient times an estimate of the inverse Hessian, by two loops over what changed."""
    found = slope.copy()
    taken: list[float] = []
    for moved, turned in reversed(changes):
        part = float(moved @ found) / float(turned @ moved)
        found -= part * turned
        taken.append(part)
    if changes:
        moved, turned = changes[-1]
        found *= float(moved @ turned) / float(turned @ turned)
    for (moved, turned), part in zip(changes, reversed(taken), strict=True):
        found += moved * (part - float(turned @ found) / float(turned @ moved))
    return found


def _softmax(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Matrix = powers / powers.sum(axis=-1, keepdims=True)
    return found
