"""A linear head: what it learns, how sure a temperature leaves it, and that labels keep their order."""

from __future__ import annotations

import numpy as np
import pytest

from tests.evals.learning import TEMPERATURES, cooled, learn, temperature

ROWS = np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.1, 0.8], [0.4, 0.4], [0.6, 0.6]])
LABELS = ["a", "a", "b", "b", "c", "c"]


def test_it_learns_and_is_less_sure_when_cooled() -> None:
    head = learn(ROWS, LABELS, np.full(2, 0.01))
    said = head.probabilities(np.array([1.0, 0.05]))
    assert max(said, key=said.__getitem__) == "a"
    assert sum(said.values()) == pytest.approx(1)
    cool = cooled(head, 2.0).probabilities(np.array([1.0, 0.05]))
    assert 1 / 3 < cool["a"] < said["a"]
    again = learn(ROWS, LABELS, np.full(2, 0.01))
    assert np.array_equal(head.learned.weights, again.learned.weights)


def test_a_feature_that_never_changes_tells_nothing() -> None:
    rows = np.concatenate([ROWS, np.full((6, 1), 7.0)], axis=1)
    head = learn(rows, LABELS, np.full(3, 0.01))
    there, gone = np.array([1.0, 0.0, 7.0]), np.array([1.0, 0.0, -50.0])
    assert head.probabilities(there)["a"] == pytest.approx(head.probabilities(gone)["a"], abs=1e-6)


def test_the_temperature_is_high_where_a_head_is_too_sure() -> None:
    sure = {"a": 0.99, "b": 0.01}
    assert temperature([(sure, "a"), (sure, "b"), (sure, "a"), (sure, "a")]) > 2
    assert temperature([({"a": 0.7, "b": 0.3}, "a")] * 4) == TEMPERATURES[0]
    assert temperature([]) == 1
