"""What candidates gain when better ones name what they say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.bridging import COMMON, behind_the_best, bonuses


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


def test_what_is_led_to_stays_behind_the_best() -> None:
    held = behind_the_best(np.array([0.9, 0.8, 0.7, 0.1]), np.array([0.9, 1.2, 1.4, 0.5]))
    assert np.argsort(-held).tolist() == [0, 2, 1, 3]
    assert held.tolist() == pytest.approx([0.9, 0.9, 0.9, 0.5], abs=1e-5)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=12))
def test_the_best_stays_the_best_and_nothing_rises_by_it(pairs: list[tuple[float, float]]) -> None:
    before = np.array([score for score, _ in pairs])
    after = before + np.array([gain for _, gain in pairs])
    held = behind_the_best(before, after)
    assert (held <= after).all()
    assert not pairs or held.argmax() == before.argmax() or held.max() == held[before.argmax()]
