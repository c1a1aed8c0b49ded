"""Statements within a budget: those that state most a token, each saying something new."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.digesting import Statement, chosen


def statement(id_: str, words: str, **changes: object) -> Statement:
    values: dict[str, object] = {
        "id": id_, "specifics": 0, "outside": False, "tokens": 10, "heading": 0, "group": "", "words": words.split(),
    }  # fmt: skip
    return Statement(**(values | changes))  # type: ignore[arg-type]


def test_what_states_most_comes_first_and_nothing_twice() -> None:
    several = [
        statement("passing", "nice weather"),
        statement("born", "elif born bursa 1990", specifics=3),
        statement("twin", "elif born bursa 1990", specifics=3),
        statement("nuts", "elif allergic walnuts", specifics=1),
        statement("wiki", "bursa silk road", specifics=1, outside=True),
    ]
    assert chosen(several, budget=30) == ["twin", "nuts", "wiki"]
    assert chosen(several, budget=9) == []
    assert chosen([], budget=300) == []


def test_the_first_of_a_group_pays_its_heading() -> None:
    several = [
        statement("a", "kiwi", heading=10, group=1),
        statement("b", "lemon", heading=10, group=1),
        statement("c", "melon", heading=10, group=2, specifics=1),
    ]
    assert chosen(several, budget=40) == ["c", "b"]
    assert chosen(several, budget=50) == ["c", "b", "a"]


STATEMENTS = st.lists(
    st.builds(
        Statement,
        id=st.uuids().map(str), specifics=st.integers(0, 5), outside=st.booleans(), tokens=st.integers(1, 60),
        heading=st.integers(0, 12), group=st.integers(0, 3), words=st.frozensets(st.sampled_from("abcdefgh")),
    ),
    max_size=12,
)  # fmt: skip


@given(STATEMENTS, st.integers(0, 300))
def test_it_fits_and_each_stands_there_once(several: list[Statement], budget: int) -> None:
    by_id = {one.id: one for one in several}
    found = [by_id[id_] for id_ in chosen(list(by_id.values()), budget=budget)]
    headings = {one.group: one.heading for one in reversed(found)}
    assert sum(one.tokens for one in found) + sum(headings.values()) <= budget
    assert len({one.id for one in found}) == len(found)
