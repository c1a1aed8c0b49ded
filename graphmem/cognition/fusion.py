"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009, equation 1).

Ranks, unlike scores, can be added across retrievers that measure different things; the magnitudes that RRF discards are
in the signals of `scoring`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

K = 60
"""The paper's constant; it damps the advantage of the very first ranks."""


def reciprocal_rank(rank: int, *, weight: float = 1.0, k: int = K) -> float:
    """One retriever's share for a hit at `rank`, counted from 0: weight / (k + rank + 1)."""
    return weight / (k + rank + 1)


def fuse(rankings: Mapping[str, Sequence[str]], weights: Mapping[str, float] | None = None) -> dict[str, float]:
    """Return Σ over retrievers of weight / (60 + rank + 1), per id.

    `rankings` maps a retriever's name to its ids, best first. A retriever without a weight counts 1. An id that a
    retriever lists twice counts once, at its better rank.
    """
    fused: dict[str, float] = {}
    for retriever, ids in rankings.items():
        weight = 1.0 if weights is None else weights.get(retriever, 1.0)
        for id_, share in zip(dict.fromkeys(ids), _shares(_bounded(len(ids))), strict=False):
            fused[id_] = fused.get(id_, 0.0) + weight * share
    return fused


@cache
def _shares(count: int) -> tuple[float, ...]:
    """The values of the first `count` ranks: pools are deep, and every recall fuses several."""
    return tuple(reciprocal_rank(rank) for rank in range(count))


def _bounded(count: int) -> int:
    """The next power of two, so that few tables serve pools of every size."""
    return 1 << max(count - 1, 0).bit_length()
