"""Signals: normalisation, similarity in context, the room prior, and the weighted sum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition import scoring
from graphmem.cognition.scoring import Profile


def test_min_max_scales_to_the_pool() -> None:
    assert scoring.min_max(np.array([2.0, 4.0, 3.0])).tolist() == [0.0, 1.0, 0.5]


def test_a_pool_without_spread_tells_nothing() -> None:
    assert scoring.min_max(np.array([0.7, 0.7])).tolist() == [0.0, 0.0]
    assert scoring.min_max(np.array([])).size == 0


def test_context_is_the_weighted_mean_of_the_neighbours() -> None:
    own, before, after = np.array([0.8]), np.array([0.4]), np.array([0.6])
    assert scoring.similarity_in_context(own, before, after)[0] == pytest.approx((0.8 + 0.2 + 0.18) / 1.8)


def test_a_missing_neighbour_counts_as_the_turn_itself() -> None:
    nothing = np.array([np.nan])
    assert scoring.similarity_in_context(np.array([0.8]), nothing, nothing)[0] == pytest.approx(0.8)


def test_a_room_speaks_with_its_best_three() -> None:
    scores = np.array([1.0, 0.9, 0.8, 0.0, 0.95, 0.0])
    prior = scoring.room_prior(scores, ["a", "a", "a", "a", "b", "b"])
    assert prior[0] == prior[3] == 1.0
    assert prior[4] == prior[5] == 0.0


def test_the_sum_is_scaled_to_the_highest_it_could_be() -> None:
    profile = Profile("p", {"text": 1.0, "similarity": 1.0}, room=0.5)
    signals = {"text": np.array([1.0, 0.0]), "similarity": np.array([1.0, 0.0]), "unknown": np.array([0.0, 1.0])}
    scores, explained = scoring.combine(signals, ["a", "b"], profile)
    assert scores.tolist() == pytest.approx([(2 + 0.5 * 2 / 7) / 2.5, 0.0])
    assert explained["room"].tolist() == [1.0, 0.0]


def test_few_rooms_tell_less_than_many() -> None:
    profile = Profile("p", {"text": 1.0}, room=1.0)
    lifts = []
    for count in (2, 20):
        text = np.zeros(2 * count)
        text[0] = 1.0
        scores, _ = scoring.combine({"text": text}, [str(index // 2) for index in range(2 * count)], profile)
        lifts.append(scores[1] - scores[2])
    assert lifts == pytest.approx([0.5 * 2 / 7, 0.5 * 20 / 25])


values = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@given(values, st.floats(0.01, 1))
def test_more_of_a_signal_never_lowers_a_score(found: list[float], more: float) -> None:
    """Monotone in every signal, room prior included."""
    rooms = [str(index % 3) for index in range(len(found))]
    text = np.array(found)
    raised = text.copy()
    raised[0] += more
    profile = Profile("p", {"text": 1.0}, room=0.0)
    before, _ = scoring.combine({"text": text}, rooms, profile)
    after, _ = scoring.combine({"text": raised}, rooms, profile)
    assert after[0] > before[0]
    assert np.array_equal(after[1:], before[1:])


def test_what_lies_near_the_best_is_set_apart() -> None:
    sharp = scoring.sharpened(np.array([0.0, 0.5, 1.0]), scoring.SHARPNESS)
    assert sharp.tolist() == pytest.approx([0.0, 0.3536, 1.0], abs=1e-4)


def test_a_signal_known_later_counts_as_if_it_had_been_known() -> None:
    profile = Profile("p", {"text": 1.0, "tells": 0.5}, room=0.0)
    text, tells = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    both, _ = scoring.combine({"text": text, "tells": tells}, ["a", "b"], profile)
    first, _ = scoring.combine({"text": text}, ["a", "b"], profile)
    assert (first + scoring.share("tells", tells, profile)).tolist() == pytest.approx(both.tolist())


def test_where_several_things_are_asked_for_rooms_tell_less() -> None:
    profile = Profile("p", {"text": 1.0, "statement": 0.3, "speaker": 0.1}, room=1.0)
    looser = scoring.scattered(profile)
    assert looser.weights == pytest.approx({"text": 1.0, "statement": 0.6, "speaker": 0.2})
    assert looser.room == 0.375


@given(values)
def test_a_higher_power_sets_the_best_apart_more(found: list[float]) -> None:
    """Only the best keeps all it had; the order stays."""
    plain, apart = (
        scoring.sharpened(np.array(found), scoring.SHARPNESS),
        scoring.sharpened(np.array(found), scoring.STATED_SHARPNESS),
    )
    assert (apart <= plain).all()
    assert ((apart >= 0) & (apart <= 1)).all()
    assert apart.max() == plain.max()


def test_what_an_embedder_hardly_knows_counts_less_in_statements_too() -> None:
    trusted = scoring.trusting(Profile("p", {"text": 1.0, "statement": 0.3, "similarity": 1.0}, room=0.0), 0.25)
    assert trusted.weights == pytest.approx({"text": 1.0, "statement": 0.075, "similarity": 0.25})
