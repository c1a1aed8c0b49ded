"""A vote of the nearest labelled examples, abstaining when all are far.

Cover and Hart, Nearest neighbor pattern classification, IEEE Transactions on Information Theory 13(1), 1967; weights by
distance after Dudani, IEEE Transactions on Systems, Man and Cybernetics 6(4), 1976.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

NEIGHBOURS = 7
WEAKEST = 0.45
"""Calibrated similarity below which the best example tells nothing."""

Vectors = NDArray[np.float32]


def votes(
    *,
    query: Vectors,
    examples: Vectors,
    labels: Sequence[str],
    calibrate: Callable[[float], float] = float,
    neighbours: int = NEIGHBOURS,
    weakest: float = WEAKEST,
) -> dict[str, float]:
    """Shares of the vote per label, 0–1, summing to the similarity of the best example; {} when that is weak.

    `query` has shape (dimensions,), `examples` (count, dimensions), both of unit length; `labels` one for each example.
    `calibrate` maps a raw cosine to the calibrated scale. Each of the nearest votes with how far it stands out from the
    first that does not vote, so that a crowd of far examples does not outvote a near one.
    """
    if not labels:
        return {}
    cosines = examples @ query
    order = np.argsort(-cosines, kind="stable")[: neighbours + 1]
    near = [(labels[index], calibrate(float(cosines[index]))) for index in order.tolist()]
    best = near[0][1]
    if best < weakest:
        return {}
    floor = near[neighbours][1] if len(near) > neighbours else weakest
    return _shares(near[:neighbours], floor=min(floor, best), total=min(best, 1.0))


def _shares(near: list[tuple[str, float]], *, floor: float, total: float) -> dict[str, float]:
    weights: dict[str, float] = {}
    for label, similarity in near:
        # Equal similarities would leave no weight at all; a trace keeps the vote one by numbers.
        weights[label] = weights.get(label, 0.0) + max(similarity - floor, 0.0) + 1e-6
    whole = sum(weights.values())
    return {label: total * weight / whole for label, weight in sorted(weights.items(), key=lambda pair: -pair[1])}


def winner(votes: dict[str, float], *, least: float = 0.0) -> str | None:
    """The label with the largest share when it is at least `least`; None when there was no vote."""
    label = max(votes, key=lambda name: votes[name], default=None)
    return label if label is not None and votes[label] >= least else None
