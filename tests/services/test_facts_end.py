"""A fact ends with the last memory that grounds it, in whatever way that ends, and comes back with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.facts import Facts
from tests.services.test_tombstones import DAY, forget, told

LATER = DAY + timedelta(days=5)
ADA = "entity://person/ada"


async def open_facts(memory: GraphMem, owner: Owner) -> set[str]:
    ada = await memory.entities.get(owner, ADA)
    return {fact.object for fact in ada.facts if fact.retracted_at is None and fact.valid_until is None}


async def healthy(memory: GraphMem) -> bool:
    return not [finding for finding in await memory.doctor() if finding.count and finding.grave]


@pytest.mark.parametrize(
    ("before", "after", "current"),
    [
        pytest.param(
            "I prefer short answers.",
            "I no longer want short answers.",
            set(),
            marks=pytest.mark.xfail(strict=True, reason="the judge of changes holds it for 0.45 likely"),
        ),
        ("I prefer long summaries.", "From now on I prefer short summaries.", set()),
        ("I work as a nurse at the hospital.", "I quit the hospital.", set()),
        ("I prefer tea.", "I prefer coffee now.", {"coffee"}),
    ],
)
async def test_what_the_gate_replaces_ends_its_facts(
    memory: GraphMem, tenant: Owner, before: str, after: str, current: set[str]
) -> None:
    await memory.mine(told("before", before), owner=tenant.name)
    (known,) = await open_facts(memory, tenant)
    await memory.mine(told("after", after, at=LATER), owner=tenant.name)
    assert await open_facts(memory, tenant) == current
    facts = await Facts(memory.database).as_of(tenant, ADA, valid_at=DAY + timedelta(days=1))
    assert known in [fact.object for fact in facts]
    assert await healthy(memory)


async def test_what_one_batch_says_and_replaces_is_over(memory: GraphMem, tenant: Owner) -> None:
    said = told("chat", "I prefer long summaries.", "From now on I prefer short summaries.")
    await memory.mine(said, owner=tenant.name)
    assert await open_facts(memory, tenant) == set()
    assert await healthy(memory)


async def told_twice(memory: GraphMem, owner: Owner) -> tuple[str, str]:
    """Two memories that state one fact: ids, the one that grounds it first."""
    first = await memory.observer.learn(owner, "Ada works at Siemens as the lead of the turbine tests.")
    second = await memory.observer.learn(owner, "Ada works at Siemens, in an office with a view of the river Isar.")
    one, other = (told.statements[0].memory for told in (first, second))
    assert one
    assert other
    assert one != other
    return one, other


async def test_a_fact_rests_on_the_next_memory_that_states_it(memory: GraphMem, tenant: Owner) -> None:
    one, other = await told_twice(memory, tenant)
    await memory.amendments.invalidate(tenant, one)
    assert "Siemens" in await open_facts(memory, tenant)
    await memory.amendments.invalidate(tenant, other)
    assert "Siemens" not in await open_facts(memory, tenant)
    assert await healthy(memory)
    await memory.amendments.restore(tenant, other)
    assert "Siemens" in await open_facts(memory, tenant)
    await memory.amendments.restore(tenant, one)
    await memory.amendments.invalidate(tenant, other)
    assert "Siemens" in await open_facts(memory, tenant)
    assert await healthy(memory)


async def test_deleting_a_turn_leaves_what_another_states(memory: GraphMem, tenant: Owner) -> None:
    one, _ = await told_twice(memory, tenant)
    (turn,) = (await memory.memories.get(tenant, one)).sources
    await memory.memories.delete_drawer(tenant, str(turn.pointer), by="test")
    assert "Siemens" in await open_facts(memory, tenant)
    assert await healthy(memory)


async def test_a_forgotten_memory_takes_its_fact_and_brings_it_back(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("chat", "I prefer short answers."), owner=tenant.name)
    stone = await forget(memory, tenant, "short answers")
    assert await healthy(memory)
    await memory.tombstones.lift(tenant, stone, by="test")
    assert await open_facts(memory, tenant) == {"short answers"}


def day(month: int, number: int) -> datetime:
    return datetime(DAY.year, month, number, tzinfo=UTC)


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        (["I live in Izmir until 20 December {year}."], {"Izmir": day(12, 21)}),
        (["20 Aralık {year} tarihine kadar Siemens'te çalışıyorum."], {"Siemens": day(12, 21)}),
        (["My sister Rita is here until 20 December {year}."], {"Rita": None}),
        (["My sister Rita is getting married on 20 December {year}."], {"Rita": None}),
        (["I live in Izmir until 20 December {year}.", "I live in Izmir."], {"Izmir": None}),
        (["I live in Izmir.", "I live in Izmir until 20 December {year}."], {"Izmir": day(12, 21)}),
        (
            ["I live in Izmir until 20 December {year}.", "I live in Izmir until 24 December {year}."],
            {"Izmir": day(12, 25)},
        ),
    ],
)
async def test_a_fact_ends_where_its_own_words_say(
    memory: GraphMem, tenant: Owner, lines: list[str], ends: dict[str, datetime | None]
) -> None:
    for number, line in enumerate(lines):
        at = DAY + timedelta(days=number)
        await memory.mine(told(f"chat-{number}", line.format(year=DAY.year), at=at), owner=tenant.name)
    ada = await memory.entities.get(tenant, ADA)
    assert {one.object: one.valid_until for one in ada.facts if one.retracted_at is None} == ends
    assert await healthy(memory)


async def test_an_end_told_of_an_earlier_time_leaves_what_began_later(memory: GraphMem, tenant: Owner) -> None:
    told_at = {
        "I live in Izmir until 20 December 2026.": DAY,
        "I live in Izmir.": datetime(2027, 3, 1, 9, tzinfo=UTC),
        "I live in Izmir until 10 December 2026, near the harbour.": LATER,
    }
    for number, (line, at) in enumerate(told_at.items()):
        await memory.mine(told(f"chat-{number}", line, at=at), owner=tenant.name)
    facts = (await memory.entities.get(tenant, ADA)).facts
    assert all(one.valid_until is None or one.valid_until > one.valid_from for one in facts)
    assert any(one.valid_until is None and one.retracted_at is None for one in facts if one.object == "Izmir")
