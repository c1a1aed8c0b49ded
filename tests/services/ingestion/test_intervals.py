"""Both clocks of what is told: nothing lasts for no time, and what was replaced ends where its successor begins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.store import nodes

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)

MOVES = ("I live in Ankara now.", "I moved to Izmir.", "I moved to Bursa.")

BROKEN = """
MATCH (m:Memory {owner: $owner}) WHERE m.valid_until <= m.valid_from OR m.retracted_at <= m.recorded_at
RETURN 'memory ' + m.text AS what
UNION ALL
MATCH (:Entity {owner: $owner})-[f:FACT]->() WHERE f.valid_until <= f.valid_from OR f.retracted_at <= f.recorded_at
RETURN 'fact ' + f.text AS what
UNION ALL
MATCH (b:Memory {owner: $owner})-[e:SUPERSEDES]->(a:Memory)
WHERE a.retracted_at.year = 9999 AND b.retracted_at.year = 9999 AND a.valid_until > b.valid_from
RETURN 'successor of ' + a.text AS what
UNION ALL
MATCH (s:Entity {owner: $owner})-[f:FACT]->(), (s)-[g:FACT]->()
WHERE f.slot = g.slot AND f.fact_id < g.fact_id AND f.retracted_at.year = 9999 AND g.retracted_at.year = 9999
  AND f.valid_from < g.valid_until AND g.valid_from < f.valid_until
RETURN 'two facts: ' + f.text + ' / ' + g.text AS what
"""


async def broken(memory: GraphMem, owner: Owner) -> list[str]:
    await nodes.use(memory.database)
    rows, _ = await adb.cypher_query(BROKEN, {"owner": owner.key})
    return [row[0] for row in rows]


def told(key: str, said: list[tuple[str, datetime | None]]) -> Conversation:
    turns = tuple(Turn(text=text, speaker="Ada", role=Role.USER, said_at=at) for text, at in said)
    return Conversation(key=key, title=key, wing="ada", sessions=(Session(title=key, started_at=MONDAY, turns=turns),))


async def test_two_undated_moves_of_one_conversation_follow_each_other(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("moves", [(move, None) for move in MOVES]), owner=tenant.name)
    assert await broken(memory, tenant) == []
    ada = await memory.entities.get(tenant, "entity://person/ada")
    lived = [fact for fact in ada.facts if fact.predicate == "lives_in" and fact.retracted_at is None]
    assert [fact.object for fact in sorted(lived, key=lambda fact: fact.valid_from)] == ["Ankara", "Izmir", "Bursa"]
    assert [fact.object for fact in lived if fact.valid_until is None] == ["Bursa"]


@pytest.mark.parametrize("_owner", range(4))  # which of a memory and its version comes first, hangs on their ids
async def test_a_clock_that_went_back_supersedes_rightly_and_keeps_versions(
    memory: GraphMem, tenant: Owner, _owner: int
) -> None:
    first = await memory.observer.observe(tenant, "I moved to Izmir.", speaker="Ada", said_at=MONDAY)
    await nodes.use(memory.database)
    await adb.cypher_query(
        "MATCH (m:Memory {owner: $owner}) SET m.recorded_at = m.recorded_at + duration('P1D') WITH count(m) AS n "
        "MATCH (:Entity {owner: $owner})-[f:FACT]->() SET f.recorded_at = f.recorded_at + duration('P1D')",
        {"owner": tenant.key},
    )
    second = await memory.observer.observe(
        tenant, "I moved to Bursa.", speaker="Ada", said_at=MONDAY + timedelta(days=2)
    )
    assert [one.action for one in second.statements] == [GateAction.SUPERSEDE]
    assert await broken(memory, tenant) == []
    former = await memory.memories.get(tenant, first.statements[0].memory or "")
    assert former.memory.valid_until == MONDAY + timedelta(days=2)
    assert [version.valid_until for version in former.versions] == [None]
    # What a clock ahead recorded is known now, and can be forgotten now.
    live = await memory.memories.page(tenant, live=True, first=10)
    assert [item.id for item in live.items] == [second.statements[0].memory]
    assert (await memory.memories.forget(tenant, former.memory.id)).tombstone
    assert await broken(memory, tenant) == []
    counted = {one.name: one.mentions for one in await memory.entities.all(tenant)}
    assert (counted["Ada"], counted["Bursa"], counted.get("Izmir", 0)) == (1, 1, 0), "its version counts for nothing"


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    said=st.lists(st.tuples(st.sampled_from(MOVES), st.sampled_from([None, 0, 0, 1, 2])), min_size=2, max_size=4),
    apart=st.booleans(),
)
async def test_no_order_of_tellings_breaks_an_interval(
    memory: GraphMem, tenant: Owner, said: list[tuple[str, int | None]], apart: bool
) -> None:
    """Undated, at equal times, backwards; in one conversation or one after another."""
    await memory.erase(owner=tenant.name)
    tenant = Owner.named(tenant.name)  # one made before an erasure writes nothing after it
    dated = [(text, None if day is None else MONDAY + timedelta(days=day)) for text, day in said]
    for number, lines in enumerate([[line] for line in dated] if apart else [dated]):
        await memory.mine(told(f"moves {number}", lines), owner=tenant.name)
    assert await broken(memory, tenant) == []
