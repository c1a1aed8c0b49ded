"""Bearing on a question: golden values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.bearing import bearing

share = st.floats(0, 1)


def test_meaning_and_words_count_alike_where_the_embedder_knows_the_language() -> None:
    assert bearing(0.6, 0.2) == pytest.approx(0.4)
    assert bearing(0.6, 0.2, trust=0.25) == pytest.approx(0.25)


@given(share, share, share, share)
def test_it_grows_with_both_and_stays_within_one(meaning: float, words: float, more: float, trust: float) -> None:
    assert 0 <= bearing(meaning, words, trust) <= bearing(max(meaning, more), words, trust) + 1e-12 <= 1 + 1e-9
