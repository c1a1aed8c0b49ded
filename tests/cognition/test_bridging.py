"""What candidates gain when better ones name what they say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.bridging import COMMON, bonuses


def test_a_name_shared_by_few_leads_to_them() -> None:
    gained = bonuses(np.array([1.0, 0.5, 0.2, 0.0]), {0: [[0, 3]], 1: [[1, 2, 3]]})
    assert gained.tolist() == pytest.approx([0.0, 0.0, 0.5 / 2**0.5, 1.0])


def test_a_leader_gains_nothing_by_its_own_names() -> None:
    assert bonuses(np.array([1.0, 0.5]), {0: [[0], []]}).tolist() == [0.0, 0.0]


def test_what_many_say_tells_nothing() -> None:
    places = list(range(COMMON + 2))
    assert not bonuses(np.ones(COMMON + 2), {0: [places]}).any()
    assert bonuses(np.ones(COMMON + 2), {0: [places[:-1]]}).any()


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=12),
    st.dictionaries(st.integers(0, 11), st.lists(st.lists(st.integers(0, 11), max_size=6), max_size=4), max_size=3),
)
def test_a_gain_lies_within_the_relevance_of_the_leaders(
    relevance: list[float], named: dict[int, list[list[int]]]
) -> None:
    size = len(relevance)
    groups = {
        leader: [[place for place in group if place < size] for group in found]
        for leader, found in named.items()
        if leader < size
    }
    gained = bonuses(np.array(relevance), groups)
    highest = max((relevance[leader] for leader in groups), default=0.0)
    assert gained.min() >= 0
    assert gained.max() <= highest
