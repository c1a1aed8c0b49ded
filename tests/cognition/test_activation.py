"""Base-level activation, retention and what a recall teaches."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.activation import activation, base_level, retention, storage_gain


def test_base_level_is_the_equation() -> None:
    assert base_level(4, 100.0) == pytest.approx(math.log(4) - 0.5 * math.log(100))
    assert base_level(0, 0.0) == 0.0


def test_activation_of_one_use_a_second_ago_is_half() -> None:
    assert activation(1, 1.0) == 0.5
    assert activation(1, 86_400.0) == pytest.approx(1 / (1 + math.sqrt(86_400)))


def test_retention_is_nine_tenths_about_after_one_stability() -> None:
    assert retention(0.0, 3.0) == 1.0
    assert retention(3.0, 3.0) == pytest.approx((1 + 1 / 9) ** -2)
    assert retention(5.0, 0.0) == 0.0
    assert retention(-1.0, 3.0) == 1.0


@given(days=st.floats(0, 1e5), more=st.floats(0.01, 1e4), stability=st.floats(0.01, 1e5))
def test_it_only_ever_falls_and_harder_recalls_teach_more(days: float, more: float, stability: float) -> None:
    assert retention(days + more, stability) <= retention(days, stability) <= 1
    assert storage_gain(days + more, stability) >= storage_gain(days, stability) >= 0


@given(uses=st.integers(1, 1_000), seconds=st.floats(1, 1e9))
def test_more_uses_lift_and_age_sinks(uses: int, seconds: float) -> None:
    assert 0 < activation(uses, seconds) < activation(uses + 1, seconds) <= 1
    assert activation(uses, seconds * 2) < activation(uses, seconds)
