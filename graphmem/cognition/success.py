"""Success rates with their uncertainty, from counts of successful and failed uses.

From a uniform prior the success rate has the posterior Beta(1 + worked, 1 + failed) (Bayes, 1763), whose mean is
Laplace's rule of succession. Counts may be fractions, if uses elsewhere count in part. Bounds and comparisons are read
off a grid, exact to about a thousandth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_SHARES: NDArray[np.float64] = (np.arange(10_000) + 0.5) / 10_000
"""The middles of the grid's cells."""


def mean(worked: float, failed: float) -> float:
    """The expected success rate, 0 to 1."""
    return (worked + 1) / (worked + failed + 2)


def interval(worked: float, failed: float, mass: float = 0.9) -> tuple[float, float]:
    """The bounds of the success rate with probability `mass`, with equal tails."""
    low, high = np.searchsorted(np.cumsum(_posterior(worked, failed)), [(1 - mass) / 2, (1 + mass) / 2])
    return float(_SHARES[low]), float(_SHARES[min(high, len(_SHARES) - 1)])


def better(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The probability, 0 to 1, that the success rate of `one` (worked, failed) exceeds the `other`'s."""
    mine, others = _posterior(*one), _posterior(*other)
    return float(mine @ (np.cumsum(others) - others / 2))


def _posterior(worked: float, failed: float) -> NDArray[np.float64]:
    """The probability of each cell."""
    likely = worked * np.log(_SHARES) + failed * np.log1p(-_SHARES)
    weights: NDArray[np.float64] = np.exp(likely - likely.max())
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares
