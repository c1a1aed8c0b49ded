"""Reciprocal rank fusion: golden values of the formula and its one property."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.fusion import fuse, reciprocal_rank


def test_first_and_second_rank() -> None:
    assert reciprocal_rank(0) == pytest.approx(1 / 61)
    assert reciprocal_rank(1, weight=0.4) == pytest.approx(0.4 / 62)


def test_arms_add_up_and_weights_count() -> None:
    fused = fuse({"vector": ["a", "b"], "text": ["b"]}, {"vector": 0.6, "text": 0.4})
    assert fused["a"] == pytest.approx(0.6 / 61)
    assert fused["b"] == pytest.approx(0.6 / 62 + 0.4 / 61)


def test_a_repeated_id_counts_once_at_its_better_rank() -> None:
    assert fuse({"vector": ["a", "b", "a"]}) == fuse({"vector": ["a", "b"]})


@given(st.lists(st.text(min_size=1, max_size=3), unique=True, min_size=2), st.integers(0, 5))
def test_better_in_every_arm_is_never_worse_fused(ids: list[str], arms: int) -> None:
    fused = fuse({str(arm): ids for arm in range(arms + 1)})
    assert list(fused) == sorted(fused, key=lambda id_: -fused[id_])
