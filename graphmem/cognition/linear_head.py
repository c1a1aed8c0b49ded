"""A linear judge of rows of numbers: each feature standardised and clipped, then multinomial logistic regression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.logistic import Logistic, fit

Row = NDArray[np.float64]

CLIP = 4.0
"""Standard deviations from its mean that a feature counts at the most."""

TEMPERATURES = tuple(round(0.5 + 0.05 * step, 2) for step in range(51))
"""What the scores of a head may be divided by, 0.5 to 3, so that its probabilities are shares (Guo et al., On
calibration of modern neural networks, 2017)."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearHead:
    """What was learned of one question. `mean` and `scale` standardise a row of features."""

    learned: Logistic
    mean: Row
    scale: Row

    def probabilities(self, row: Row) -> dict[str, float]:
        """The probability of each label."""
        said = self.learned.probabilities(standardised(row, self.mean, self.scale)[None, :])[0]
        return dict(zip(self.learned.labels, said.tolist(), strict=True))

    def cooled(self, temperature: float) -> LinearHead:
        """The same with its scores divided by a temperature: above 1 it is less sure of the same verdicts."""
        learned = Logistic(self.learned.labels, self.learned.weights / temperature, self.learned.bias / temperature)
        return LinearHead(learned, self.mean, self.scale)


def standardised(rows: Row, mean: Row, scale: Row) -> Row:
    """In standard deviations from the mean, clipped."""
    found: Row = np.clip((rows - mean) / scale, -CLIP, CLIP)
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
