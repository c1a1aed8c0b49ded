"""Maximal marginal relevance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.mmr import diversify

EAST, NORTH = [1.0, 0.0], [0.0, 1.0]


def test_a_twin_waits_for_something_new() -> None:
    vectors = {"a": EAST, "twin": EAST, "other": NORTH}
    assert diversify(["a", "twin", "other"], [1.0, 0.95, 0.8], vectors, 2) == ["a", "other"]
    assert diversify(["a", "twin", "other"], [1.0, 0.95, 0.8], vectors, 2, trade=1.0) == ["a", "twin"]


def test_by_hand() -> None:
    """0.7·relevance − 0.3·cosine to the nearest chosen: b 0.63 − 0.18 = 0.45, c 0.49 − 0 = 0.49."""
    vectors = {"a": EAST, "b": [0.6, 0.8], "c": NORTH}
    assert diversify(["a", "b", "c"], [1.0, 0.9, 0.7], vectors, 3) == ["a", "c", "b"]


def test_without_vectors_it_is_the_order_of_relevance() -> None:
    assert diversify(["a", "b", "c"], [0.2, 0.9, 0.5], {}, 3) == ["b", "c", "a"]
    assert diversify([], [], {}, 3) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.integers(1, 15))
def test_it_chooses_as_many_as_wanted_once_each_the_best_first(relevance: list[float], limit: int) -> None:
    ids = [str(place) for place in range(len(relevance))]
    vectors = {id_: [1.0, 0.0] if int(id_) % 2 else [0.0, 1.0] for id_ in ids}
    chosen = diversify(ids, relevance, vectors, limit)
    assert len(chosen) == len(set(chosen)) == min(limit, len(ids))
    assert relevance[int(chosen[0])] == max(relevance)
