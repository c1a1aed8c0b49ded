"""Bearing on a question: golden values, and which turns are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.bearing import CLOSE, FROM, about, bearing

share = st.floats(0, 1)


def test_meaning_and_words_count_alike_where_the_embedder_knows_the_language() -> None:
    assert bearing(0.6, 0.2) == pytest.approx(0.4)
    assert bearing(0.6, 0.2, trust=0.25) == pytest.approx(0.25)


@given(share, share, share, share)
def test_it_grows_with_both_and_stays_within_one(meaning: float, words: float, more: float, trust: float) -> None:
    assert 0 <= bearing(meaning, words, trust) <= bearing(max(meaning, more), words, trust) + 1e-12 <= 1 + 1e-9


@pytest.mark.parametrize(
    ("bearings", "scores", "shown"),
    [
        ([0.5, 0.1, 0.3], [0.8, 0.2, 0.1], [0, 2]),
        ([0.5, 0.0, 0.0], [0.60, 0.59, 0.2], [0, 1]),
        ([0.24, 0.24, 0.24], [0.9, 0.9, 0.9], []),
        ([0.0, 0.0, 0.0, 0.9], [0.9, 0.9, 0.9, 0.9], []),
        ([0.0, 0.4], [0.3, 0.8], [1]),
        ([], [], []),
    ],
)
def test_turns_are_shown_when_one_of_the_best_is_about_it(
    bearings: list[float], scores: list[float], shown: list[int]
) -> None:
    assert about(bearings, scores) == shown


@given(st.lists(st.tuples(share, share), max_size=5))
def test_what_is_shown_bears_or_is_as_good_as_the_best(found: list[tuple[float, float]]) -> None:
    bearings, scores = [own for own, _ in found], [score for _, score in found]
    for place in about(bearings, scores):
        assert place < 3
        assert bearings[place] >= FROM or scores[place] >= CLOSE * max(scores[:3])
