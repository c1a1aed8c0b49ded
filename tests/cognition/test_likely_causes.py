"""The signals of a link between what was said and what may have led to it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.likely_causes import link_signals
from graphmem.services.graph_evidence import graph_heads


def test_golden() -> None:
    found = link_signals(near=0.9, words=math.e - 1, days=-(math.e**2 - 1), place=0)
    assert found == pytest.approx({"near": 0.9, "words": 1.0, "days": 2.0, "later": 1.0, "rank": 0.0})


@given(st.floats(0, 300), st.floats(0, 300), st.floats(0.7, 1), st.floats(0, 30), st.integers(0, 50))
def test_what_was_said_longer_before_is_no_likelier(
    days: float, more: float, near: float, words: float, place: int
) -> None:
    head = graph_heads().link
    sooner, later = (
        head.probability(link_signals(near=near, words=words, days=when, place=place)) for when in (days, days + more)
    )
    assert later <= sooner + 1e-9
