"""Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998): relevant and novel results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

LAMBDA = 0.7
"""Weight of relevance against similarity to already chosen ones."""


def diversify(
    ids: Sequence[str],
    relevance: Sequence[float],
    vectors: Mapping[str, Sequence[float]],
    limit: int,
    *,
    trade: float = LAMBDA,
) -> list[str]:
    """The `limit` ids by argmax of trade·relevance − (1 − trade)·max cosine to those already chosen.

    `relevance` is 0–1 by place in `ids`; `vectors` are unit vectors by id. An id without a vector is similar to none.
    """
    width = max((len(vector) for vector in vectors.values()), default=0)
    rows = np.array([vectors.get(id_, [0.0] * width) for id_ in ids], dtype=np.float64).reshape(len(ids), width)
    likeness = rows @ rows.T
    scores = np.asarray(relevance, dtype=np.float64)
    chosen: list[int] = []
    nearest: NDArray[np.float64] = np.zeros(len(ids))
    free = np.ones(len(ids), dtype=bool)
    while len(chosen) < min(limit, len(ids)):
        gain = np.where(free, trade * scores - (1 - trade) * nearest, -np.inf)
        best = int(np.argmax(gain))
        chosen.append(best)
        free[best] = False
        nearest = np.maximum(nearest, likeness[best]) if len(chosen) > 1 else likeness[best]
    return [ids[index] for index in chosen]
