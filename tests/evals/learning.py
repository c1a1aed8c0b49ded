"""Learns heads: logistic regression by L-BFGS, and what the judges' and the confidence's heads are made of by it.

Multinomial logistic regression with a quadratic penalty, fitted by L-BFGS (Liu and Nocedal, Mathematical Programming
45, 1989). p(label | x) is proportional to exp(x · w + b) of the label. The loss is the mean of −log p, weighted so that
each label counts the same, plus ½ Σ ridge · w². Deterministic: it begins at zero and draws nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.confidence import Head
from graphmem.cognition.late_interaction import SIZE, Basis
from graphmem.cognition.linear_head import LinearHead, Row, standardised
from graphmem.cognition.logistic import Logistic, Matrix, softmax
from graphmem.cognition.pair_head import Rarity

STEPS = 400
REMEMBERED = 10
"""Steps whose changes of the gradient tell the curvature."""
ENOUGH = 1e-7
"""Share of the loss by which a step has to improve it, else the fit is over."""

_SHORTEST = 1e-8
_SUFFICIENT = 1e-4
"""Of the decrease that the slope promises, what a step must keep (Armijo, 1966)."""

TEMPERATURES = tuple(round(0.5 + 0.05 * step, 2) for step in range(51))
"""What the scores of a head may be divided by, 0.5 to 3, so that its probabilities are shares (Guo et al., On
calibration of modern neural networks, 2017)."""

DENSE_RIDGE, VECTOR_RIDGE = 0.03, 0.3
"""How little a single mark, and a single dimension of the vectors' differences, may pull."""

QUANTILES = (0.1, 0.25, 0.5, 0.7, 0.85)
"""Of the likenesses of matched tokens in the examples: the levels below which tokens are counted."""

RIDGE = 3e-4
"""How little each signal of a hit may pull: they are few beside the thousands of hits they are learned from."""

QUESTION_RIDGE = 1e-2
"""The same of a question's, which are fewer and tell much the same: with less they pull against each other, which tells
as much of the conversations left out, and too much of questions of another kind."""

NO, YES = "no", "yes"


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
        said = softmax(self._rows @ weights + point[split:])
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


def learn(
    rows: Row, labels: Sequence[str], ridge: Row, names: Sequence[str] | None = None, *, balanced: bool = True
) -> LinearHead:
    """Learn a head from rows of features; `ridge` says of each how little it may pull, `names` orders the labels.

    Not `balanced`, its probabilities are shares of rows such as these.
    """
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(scale < 1e-6, 1e9, scale)
    return LinearHead(fit(standardised(rows, mean, scale), labels, ridge, names, balanced=balanced), mean, scale)


def temperature(said: Sequence[tuple[dict[str, float], str]]) -> float:
    """The temperature by which probabilities of lines that a head did not see tell their labels best; 1 of none."""
    if not said:
        return 1.0
    names = list(said[0][0])
    logs = np.log(np.maximum([[one[name] for name in names] for one, _ in said], 1e-12))
    places = np.array([names.index(label) for _, label in said])

    def loss(heat: float) -> float:
        scores = logs / heat
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return -float(scores[np.arange(len(places)), places].mean())

    return min(TEMPERATURES, key=loss)


def cooled(head: LinearHead, heat: float) -> LinearHead:
    """The same with its scores divided by a temperature: above 1 it is less sure of the same verdicts."""
    said = head.learned
    return LinearHead(Logistic(said.labels, said.weights / heat, said.bias / heat), head.mean, head.scale)


def learn_pairs(rows: Row, labels: Sequence[str], dense: int, names: Sequence[str]) -> LinearHead:
    """Learn a head from rows of features, of which the first `dense` are marks and alignment."""
    ridge = np.full(rows.shape[1], VECTOR_RIDGE)
    ridge[:dense] = DENSE_RIDGE
    return learn(rows, labels, ridge, names)


def rarity(texts: Sequence[NDArray[np.int32]]) -> Rarity:
    """How much each token tells, from the ids of texts."""
    seen = np.concatenate([np.unique(ids) for ids in texts])
    ids, counts = np.unique(seen, return_counts=True)
    values = np.log(len(texts) / counts)
    return Rarity(ids.astype(np.int32), values.astype(np.float32), float(np.log(len(texts))))


def fitted(rows: Sequence[Mapping[str, float]], truth: Sequence[bool], ridge: float = RIDGE) -> Head:
    """A head for rows of signals; one that a row lacks counts as usual there. Raises ValueError without any row."""
    if not rows:
        raise ValueError("no rows to fit to")
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    values: NDArray[np.float64] = np.array([[row.get(name, np.nan) for name in names] for row in rows], np.float64)
    values = np.where(np.isnan(values), np.nanmean(values, axis=0), values)
    labels = [YES if so else NO for so in truth]
    head = learn(values, labels, np.full(len(names), ridge), (NO, YES), balanced=False)
    weights = head.learned.weights[:, 1] - head.learned.weights[:, 0]
    return Head(
        names,
        tuple(round(float(value), 6) for value in head.mean),
        tuple(round(float(value), 6) for value in head.scale),
        tuple(round(float(value), 6) for value in weights),
        round(float(head.learned.bias[1] - head.learned.bias[0]), 6),
    )


def cut(probabilities: Sequence[float], kept: float) -> float:
    """The probability that this share of those who should be answered reaches."""
    return float(np.quantile(np.array(probabilities, dtype=np.float64), 1 - kept))


def learn_axes(texts: Sequence[tuple[NDArray[np.int32], NDArray[np.floating]]], tag: bytes) -> Basis:
    """The axes of the ids and states of texts: the principal components of their tokens."""
    rows = np.concatenate([rows for _, rows in texts]).astype(np.float64)
    mean = rows.mean(axis=0)
    _, vectors = np.linalg.eigh((rows - mean).T @ (rows - mean))
    axes = vectors[:, ::-1][:, :SIZE]
    # An eigenvector's sign is anybody's: the largest of its numbers is positive, on every machine.
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])])
    return Basis(mean.astype(np.float32), axes.astype(np.float32), rarity([ids for ids, _ in texts]), tag)
