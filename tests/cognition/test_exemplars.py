"""What examples teach: regularised least squares over marks."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.exemplars import learn

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
