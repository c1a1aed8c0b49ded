"""Token states in the form in which they are stored, and how a text meets a question by them."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.cognition.late_interaction import (
    COMMON,
    MOST,
    SIZE,
    TAG,
    Basis,
    QuestionTokens,
    combine_matches,
    match_tokens,
)
from tests.evals.learning import learn_axes

WIDTH = 96
TEXTS = 40
COMMON_ID = 7


def states(ids: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """A state for each token, the same for the same token, as wide as an encoder's and of unit length."""
    rows = np.stack([np.random.default_rng(token).normal(size=WIDTH) for token in ids])
    return np.array(ids, np.int32), (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float16)


@pytest.fixture(scope="module")
def basis() -> Basis:
    """Learned of texts that all have one token, and five rare ones that one more has."""
    return learn_axes(
        [states([COMMON_ID, *range(100 + 5 * (one // 2), 105 + 5 * (one // 2))]) for one in range(TEXTS)], b"abcd"
    )


def asked(basis: Basis, ids: list[int]) -> QuestionTokens:
    found = basis.asked(*states(ids))
    assert found is not None
    return found


def rows(basis: Basis, ids: list[int]) -> np.ndarray:
    found = basis.unpacked(basis.packed(*states(ids)))
    assert found is not None
    return found


def test_what_is_stored_is_small_and_near_what_was_read(basis: Basis) -> None:
    stored = basis.packed(*states([100, 101, 102]))
    assert len(stored) == TAG + 3 * SIZE
    again = basis.unpacked(stored)
    exact = asked(basis, [100, 101, 102]).rows
    assert again is not None
    assert np.allclose(np.linalg.norm(again, axis=1), 1.0, atol=1e-5)
    assert (again * exact).sum(axis=1).min() > 0.999, "a byte a number is enough"


def test_common_tokens_are_left_out_unless_there_are_no_others(basis: Basis) -> None:
    assert basis.rarity.of(np.array([COMMON_ID], np.int32))[0] < COMMON
    assert len(rows(basis, [COMMON_ID, 100])) == 1
    assert len(rows(basis, [COMMON_ID])) == 1


def test_of_a_long_text_the_rarest_tokens_are_kept(basis: Basis) -> None:
    unseen = list(range(5_000, 5_000 + MOST))
    kept = rows(basis, [*range(100, 150), *unseen])
    assert len(kept) == MOST
    assert np.allclose(kept, rows(basis, unseen), atol=0.05), "what no text of those learned from has is rarest"


def test_states_of_another_basis_and_none_at_all_are_not_read(basis: Basis) -> None:
    stored = basis.packed(*states([100]))
    for unreadable in (None, b"", b"zzzz" + stored[TAG:], stored[:TAG]):
        assert basis.unpacked(unreadable) is None
    assert basis.asked(np.zeros(0, np.int32), np.zeros((0, WIDTH), np.float16)) is None


def test_a_text_meets_a_question_by_each_of_its_tokens(basis: Basis) -> None:
    question = asked(basis, [100, 201])
    whole, half, none = (match_tokens(question, rows(basis, ids)) for ids in ([100, 201, 130], [100, 130], [130, 131]))
    assert whole.mean(question) > 0.99 > half.mean(question) > none.mean(question)
    assert whole.least(question) > 0.99 > half.least(question)
    assert whole.gap(question) < 0.01 < half.gap(question)
    assert whole.back < match_tokens(question, rows(basis, [100, 201])).back, (
        "what is not asked for takes off the other way"
    )
    parts = combine_matches([half, match_tokens(question, rows(basis, [201, 140]))])
    assert parts.mean(question) > 0.99, "two texts say between them what is asked"


def test_rare_tokens_of_a_question_weigh_more(basis: Basis) -> None:
    question = asked(basis, [COMMON_ID, 100])
    assert question.weights.sum() == pytest.approx(1.0)
    assert question.weights[1] > 0.9


def test_the_same_texts_give_the_same_axes() -> None:
    texts = [states([1, 2, 3 + one]) for one in range(10)]
    one, other = learn_axes(texts, b""), learn_axes(texts, b"")
    assert np.array_equal(one.axes, other.axes)
    assert np.array_equal(one.mean, other.mean)
