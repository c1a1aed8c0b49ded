"""Alignment of two texts' tokens by an encoder's hidden states: which words have no counterpart.

Each token is matched with its most similar one (BERTScore's greedy matching; Zhang et al., ICLR 2020), both ways,
weighted by its rarity. Means hide the one word that matters, so the least-matched tokens are separate features.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

LEVELS = 5
"""Number of similarity thresholds; features count the shares of tokens below each."""

SIDES = (
    *("mean", "plain mean", "least", "two least", "quarter", "median", "spread", "weightiest gap", "exact", "length"),
    *(f"below {level}" for level in range(LEVELS)),
)
NAMES = (
    "cosine",
    *(f"{side} {name}" for side in ("old", "new") for name in SIDES),
    *("gap lesser", "gap greater", "gap product", "gaps meet", "least lesser", "least greater", "order kept"),
)
"""Names of the features, in order."""

_MANY = 8.0
"""Tokens whose logarithm counts as one."""


def features(
    old_ids: NDArray[np.int32],
    old: Matrix,
    new_ids: NDArray[np.int32],
    new: Matrix,
    cosine: float,
    rarity: tuple[Matrix, Matrix],
    levels: Matrix,
) -> Matrix:
    """The features NAMES of two texts: ids and unit rows of tokens, their `rarity`, `levels` rising."""
    if not len(old) or not len(new):
        found = np.zeros(len(NAMES), np.float32)
        found[0] = cosine
        return found
    like = old @ new.T
    forth, back = like.max(axis=1), like.max(axis=0)
    weights = [one / one.sum() for one in rarity]
    sides = [
        _side(forth, weights[0], np.isin(old_ids, new_ids), levels),
        _side(back, weights[1], np.isin(new_ids, old_ids), levels),
    ]
    gaps = [1 - side[0] for side in sides]
    meeting = float(weights[0] * (1 - forth) @ like @ (weights[1] * (1 - back)))
    order = like.argmax(axis=1)
    kept = float(np.mean(np.diff(order) >= 0)) if len(order) > 1 else 1.0
    both = (min(gaps), max(gaps), gaps[0] * gaps[1], meeting, min(sides[0][2], sides[1][2]))
    return np.array([cosine, *sides[0], *sides[1], *both, max(sides[0][2], sides[1][2]), kept], np.float32)


def _side(best: Matrix, weights: Matrix, exact: NDArray[np.bool_], levels: Matrix) -> list[float]:
    ranked = np.sort(best)
    return [
        float(best @ weights),
        float(best.mean()),
        float(ranked[0]),
        float(ranked[:2].mean()),
        float(ranked[: max(1, len(ranked) // 4)].mean()),
        float(np.median(ranked)),
        float(best.std()),
        float((weights * (1 - best)).max()),
        float(exact @ weights),
        float(np.log(len(best)) / np.log(_MANY)),
        *((best[None, :] < levels[:, None]).astype(np.float32) @ weights).tolist(),
    ]
