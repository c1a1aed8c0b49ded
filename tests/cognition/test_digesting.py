"""Statements within a budget: those that state most a token, each saying something new."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.digesting import Statement, chosen, weight


def statement(id_: str, words: str, **changes: object) -> Statement:
    values: dict[str, object] = {"id": id_, "weight": 1.0, "cost": 10, "words": words.split()}
    return Statement(**(values | changes))  # type: ignore[arg-type]


def test_what_weighs_most_comes_first_and_nothing_twice() -> None:
    several = [
        statement("passing", "nice weather"),
        statement("born", "elif born bursa 1990", weight=4.0),
        statement("twin", "elif born bursa 1990", weight=4.0),
        statement("nuts", "elif allergic walnuts", weight=2.0),
        statement("road", "bursa silk road", weight=1.2),
    ]
    assert chosen(several, budget=30) == ["born", "nuts", "road"]
    assert chosen(several, budget=100) == ["born", "nuts", "road", "passing"]
    assert chosen(several, budget=100, most=1) == ["born"]
    assert chosen(several, budget=9) == chosen([], budget=300) == []


def test_of_equal_ones_the_short_one_comes_first() -> None:
    assert chosen([statement("long", "kiwi", cost=90), statement("short", "lemon")], budget=100) == ["short", "long"]


def test_the_first_of_a_group_pays_its_heading() -> None:
    several = [
        statement("a", "kiwi", heading=10, group=1),
        statement("b", "lemon", heading=10, group=1),
        statement("c", "melon", heading=10, group=2, weight=2.0),
    ]
    assert chosen(several, budget=40) == ["c", "a"]
    assert chosen(several, budget=50) == ["c", "a", "b"]


def test_weights() -> None:
    assert weight(specifics=0, support=1, outside=False) == 1.0
    assert weight(specifics=2, support=3, outside=False) == pytest.approx(3.6)
    assert weight(specifics=2, support=99, outside=True) == pytest.approx(2.7)


STATEMENTS = st.lists(
    st.builds(
        Statement,
        id=st.uuids().map(str), weight=st.floats(0, 9), cost=st.integers(0, 60), heading=st.integers(0, 12),
        group=st.integers(0, 3), words=st.frozensets(st.sampled_from("abcdefgh")),
    ),
    max_size=12,
)  # fmt: skip


@given(STATEMENTS, st.integers(0, 300))
def test_it_fits_and_each_stands_there_once(several: list[Statement], budget: int) -> None:
    by_id = {one.id: one for one in several}
    found = [by_id[id_] for id_ in chosen(list(by_id.values()), budget=budget)]
    headings = {one.group: one.heading for one in reversed(found)}
    assert sum(one.cost for one in found) + sum(headings.values()) <= budget
    assert len({one.id for one in found}) == len(found)
