"""Retrieval metrics over one ranking: evidence recall and normalised discounted cumulative gain.

NDCG with binary gains as in Järvelin and Kekäläinen, ACM TOIS 20(4), 2002.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np


def recall_at(ranked: Sequence[str], evidence: Collection[str], k: int) -> float:
    """Share of the evidence among the first k, 0–1."""
    return len(set(ranked[:k]) & set(evidence)) / len(set(evidence))


def any_at(ranked: Sequence[str], evidence: Collection[str], k: int) -> float:
    """1 when at least one piece of evidence is among the first k."""
    return float(bool(set(ranked[:k]) & set(evidence)))


def all_at(ranked: Sequence[str], evidence: Collection[str], k: int) -> float:
    """1 when all the evidence is among the first k."""
    return float(set(evidence) <= set(ranked[:k]))


def ndcg_at(ranked: Sequence[str], evidence: Collection[str], k: int) -> float:
    """Discounted gain of the first k over that of an ideal order, 0–1."""
    gained = sum(1 / math.log2(rank + 2) for rank, id_ in enumerate(ranked[:k]) if id_ in evidence)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(k, len(set(evidence)))))
    return gained / ideal


def percent(values: Collection[float]) -> float:
    """The mean as a percentage to two decimals; 0 without values."""
    return round(100 * sum(values) / len(values), 2) if values else 0.0


def percentiles(milliseconds: Collection[float]) -> dict[str, float]:
    """Median and 95th percentile of durations, to two decimals."""
    values = np.array(list(milliseconds) or [0.0])
    return {"p50": round(float(np.percentile(values, 50)), 2), "p95": round(float(np.percentile(values, 95)), 2)}
