"""The probability that a hit holds evidence."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.confidence import Head, logistic
from tests.evals.learning import cut, fitted


def test_what_tells_is_learned_and_shares_are_kept() -> None:
    """One row in four is so, and of the near ones every other."""
    rows = [{"near": float(place % 2), "noise": float(place % 3)} for place in range(240)]
    truth = [place % 4 == 1 for place in range(240)]
    head = fitted(rows, truth)
    assert head.names == ("near", "noise")
    assert head.probability({"near": 1.0, "noise": 1.0}) == pytest.approx(0.5, abs=0.05)
    assert head.probability({"near": 0.0, "noise": 1.0}) < 0.05
    with pytest.raises(ValueError, match="no rows"):
        fitted([], [])


def test_a_missing_signal_is_a_usual_one() -> None:
    head = Head(("near",), (0.5,), (0.1,), (2.0,), -1.0)
    assert head.logit({}) == head.logit({"near": 0.5}) == -1.0
    assert head.logit({"near": 0.6}) == pytest.approx(1.0)
    assert head.logit({"near": 9.0}) == pytest.approx(7.0), "four deviations at the most"


def test_a_cut_keeps_its_share() -> None:
    said = [place / 100 for place in range(101)]
    assert cut(said, 0.9) == pytest.approx(0.1)


@given(st.floats(-800, 800))
def test_a_probability_is_one(logit: float) -> None:
    assert 0 <= logistic(logit) <= 1
    assert logistic(logit) == pytest.approx(1 - logistic(-logit), abs=1e-12)
    assert math.isfinite(logistic(logit))
