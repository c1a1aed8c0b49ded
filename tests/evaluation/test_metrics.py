"""Our few metrics against values worked out by hand."""

from __future__ import annotations

import math

import pytest

from graphmem.evaluation import metrics

RANKED = ["a", "b", "c", "d"]


def test_recall_any_all() -> None:
    assert metrics.recall_at(RANKED, ["b", "x"], 2) == 0.5
    assert metrics.recall_at(RANKED, ["c"], 2) == 0.0
    assert metrics.any_at(RANKED, ["b", "x"], 2) == 1.0
    assert metrics.all_at(RANKED, ["b", "x"], 4) == 0.0
    assert metrics.all_at(RANKED, ["b", "d"], 4) == 1.0


def test_ndcg_of_a_second_place() -> None:
    assert metrics.ndcg_at(RANKED, ["b"], 4) == pytest.approx(1 / math.log2(3))
    assert metrics.ndcg_at(RANKED, ["a", "b"], 4) == pytest.approx(1.0)
    assert metrics.ndcg_at(RANKED, ["a", "c"], 1) == pytest.approx(1.0)


def test_summaries() -> None:
    assert metrics.percent([1.0, 0.5, 0.0]) == 50.0
    assert metrics.percent([]) == 0.0
    assert metrics.percentiles([10.0, 20.0, 30.0])["p50"] == 20.0
