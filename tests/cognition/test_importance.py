"""The four channels, levels and initial stabilities."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.importance import (
    LEAST_BOOST,
    MOST_BOOST,
    Level,
    arousal,
    boost,
    importance,
    initial_stability,
    level,
    reward,
)
from graphmem.model.category import Category
from graphmem.model.memory import Manner, Stake

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


@pytest.mark.parametrize(
    ("category", "manner", "expected"),
    [
        (Category.POLICY, Manner.DECLARED, 1.3),
        (Category.DECISION, Manner.TOLD, 1.235),
        (Category.FACT, Manner.DECLARED, 1.1),
        (Category.OTHER, Manner.TOLD, 0.76),
        (Category.POLICY, Manner.CHAT, 0.7),
        (Category.OTHER, Manner.DELIBERATE, 1.3),
    ],
)
def test_the_boost_of_a_kind_and_a_manner(category: Category, manner: Manner, expected: float) -> None:
    assert boost(category, manner) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("felt", "stakes", "category", "expected"),
    [
        (0.2, set(), Category.FACT, 0.2),
        (0.0, {Stake.SECURITY}, Category.FACT, 0.6),
        (0.2, {Stake.DEADLINE}, Category.FACT, 0.52),
        (0.0, set(), Category.POLICY, 0.5),
        (0.0, {Stake.SECURITY, Stake.DUTY}, Category.POLICY, 0.88),
    ],
)
def test_arousal_is_of_feeling_and_of_stakes(
    felt: float, stakes: set[Stake], category: Category, expected: float
) -> None:
    assert arousal(felt, stakes, category) == pytest.approx(expected)


@given(unit, st.sets(st.sampled_from(Stake)), st.sampled_from(Category), st.sampled_from(Manner))
def test_arousal_and_boost_keep_their_ranges(
    felt: float, stakes: set[Stake], category: Category, manner: Manner
) -> None:
    assert felt <= arousal(felt, stakes, category) + 1e-12 <= 1 + 1e-9
    assert LEAST_BOOST <= boost(category, manner) <= MOST_BOOST


@given(unit, unit, unit, unit, st.floats(0, 2), unit)
def test_more_of_a_channel_never_matters_less(
    novelty: float, arousal: float, rewarded: float, attention: float, boost: float, more: float
) -> None:
    before = importance(novelty=novelty, arousal=arousal, reward=rewarded, attention=attention, boost=boost)
    after = importance(novelty=novelty, arousal=arousal + more, reward=rewarded, attention=attention, boost=boost)
    assert 0 <= before <= after <= 1
