"""Strengths as functions of stored value and time."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import pytest
from fsrs import Card, Rating, Scheduler
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition import decay
from graphmem.cognition.decay import Curve
from graphmem.model.memory import Tier


def test_importance_falls_by_category_and_tier() -> None:
    assert decay.importance(0.8, 10, decay=0.02, tier=Tier.EPISODIC) == pytest.approx(0.8 * math.exp(-0.6))
    assert decay.importance(0.8, 10, decay=0.02, tier=Tier.DORMANT) == 0.8
    assert decay.importance(0.8, 10_000, decay=0.02, tier=Tier.SEMANTIC) == decay.IMPORTANCE_FLOOR
    assert decay.importance(0.02, 10_000, decay=0.02, tier=Tier.SEMANTIC) == 0.02


def test_the_true_curve_is_the_packages() -> None:
    scheduler = Scheduler(enable_fuzzing=False)
    learnt = datetime(2026, 1, 1, tzinfo=UTC)
    card = Card(stability=4.0, difficulty=5.0, last_review=learnt, due=learnt)
    for days in (0, 1, 4, 40):
        then = datetime.fromtimestamp(learnt.timestamp() + days * 86_400, UTC)
        assert decay.retention(days, 4.0, Curve.FSRS6) == pytest.approx(scheduler.get_card_retrievability(card, then))
    assert decay.retention(4.0, 4.0, Curve.FSRS6) == pytest.approx(0.9)


def test_the_package_schedules_as_it_is_published() -> None:
    """Ratings of py-fsrs's own example; another release with other intervals would change every memory's stability."""
    scheduler, card, now = Scheduler(enable_fuzzing=False), Card(), datetime(2022, 11, 29, 12, 30, tzinfo=UTC)
    days = []
    for rating in [Rating.Good] * 6 + [Rating.Again] * 2 + [Rating.Good] * 5:
        card, _ = scheduler.review_card(card, rating, now)
        assert card.last_review is not None
        days.append((card.due - card.last_review).days)
        now = card.due
    assert days == [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]


def test_what_was_learnt_well_and_has_faded_is_on_the_tip_of_the_tongue() -> None:
    assert decay.on_the_tip_of_the_tongue(2.0, 0.4)
    assert not decay.on_the_tip_of_the_tongue(4.0, 0.5)
    assert not decay.on_the_tip_of_the_tongue(1.0, 0.2)


@given(stored=st.floats(0, 1), first=st.floats(0, 2_000), second=st.floats(0, 2_000))
def test_two_spells_are_one(stored: float, first: float, second: float) -> None:
    """Setting the value in between changes nothing: a dream may run daily, once or never."""
    at_once = decay.utility(stored, first + second)
    assert decay.utility(decay.utility(stored, first), second) == pytest.approx(at_once)
    pace = {"decay": 0.005, "tier": Tier.EPISODIC}
    faded = decay.importance(stored, first + second, **pace)  # type: ignore[arg-type]
    assert decay.importance(decay.importance(stored, first, **pace), second, **pace) == pytest.approx(faded)  # type: ignore[arg-type]


@given(days=st.floats(0, 1e4), more=st.floats(0.01, 1e4), stability=st.floats(0.01, 1e4), curve=st.sampled_from(Curve))
def test_retention_only_falls(days: float, more: float, stability: float, curve: Curve) -> None:
    assert 0 <= decay.retention(days + more, stability, curve) <= decay.retention(days, stability, curve) <= 1


@given(level=st.floats(0.01, 1), stability=st.floats(0.01, 1e4))
def test_the_day_on_which_it_falls_to_a_level(level: float, stability: float) -> None:
    assert decay.retention(decay.days_until(level, stability), stability) == pytest.approx(level)
