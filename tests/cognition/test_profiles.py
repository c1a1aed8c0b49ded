"""Profiles of signals, boosts, and how far a memory is relied on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.profiles import PROFILES, Boosts, ProfileName, boosted, composite, ordered, reliance

SIGNALS = {"similarity": 0.8, "activation": 0.5, "importance": 0.6, "rrf": 1.0, "utility": 0.5, "emotion": 1.0}


@pytest.mark.parametrize(
    ("profile", "score"),
    [
        (ProfileName.COGNITIVE, 0.4 * 0.8 + 0.3 * 0.5 + 0.15 * 0.6 + 0.15 + 0.2 * 0.5),
        (ProfileName.UTILITY, 0.6 * 0.8 + 0.2 * 0.6 + 0.2 * 0.5),
        (ProfileName.EMPATHIC, 0.45 * 0.8 + 0.15 * 0.5 + 0.15 * 0.6 + 0.1 + 0.15 + 0.2 * 0.5),
    ],
)
def test_a_score_is_its_row(profile: ProfileName, score: float) -> None:
    assert composite(SIGNALS, profile, utility_boost=0.2) == pytest.approx(score)


@pytest.mark.parametrize("profile", list(PROFILES))
def test_rows_sum_to_one(profile: ProfileName) -> None:
    assert sum(PROFILES[profile].values()) == pytest.approx(1.0)


def test_sums_come_before_factors() -> None:
    boosts = Boosts(entities=2, same_session=True, same_mood=True, together=True, sub_tier="personal")
    assert boosted(0.5, boosts) == pytest.approx((0.5 + 0.2 + 0.15 + 0.05) * 1.1 * 1.1)
    assert boosted(0.5, Boosts(source_confidence=0.29)) == pytest.approx(0.25)
    assert boosted(0.5, Boosts(source_confidence=0.3)) == pytest.approx(0.5)


def test_the_default_chooses_by_relevance_and_orders_equals_by_cognition() -> None:
    near, nearer = {"closeness": 0.5, "text": 0.5}, {"closeness": 0.8, "text": 0.5}
    assert ordered(0.9, near, ProfileName.CONVERSATION) < ordered(0.0, nearer, ProfileName.CONVERSATION)
    assert ordered(0.9, near, ProfileName.CONVERSATION) > ordered(0.1, near, ProfileName.CONVERSATION)
    assert ordered(0.9, near, ProfileName.COGNITIVE) == 0.9


def test_reliance_is_the_equation() -> None:
    assert reliance(similarity=0.9, utility=0.5, importance=0.5, source_confidence=1.0) == pytest.approx(0.74)
    assert reliance(similarity=0.9, utility=0.5, importance=0.5, source_confidence=0.0) == pytest.approx(0.37)


@given(*[st.floats(0, 1)] * 4)
def test_reliance_stays_within_bounds(similarity: float, utility: float, importance: float, source: float) -> None:
    found = reliance(similarity=similarity, utility=utility, importance=importance, source_confidence=source)
    assert 0 <= found <= 1 + 1e-9
