"""Calibration: golden values, monotonicity, and what isotonic regression does to pairs out of order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.calibration import CALIBRATIONS, QUESTIONS, answering, calibrated, trust

COSINES = st.floats(-1.0, 1.0)
MODELS = st.sampled_from([*CALIBRATIONS, "text-embedding-3-small", "nobody-measured-this"])


def test_knots_are_met_and_between_them_the_map_is_linear() -> None:
    (x0, y0), (x1, y1) = CALIBRATIONS["bge-small-en-v1.5-q"][1:3]
    assert calibrated(x0, "bge-small-en-v1.5-q") == pytest.approx(y0)
    assert calibrated((x0 + x1) / 2, "bge-small-en-v1.5-q") == pytest.approx((y0 + y1) / 2)


def test_what_is_unrelated_to_a_multilingual_embedder_is_no_update() -> None:
    """Of its cosines hardly one lies below 0.7: two statements about different things have 0.76 to 0.9."""
    assert calibrated(0.83, "multilingual-e5-small-int8") < 0.5
    assert calibrated(0.89, "multilingual-e5-small-int8") < 0.7
    assert calibrated(0.945, "multilingual-e5-small-int8") == pytest.approx(0.863, abs=0.001)
    assert calibrated(0.99, "multilingual-e5-small-int8") > 0.92


def test_an_embedder_is_trusted_in_the_languages_it_knows() -> None:
    assert trust("bge-small-en-v1.5-q", "en") == 1.0
    assert trust("bge-small-en-v1.5-q", "tr") == 0.25
    assert trust("multilingual-e5-small-int8", "tr") == trust("multilingual-e5-small-int8", "en") == 1.0


@given(COSINES, COSINES, st.sampled_from([*QUESTIONS, "nobody-measured-this"]))
def test_a_nearer_statement_never_answers_less(one: float, other: float, model: str) -> None:
    low, high = sorted((one, other))
    assert 0.0 <= answering(low, model) <= answering(high, model) <= 1.0


def test_openais_own_models_are_their_own_scale() -> None:
    assert calibrated(0.83, "text-embedding-3-small") == pytest.approx(0.83)
    assert calibrated(-0.2, "text-embedding-3-small") == 0.0


def test_one_cosine_means_less_for_an_embedder_that_finds_all_alike() -> None:
    assert calibrated(0.6, "bge-small-en-v1.5-q") < calibrated(0.6, "all-minilm-l6-v2-q")


@given(COSINES, COSINES, MODELS)
def test_a_higher_cosine_is_never_less_similar(one: float, other: float, model: str) -> None:
    low, high = sorted((one, other))
    assert 0.0 <= calibrated(low, model) <= calibrated(high, model) <= 1.0


def test_a_question_is_farther_from_its_answer_than_a_statement_from_its_like() -> None:
    assert answering(0.7, "bge-small-en-v1.5-q") == 0.65
    assert answering(0.5, "bge-small-en-v1.5-q") == pytest.approx(0.1)
    assert answering(1.0, "bge-small-en-v1.5-q") == answering(1.0, "anything") == 1.0
    assert answering(-1.0, "anything") == 0.0
    values = [answering(cosine / 100, "bge-small-en-v1.5-q") for cosine in range(-100, 101)]
    assert values == sorted(values)


def test_a_multilingual_answer_is_told_from_chance() -> None:
    assert answering(0.78, "multilingual-e5-small-int8") < 0.3
    assert answering(0.859, "multilingual-e5-small-int8") == 0.65
    assert answering(0.91, "multilingual-e5-small-int8") > 0.9
