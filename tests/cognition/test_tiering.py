"""Climbing and sleeping, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.keep_value import Worth, keep_values
from graphmem.cognition.tiering import Awake, Case, Climb, Record, awake_for, climb

IDLE = Case(
    exempt=False, retention_days=14, age_days=90, unused_days=61, only_holder=False, access_count=0, mean_access=1.5,
    share_below=0.05,
)  # fmt: skip


@pytest.mark.parametrize(
    ("record", "rule"),
    [
        (Record(), None),
        (Record(questions=3, question_days=2), Climb.ASKED),
        (Record(questions=30, question_days=1), None),
        (Record(told=3, conversations=2), Climb.TOLD),
        (Record(told=9, conversations=1), None),
        (Record(utility=0.7, outcomes=3, age_days=7), Climb.USEFUL),
        (Record(utility=0.9, outcomes=2, age_days=70), None),
        (Record(utility=0.9, outcomes=9, age_days=6), None),
        (Record(agreeing=3), Climb.AGREED),
        (Record(agreeing=2), None),
    ],
)
def test_each_rule_of_climbing(record: Record, rule: Climb | None) -> None:
    assert climb(record) is rule


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({}, None),
        ({"exempt": True}, Awake.EXEMPT),
        ({"retention_days": None}, Awake.RETAINED),
        ({"retention_days": 100}, Awake.RETAINED),
        ({"retention_days": 7, "age_days": 13}, Awake.YOUNG),
        ({"only_holder": True}, Awake.ONLY_HOLDER),
        ({"access_count": 2}, Awake.USED_MORE),
        ({"mean_access": 0.0}, None),
        ({"unused_days": 59}, Awake.WORTH_IT),
        ({"share_below": 0.1}, Awake.WORTH_IT),
        ({"share_below": 0.9, "unused_days": 0, "over_capacity": True}, None),
        ({"only_holder": True, "over_capacity": True}, Awake.ONLY_HOLDER),
    ],
)
def test_each_rule_of_sleeping(change: dict[str, object], why: Awake | None) -> None:
    assert awake_for(replace(IDLE, **change)) is why  # type: ignore[arg-type]


def test_what_says_something_of_its_own_is_worth_more_than_an_echo() -> None:
    found = keep_values(
        [
            Worth("room", frozenset({"214", "izmir"}), frozenset({"room", "hotel", "number"})),
            Worth("echo", frozenset({"izmir"}), frozenset({"hotel"})),
            Worth("chat", frozenset(), frozenset({"nice"})),
            Worth("used", frozenset(), frozenset({"nice"}), questions=4),
        ]
    )
    assert found["room"] > found["echo"] >= found["chat"]
    assert found["used"] > found["chat"]
    assert keep_values([]) == {}


@given(
    st.lists(
        st.builds(
            Worth,
            id=st.uuids().map(str),
            specifics=st.frozensets(st.sampled_from("abcdef")),
            words=st.frozensets(st.sampled_from(["wind", "sea", "boat", "buoy"])),
            questions=st.integers(0, 5),
            utility=st.floats(0, 1),
        ),
        unique_by=lambda one: one.id,
    )
)
def test_the_order_of_memories_does_not_matter(memories: list[Worth]) -> None:
    found = keep_values(memories)
    assert found == keep_values(memories[::-1])
    assert all(0 < value <= 1 for value in found.values())
