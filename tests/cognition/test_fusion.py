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


IDS = tuple("abcdef")


@given(st.lists(st.permutations(IDS), min_size=1, max_size=4), st.sampled_from(IDS), st.sampled_from(IDS))
def test_an_id_that_every_arm_ranks_before_another_is_fused_before_it(
    rankings: list[list[str]], better: str, worse: str
) -> None:
    before = [ids for ids in rankings if ids.index(better) < ids.index(worse)]
    fused = fuse({str(arm): ids for arm, ids in enumerate(before)})
    assert fused.get(better, 0.0) > fused.get(worse, 0.0) or not before


@given(st.permutations(IDS), st.sampled_from(IDS))
def test_one_more_arm_that_has_an_id_makes_it_worth_more(ids: list[str], id_: str) -> None:
    once, twice = fuse({"vector": ids})[id_], fuse({"vector": ids, "text": [id_]})[id_]
    assert twice == pytest.approx(once + reciprocal_rank(0))
