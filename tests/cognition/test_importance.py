"""The four channels, levels and initial stabilities."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.importance import Level, importance, initial_stability, level, reward

unit = st.floats(0, 1)


@pytest.mark.parametrize(
    ("channels", "boost", "expected"),
    [
        ((1.0, 0.0, 0.0, 0.0), 1.0, 0.25),
        ((0.0, 1.0, 0.0, 0.0), 1.0, 0.30),
        ((0.0, 0.0, 1.0, 0.0), 1.0, 0.25),
        ((0.0, 0.0, 0.0, 1.0), 1.0, 0.20),
        ((0.5, 0.5, 0.5, 0.5), 1.3, 0.65),
        ((0.5, 0.5, 0.5, 0.5), 2.0, 0.65),
        ((0.5, 0.5, 0.5, 0.5), 0.1, 0.35),
        ((1.0, 1.0, 1.0, 1.0), 1.3, 1.0),
        ((-1.0, 0.0, 0.0, 3.0), 1.0, 0.2),
    ],
)
def test_golden(channels: tuple[float, float, float, float], boost: float, expected: float) -> None:
    novelty, arousal, rewarded, attention = channels
    found = importance(novelty=novelty, arousal=arousal, reward=rewarded, attention=attention, boost=boost)
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    ("value", "band", "days"),
    [
        (0.0, Level.LOW, 0.212),
        (0.399, Level.LOW, 0.212),
        (0.4, Level.NORMAL, 1.2931),
        (0.6, Level.HIGH, 2.3065),
        (0.8, Level.CRITICAL, 8.2956),
        (1.0, Level.CRITICAL, 8.2956),
    ],
)
def test_levels(value: float, band: Level, days: float) -> None:
    assert level(value) is band
    assert initial_stability(value) == days


def test_reward_is_the_neighbours_mean_utility() -> None:
    assert reward([]) == 0.5
    assert reward([0.2, 0.6]) == pytest.approx(0.4)


@given(unit, unit, unit, unit, st.floats(0, 2), unit)
def test_more_of_a_channel_never_matters_less(
    novelty: float, arousal: float, rewarded: float, attention: float, boost: float, more: float
) -> None:
    before = importance(novelty=novelty, arousal=arousal, reward=rewarded, attention=attention, boost=boost)
    after = importance(novelty=novelty, arousal=arousal + more, reward=rewarded, attention=attention, boost=boost)
    assert 0 <= before <= after <= 1
