"""What was said later and tells otherwise is read before what it corrects."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graphmem.facade import GraphMem
from graphmem.model.palace import Drawer, Owner, PlacedDrawer
from graphmem.model.recall import Hit
from graphmem.services.reading.newest import CORRECTED, OTHERWISE, corrected_first
from graphmem.services.reading.options import Options

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def hit(day: int) -> Hit:
    drawer = Drawer(f"d{day}", f"day {day}", "Nora", "user", MONDAY + timedelta(days=day), 0, "§", (), "en", True, None)
    return Hit(drawer, "wing", "room", "closet", 0.5, {}, {}, "is near")


def described(disputes: dict[int, list[int]]) -> dict[str, PlacedDrawer]:
    return {
        f"d{day}": PlacedDrawer(
            hit(day).drawer, "wing", "room", "closet", None, None, tuple(f"d{other}" for other in others)
        )
        for day, others in disputes.items()
    }


def days(hits: tuple[Hit, ...]) -> list[int]:
    return [int(one.drawer.id[1:]) for one in hits]


def test_a_correction_comes_just_before_what_it_corrects() -> None:
    found = corrected_first([hit(4), hit(1), hit(5), hit(2)], described({2: [1], 1: [2]}))
    assert days(found) == [4, 2, 1, 5]
    assert OTHERWISE in found[1].reason
    assert [OTHERWISE in one.reason for one in found].count(True) == 1


def test_an_earlier_turn_corrects_nothing() -> None:
    assert days(corrected_first([hit(2), hit(1)], described({1: [2], 2: [1]}))) == [2, 1]


def test_far_down_the_list_nothing_is_moved() -> None:
    hits = [hit(day) for day in range(CORRECTED)] + [hit(99)]
    assert days(corrected_first(hits, described({99: [0]}))) == [*range(CORRECTED), 99]


@given(st.permutations(range(8)), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=8))
def test_no_turn_is_lost_and_every_correction_precedes(order: list[int], pairs: list[tuple[int, int]]) -> None:
    later: dict[int, list[int]] = {}
    for one, other in pairs:
        if one != other and max(one, other) not in later:
            later[max(one, other)] = [min(one, other)]
    found = days(corrected_first([hit(day) for day in order], described(later)))
    assert sorted(found) == list(range(8))
    if len(later) == 1:
        ((new, (old,)),) = later.items()
        assert found.index(new) < found.index(old)


async def test_the_new_date_is_found_before_the_old(memory: GraphMem, tenant: Owner) -> None:
    old = "I have a deadline of April 1 for the museum grant, so I will write all weekend."
    new = "I was told about the new museum grant deadline of April 9, which gives me some air."
    await memory.observer.observe(tenant, old, said_at=MONDAY)
    await memory.observer.observe(tenant, new, said_at=MONDAY + timedelta(days=3))
    question = "Tell me about the deadline of April 1 for the grant and the weekend."
    result = await memory.recall(question, owner=tenant.name, options=Options(touch=False))
    assert [one.drawer.text for one in result.hits] == [new, old]
    plain = await memory.recall(
        question, owner=tenant.name, options=Options(touch=False, without=frozenset({"newest"}))
    )
    assert [one.drawer.text for one in plain.hits] == [old, new]
