"""The vote of the nearest examples."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.exemplars import votes, winner


def unit(*angles: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([[np.cos(a), np.sin(a)] for a in angles], dtype=np.float32)


QUERY = unit(0.0)[0]


def test_the_nearest_outvotes_a_crowd_of_far_ones() -> None:
    examples = unit(0.05, 0.9, 0.92, 0.94, 1.0)
    found = votes(query=QUERY, examples=examples, labels=["plan", "fact", "fact", "fact", "fact"], neighbours=4)
    assert winner(found) == "plan"
    assert sum(found.values()) == pytest.approx(np.cos(0.05), abs=1e-4)


def test_it_abstains_when_all_are_far() -> None:
    assert votes(query=QUERY, examples=unit(1.4, 1.5), labels=["plan", "fact"]) == {}
    assert votes(query=QUERY, examples=np.zeros((0, 2), dtype=np.float32), labels=[]) == {}
    assert winner({}) is None


def test_equal_examples_vote_by_number() -> None:
    found = votes(query=QUERY, examples=unit(0.0, 0.0, 0.0), labels=["fact", "plan", "plan"])
    assert winner(found) == "plan"
    assert winner(found, least=0.9) is None


def test_calibration_decides_what_is_weak() -> None:
    examples, labels = unit(0.1), ["fact"]
    assert votes(query=QUERY, examples=examples, labels=labels, calibrate=lambda cosine: cosine * 0.3) == {}


@given(st.lists(st.tuples(st.floats(-3.1, 3.1), st.sampled_from("abc")), min_size=1, max_size=20))
def test_shares_are_of_the_best_similarity(drawn: list[tuple[float, str]]) -> None:
    examples, labels = unit(*(angle for angle, _ in drawn)), [label for _, label in drawn]
    found = votes(query=QUERY, examples=examples, labels=labels)
    best = min(float((examples @ QUERY).max()), 1.0)
    assert set(found) <= set(labels)
    assert all(0 <= share <= 1 for share in found.values())
    assert sum(found.values()) == pytest.approx(best if best >= 0.45 else 0.0, abs=1e-5)
