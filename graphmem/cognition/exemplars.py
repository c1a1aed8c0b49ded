"""What labelled examples say of something new: regularised least squares over marks of wording, or over vectors.

Each label has a linear function that is near 1 on its own examples and near −1/(labels − 1) on the others (Rifkin, Yeo
and Poggio, Regularized least-squares classification, 2003), W = Xᵀ(XXᵀ + λI)⁻¹Y. Marks are weighed
(1 + ln count) · ln(examples / examples with it) and scaled to unit length (Salton and Buckley, 1988).

It took the place of a vote of the nearest examples, which was right less often on the same vectors.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RIDGE = 0.5
"""λ: how little a single example may pull."""
MEANING_RIDGE = 3.0
"""The same for vectors, of which a text has only one."""
SEEN = 2
"""Examples a mark has to be in; what only one of them says tells nothing about others."""

AT_ONCE = 1_000
"""Marks whose values stand in memory at once while learning."""

Marks = Mapping[str, int]
"""How often each mark occurs."""

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Learned:
    """What was learned from examples; `learn` makes it. `weights` has a row per mark and a column per label."""

    labels: tuple[str, ...]
    places: Mapping[str, int]
    rarity: Matrix
    weights: Matrix

    def votes(self, marks: Marks) -> dict[str, float]:
        """How much the examples of each label speak for it: about 1 for, 0 or below against; {} of unknown marks."""
        found = self._weighed(marks)
        if found is None:
            return {}
        places, values = found
        return dict(zip(self.labels, (values @ self.weights[places]).astype(float).tolist(), strict=True))

    def telling(self, marks: Marks, label: str, most: int = 3) -> tuple[str, ...]:
        """The marks that speak most for a label, the strongest first; none that speak against it."""
        found = self._weighed(marks)
        if found is None:
            return ()
        places, values = found
        spoken = values * self.weights[places, self.labels.index(label)]
        known = [mark for mark in marks if mark in self.places]
        return tuple(known[place] for place in np.argsort(-spoken, kind="stable")[:most].tolist() if spoken[place] > 0)

    def _weighed(self, marks: Marks) -> tuple[NDArray[np.int64], Matrix] | None:
        known = [pair for pair in zip(map(self.places.get, marks), marks.values(), strict=True) if pair[0] is not None]
        if not known:
            return None
        places = np.array([place for place, _ in known])
        counts = np.array([count for _, count in known], np.float32)
        values = (1 + np.log(counts)) * self.rarity[places]
        length = float(np.linalg.norm(values))
        return places, values / length if length else values


def learn(examples: Sequence[tuple[str, Marks]], *, ridge: float = RIDGE) -> Learned:
    """Learn from (label, marks) pairs. Deterministic; a second for two thousand. Raises ValueError without any."""
    if not examples:
        raise ValueError("there is nothing to learn from")
    carriers = Counter(mark for _, marks in examples for mark in marks)
    kept = [mark for mark, count in carriers.items() if count >= min(SEEN, len(examples))]
    labels = tuple(sorted({label for label, _ in examples}))
    rarity = np.array([math.log(len(examples) / carriers[mark]) for mark in kept], np.float32)
    blank = Learned(
        labels,
        {mark: place for place, mark in enumerate(kept)},
        rarity,
        np.zeros((len(kept), len(labels)), np.float32),
    )
    found = [blank._weighed(marks) for _, marks in examples]
    blocks = range(0, max(1, len(kept)), AT_ONCE)
    alike = ridge * np.eye(len(examples), dtype=np.float32)
    for start in blocks:
        rows = _rows(found, start)
        alike += rows @ rows.T
    dual = np.linalg.solve(alike, _wanted([label for label, _ in examples], labels))
    weights = np.concatenate([_rows(found, start)[:, : len(kept) - start].T @ dual for start in blocks])
    return Learned(labels, blank.places, rarity, weights.astype(np.float32))


def _rows(found: Sequence[tuple[NDArray[np.int64], Matrix] | None], start: int) -> Matrix:
    """The values of the marks from `start` on, a row per example: all of them would take a hundred megabytes."""
    rows = np.zeros((len(found), AT_ONCE), np.float32)
    for row, one in zip(rows, found, strict=True):
        if one is not None:
            places, values = one
            here = (places >= start) & (places < start + AT_ONCE)
            row[places[here] - start] = values[here]
    return rows


@dataclass(frozen=True, slots=True)
class Meaning:
    """What was learned from the vectors of examples; `learn_meaning` makes it.

    `accuracy` is the share of examples, 0–1, that the others get right: whether the embedder knows the language at all.
    """

    labels: tuple[str, ...]
    accuracy: float
    mean: Matrix
    weights: Matrix

    def votes(self, vector: Matrix) -> dict[str, float]:
        """How much the examples of each label speak for it: about 1 for, 0 or below against."""
        found = (vector - self.mean) @ self.weights
        return dict(zip(self.labels, found.astype(float).tolist(), strict=True))


def learn_meaning(vectors: Matrix, labels: Sequence[str], *, ridge: float = MEANING_RIDGE) -> Meaning:
    """Learn from vectors of unit length, shape (examples, dimensions), and their labels. Half a second for a thousand.

    The accuracy is that of leaving each example out, which least squares gives in closed form: what is left of example
    i is (K⁻¹Y)ᵢ / (K⁻¹)ᵢᵢ, K = XXᵀ + λI (Rifkin and Lippert, Notes on regularized least squares, 2007).
    """
    if not labels or len(labels) != len(vectors):
        raise ValueError(f"{len(labels)} labels for {len(vectors)} vectors")
    names = tuple(sorted(set(labels)))
    wanted = _wanted(labels, names).astype(np.float64)
    mean = vectors.mean(axis=0)
    rows = (vectors - mean).astype(np.float64)
    inverse = np.linalg.inv(rows @ rows.T + ridge * np.eye(len(rows)))
    dual = inverse @ wanted
    without = wanted - dual / np.diag(inverse)[:, None]
    right = sum(names[place] == label for place, label in zip(without.argmax(axis=1).tolist(), labels, strict=True))
    return Meaning(names, right / len(labels), mean.astype(np.float32), (rows.T @ dual).astype(np.float32))


def _wanted(labels: Sequence[str], names: Sequence[str]) -> Matrix:
    """1 for an example's own label, −1/(labels − 1) for the others."""
    wanted = np.full((len(labels), len(names)), -1 / max(1, len(names) - 1), np.float32)
    for row, label in zip(wanted, labels, strict=True):
        row[names.index(label)] = 1.0
    return wanted
