"""What was said later and tells otherwise is read before what it corrects."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.facade import GraphMem
from graphmem.model.language import Language
from graphmem.model.palace import Drawer, Owner, PlacedDrawer
from graphmem.model.recall import Hit
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.rerank_newest import (
    CONSIDERED,
    CORRECTED,
    LATER,
    OTHERWISE,
    REACH,
    corrected_first,
    newest_first,
)

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


ASKED, TERMS = "When is the museum grant deadline?", ("museum", "grant", "deadline")
OLD = "The museum grant deadline is April 1."
NEW = "They gave us a new museum grant deadline, which is April 9."


def hit(day: int, text: str | None = None) -> Hit:
    said_at, text = MONDAY + timedelta(days=day), text or f"day {day}"
    drawer = Drawer(f"d{day}", text, "Nora", "user", said_at, 0, "§", (), "en", True, None)
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


def test_of_what_tools_gave_out_the_later_comes_first_and_an_assistants_words_stay() -> None:
    said = [hit(1, OLD), hit(5, "The museum grant deadline is April 20.")]
    for role, order in (("tool", [5, 1]), ("user", [5, 1]), ("assistant", [1, 5])):
        hits = [replace(one, drawer=replace(one.drawer, role=role)) for one in said]
        assert days(newest_first(hits, ASKED, TERMS, Language.EN)) == order


def test_what_says_that_it_is_new_comes_up_from_further_down() -> None:
    between = [hit(day) for day in range(2, CONSIDERED + 4)]
    found = newest_first([hit(1, OLD), *between, hit(90, NEW)], ASKED, TERMS, Language.EN)
    assert days(found) == [90, 1, *range(2, CONSIDERED + 4)]
    assert LATER in found[0].reason
    assert LATER not in found[1].reason


@pytest.mark.parametrize(
    ("further", "asked"),
    [
        (hit(90, "The museum grant deadline is April 9."), ASKED),  # it does not say that this is new
        (hit(90, "The new museum opens on April 9."), ASKED),  # of the question it has one word
        (hit(0, NEW), ASKED),  # it was said before
        (hit(90, NEW), "Tell me about the museum grant deadline."),
    ],
)
def test_other_turns_stay_further_down(further: Hit, asked: str) -> None:
    hits = [hit(1, OLD), *(hit(day) for day in range(2, CONSIDERED + 4)), further]
    assert newest_first(hits, asked, TERMS, Language.EN) == tuple(hits)


def test_nothing_comes_up_from_beyond_the_reach() -> None:
    hits = [hit(1, OLD), *(hit(day) for day in range(2, REACH + 1)), hit(90, NEW)]
    assert newest_first(hits, ASKED, TERMS, Language.EN) == tuple(hits)


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
    result = await memory.recall(question, owner=tenant.name, options=RecallOptions(touch=False))
    assert [one.drawer.text for one in result.hits] == [new, old]
    plain = await memory.recall(
        question, owner=tenant.name, options=RecallOptions(touch=False, without=frozenset({"newest"}))
    )
    assert [one.drawer.text for one in plain.hits] == [old, new]


async def test_one_turn_is_enough_to_be_told_the_new_date(memory: GraphMem, tenant: Owner) -> None:
    """What is looked at does not depend on how many turns are wanted."""
    for day, text in enumerate((OLD, "The museum grant needs a budget.", NEW)):
        await memory.observer.observe(tenant, text, said_at=MONDAY + timedelta(days=day))
    result = await memory.recall(ASKED, owner=tenant.name, options=RecallOptions(limit=1, touch=False))
    assert [one.drawer.text for one in result.hits] == [NEW]


def by(speaker: str, day: int, text: str, *, asked: bool) -> Hit:
    one = hit(day, text)
    return replace(one, drawer=replace(one.drawer, speaker=speaker), signals={"speaker": float(asked)})


def test_another_person_s_later_value_is_no_later_one_of_whom_is_asked() -> None:
    terms = ("grant", "deadline")
    hits = [
        by("Nora", 1, "My grant deadline is April 1.", asked=True),
        by("Tom", 9, "My grant deadline is April 9.", asked=False),
        by("Tom", 5, "The grant deadline of Nora is April 5.", asked=False),
    ]
    assert days(newest_first(hits, "When is Nora's grant deadline?", terms, Language.EN)) == [5, 9, 1]
    nobody = [replace(one, signals={}) for one in hits]
    assert days(newest_first(nobody, "When is the grant deadline?", terms, Language.EN)) == [9, 5, 1]
