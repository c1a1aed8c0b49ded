"""Nine at most, the weakest leaves, duplicates stay in place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.working_memory import CAPACITY, Item, put, score

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def item(name: str, importance: float = 0.5, accesses: int = 0, idle: float = 0.0) -> Item:
    return Item(name, importance, accesses, NOW - timedelta(minutes=idle))


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (item("a", 0.8), 0.8),
        (item("a", 0.8, idle=30), 0.8 * 0.36787944),
        (item("a", 0.8, accesses=5), 1.2),
        (item("a", 0.5, accesses=2, idle=60), 0.5 * 0.13533528 * 1.2),
        (item("a", 0.5, idle=-5), 0.5),
    ],
)
def test_score(held: Item, expected: float) -> None:
    assert score(held, now=NOW) == pytest.approx(expected)


def test_the_weakest_makes_room() -> None:
    held = tuple(item(str(n), importance=0.3 + n / 100, idle=0) for n in range(CAPACITY))
    kept, evicted = put(held, item("new", 0.01), now=NOW)
    assert [one.memory_id for one in evicted] == ["0"]
    assert [one.memory_id for one in kept] == ["1", "2", "3", "4", "5", "6", "7", "8", "new"]


def test_a_duplicate_is_updated_in_place() -> None:
    held = (item("a", 0.9, accesses=1, idle=50), item("b"))
    kept, evicted = put(held, item("a", 0.4), now=NOW)
    assert evicted == ()
    assert kept == (Item("a", 0.9, 2, NOW), held[1])


items = st.builds(
    item, st.text("abcdefghijklmn", min_size=1, max_size=1), st.floats(0, 1), st.integers(0, 5), st.floats(0, 200)
)


@given(st.lists(items, max_size=40))
def test_never_more_than_nine_and_nothing_twice(stream: list[Item]) -> None:
    held: tuple[Item, ...] = ()
    for newcomer in stream:
        known = {one.memory_id for one in held} | {newcomer.memory_id}
        held, evicted = put(held, newcomer, now=NOW)
        ids = [one.memory_id for one in held]
        assert newcomer.memory_id in ids
        assert len(ids) == len(set(ids)) <= CAPACITY
        assert set(ids) | {one.memory_id for one in evicted} == known
