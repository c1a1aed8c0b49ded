"""What examples teach: regularised least squares over marks."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.exemplars import learn, learn_meaning

EXAMPLES = [
    ("plan", Counter(["tomorrow", "I", "go"])),
    ("plan", Counter(["tomorrow", "we", "cook"])),
    ("fact", Counter(["I", "am", "tall"])),
    ("fact", Counter(["we", "am", "small"])),
]


def test_a_shared_mark_speaks_for_its_label() -> None:
    learned = learn(EXAMPLES)
    votes = learned.votes(Counter(["tomorrow", "they", "sleep"]))
    assert votes["plan"] > 0.5 > 0 > votes["fact"]
    assert learned.telling({"tomorrow": 1, "I": 1, "am": 1}, "plan", most=1) == ("tomorrow",)
    assert learned.telling({"tomorrow": 1, "I": 1, "am": 1}, "fact", most=1) == ("am",)
    assert "tomorrow" not in learned.telling({"tomorrow": 1, "I": 1, "am": 1}, "fact")


def test_what_no_two_examples_share_says_nothing() -> None:
    learned = learn(EXAMPLES)
    assert learned.votes(Counter(["cook", "never"])) == {}
    assert learned.telling(Counter(["cook"]), "plan") == ()


def test_weights_are_those_of_the_normal_equations() -> None:
    """(XᵀX + λI)⁻¹XᵀY, the primal form, on marks weighed by hand."""
    learned = learn(EXAMPLES, ridge=0.25)
    marks = ["tomorrow", "I", "we", "am"]
    rows = (
        np.array([[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 1]]) * math.log(2) / (math.log(2) * math.sqrt(2))
    )
    wanted = np.array([[-1, 1], [-1, 1], [1, -1], [1, -1]])  # fact, plan
    weights = np.linalg.solve(rows.T @ rows + 0.25 * np.eye(4), rows.T @ wanted)
    assert learned.labels == ("fact", "plan")
    for place, mark in enumerate(marks):
        votes = learned.votes({mark: 1})
        assert [votes["fact"], votes["plan"]] == pytest.approx(weights[place].tolist(), abs=1e-5)


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        learn([])


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.lists(st.sampled_from("uvwxyz"), min_size=1, max_size=5)),
        min_size=2,
        max_size=12,
    ),
    st.lists(st.sampled_from("uvwxyz"), max_size=5),
)
def test_votes_are_bounded_and_do_not_depend_on_order(drawn: list[tuple[str, list[str]]], asked: list[str]) -> None:
    examples = [(label, Counter(marks)) for label, marks in drawn]
    votes, turned = learn(examples).votes(Counter(asked)), learn(examples[::-1]).votes(Counter(asked))
    assert votes.keys() == turned.keys() <= {label for label, _ in drawn} | set()
    for label, vote in votes.items():
        assert abs(vote) <= 4
        assert vote == pytest.approx(turned[label], abs=1e-3)


def unit(*angles: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([[np.cos(angle), np.sin(angle)] for angle in angles], dtype=np.float32)


def test_meaning_votes_for_the_side_a_vector_is_on() -> None:
    learned = learn_meaning(unit(0.0, 0.1, 3.0, 3.1), ["plan", "plan", "fact", "fact"], ridge=0.1)
    votes = learned.votes(unit(0.05)[0])
    assert votes["plan"] > 0.8
    assert votes["fact"] == pytest.approx(-votes["plan"], abs=1e-4)
    assert learned.accuracy == 1.0


def test_accuracy_is_that_of_leaving_each_example_out() -> None:
    vectors, labels = unit(0.0, 0.4, 1.4, 1.7, 2.9, 3.3, 0.2), ["a", "b", "a", "b", "c", "c", "a"]
    centred = vectors - vectors.mean(axis=0)
    wanted = np.array([[1.0 if label == name else -0.5 for name in "abc"] for label in labels])
    right = 0
    for out in range(len(labels)):
        rest = [place for place in range(len(labels)) if place != out]
        gram = centred[rest].T @ centred[rest] + 0.5 * np.eye(2)
        weights = np.linalg.solve(gram, centred[rest].T @ wanted[rest])
        right += "abc"[int(np.argmax(centred[out] @ weights))] == labels[out]
    assert learn_meaning(vectors, labels, ridge=0.5).accuracy == pytest.approx(right / len(labels))


def test_each_vector_has_its_label() -> None:
    with pytest.raises(ValueError, match="2 labels for 1"):
        learn_meaning(unit(0.0), ["a", "b"])
