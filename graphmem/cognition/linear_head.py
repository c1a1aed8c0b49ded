"""A linear head: standardised and clipped features, then multinomial logistic regression."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.logistic import Logistic

Row = NDArray[np.float64]

CLIP = 4.0
"""Standard deviations from its mean at which a feature is clipped."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearHead:
    """A learned head. `mean` and `scale` standardise a row of features."""

    learned: Logistic
    mean: Row
    scale: Row

    def probabilities(self, row: Row) -> dict[str, float]:
        """The probability of each label."""
        said = self.learned.probabilities(standardised(row, self.mean, self.scale)[None, :])[0]
        return dict(zip(self.learned.labels, said.tolist(), strict=True))


def standardised(rows: Row, mean: Row, scale: Row) -> Row:
    """Features in standard deviations from the mean, clipped."""
    found: Row = np.clip((rows - mean) / scale, -CLIP, CLIP)
    return found
