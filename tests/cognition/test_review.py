"""Outcomes of uses: FSRS-6 for the stability, a step for the utility."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.review import INITIAL_DIFFICULTY, review

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_a_success_lengthens_and_a_failure_shortens() -> None:
    three_days_ago = NOW - timedelta(days=3)
    good = review(stability=2.3, difficulty=5.0, utility=0.5, last=three_days_ago, now=NOW, success=True)
    again = review(stability=2.3, difficulty=5.0, utility=0.5, last=three_days_ago, now=NOW, success=False)
    # Golden values of fsrs 6.3.2 with its default parameters.
    assert good.stability == pytest.approx(10.0788, abs=1e-3)
    assert again.stability == pytest.approx(0.6032, abs=1e-3)
    assert good.difficulty == pytest.approx(4.9902, abs=1e-3)
    assert again.difficulty > 8
    assert good.utility == pytest.approx(0.55)
    assert again.utility == pytest.approx(0.45)


@given(
    stability=st.floats(0.001, 36_500),
    difficulty=st.floats(1, 10),
    utility=st.floats(0, 1),
    days=st.floats(-1, 3_650),
    success=st.booleans(),
)
def test_everything_stays_within_bounds(
    stability: float, difficulty: float, utility: float, days: float, success: bool
) -> None:
    found = review(
        stability=stability, difficulty=difficulty, utility=utility, last=NOW - timedelta(days=days), now=NOW,
        success=success,
    )  # fmt: skip
    assert 0 < found.stability <= 36_500
    assert 1 <= found.difficulty <= 10
    assert 0 <= found.utility <= 1
    assert INITIAL_DIFFICULTY == 5.0
