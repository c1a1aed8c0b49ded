"""Initial strengths, flashbulbs and reinforcement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.strength import LONGEST_STABILITY_DAYS, Strength, initial, reinforced


def test_an_ordinary_memory() -> None:
    assert initial(importance=0.5, arousal=0.79) == Strength(0.5, 1.2931, storage=1.0, utility=0.5)


def test_a_flashbulb_is_pinned_important_and_slow_to_fade() -> None:
    found = initial(importance=0.5, arousal=0.8)
    assert (found.importance, found.pinned, found.flashbulb) == (0.9, True, True)
    assert found.stability == pytest.approx(8.2956 * 1.5)
    assert initial(importance=0.97, arousal=1.0).importance == 0.97


def test_told_again() -> None:
    found = reinforced(Strength(0.5, 2.0, access_count=3))
    assert found.stability == pytest.approx(2.2)
    assert (found.access_count, found.importance) == (4, 0.5)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 300))
def test_repetition_strengthens_within_bounds(importance: float, arousal: float, times: int) -> None:
    strength = initial(importance=importance, arousal=arousal)
    for _ in range(times):
        stronger = reinforced(strength)
        assert strength.stability <= stronger.stability <= LONGEST_STABILITY_DAYS
        strength = stronger
    assert strength.access_count == times
