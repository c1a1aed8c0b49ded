"""How well probabilities tell what is so: the area under the ROC curve and the expected calibration error.

The area is that of the rank sum (Mann and Whitney, 1947): how often what is so got a higher figure than what is not.
The error is the mean distance of what was said from what was so, over bins of what was said (Naeini, Cooper and
Hauskrecht, AAAI 2015).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Truth = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Row:
    """A bin of probabilities: their mean, the share that was so, and how many there are."""

    mean: float
    share: float
    count: int


def auroc(values: Values, truth: Truth) -> float:
    """0.5 for figures that tell nothing, 1 for such that tell all; ties count half. 0.5 where all is so, or nothing."""
    positive, negative = int(truth.sum()), int((~truth).sum())
    if not positive or not negative:
        return 0.5
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = (ends - (counts - 1) / 2)[places]
    return float((ranks[truth].sum() - positive * (positive + 1) / 2) / (positive * negative))


def table(values: Values, truth: Truth, bins: int) -> list[Row]:
    """One row for each of `bins` equal parts of 0–1 that holds anything."""
    places = np.minimum((values * bins).astype(np.int64), bins - 1)
    rows = []
    for place in np.unique(places):
        mine = places == place
        rows.append(Row(float(values[mine].mean()), float(truth[mine].mean()), int(mine.sum())))
    return rows


def expected_error(values: Values, truth: Truth, bins: int) -> float:
    """0–1: the distance of what was said from what was so, weighted by how often it was said."""
    rows = table(values, truth, bins)
    total = sum(row.count for row in rows)
    return sum(abs(row.mean - row.share) * row.count for row in rows) / total if total else 0.0
