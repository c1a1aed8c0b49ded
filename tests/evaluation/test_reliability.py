"""How well probabilities tell what is so."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evals import reliability

TRUTH = np.array([False, False, True, True])


def test_the_area_is_how_often_what_is_so_ranks_above_what_is_not() -> None:
    assert reliability.auroc(np.array([0.1, 0.4, 0.35, 0.8]), TRUTH) == 0.75
    assert reliability.auroc(np.array([0.5, 0.5, 0.5, 0.5]), TRUTH) == 0.5
    assert reliability.auroc(np.array([0.5, 0.6]), np.array([True, True])) == 0.5


def test_the_error_is_the_distance_of_what_was_said_from_what_was_so() -> None:
    sure = np.array([0.9, 0.9, 0.1, 0.1])
    assert reliability.expected_error(sure, TRUTH, 10) == pytest.approx(0.9)
    assert reliability.expected_error(sure, np.array([True, True, False, False]), 10) == pytest.approx(0.1)
    assert reliability.expected_error(np.array([1.0, 0.0]), np.array([True, False]), 10) == 0


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40))
def test_bins_hold_everything_once(pairs: list[tuple[float, bool]]) -> None:
    values, truth = np.array([value for value, _ in pairs]), np.array([so for _, so in pairs])
    assert sum(row.count for row in reliability.table(values, truth, 10)) == len(pairs)
    assert 0 <= reliability.expected_error(values, truth, 10) <= 1
    assert reliability.auroc(values, truth) == pytest.approx(1 - reliability.auroc(-values, truth))
