"""Dreams on the real store: planned, shown, carried out, stopped by a brake, taken back; and what sleeps."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from neomodel import adb

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.dream import Plan, RunState, Step
from graphmem.model.memory import Tier
from graphmem.model.owner_choices import MOST_AWAKE, MOST_RELATIONS, Capacity
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.services.lifecycle.application import CHANGED_SINCE, carry_out
from graphmem.services.lifecycle.dreams import KEPT_AWAKE
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import dreams as store_dreams
from graphmem.store import nodes
from graphmem.store.doctor import Finding

LATER = datetime.now(UTC) + timedelta(days=100)
"""A hundred days from now, which is when most of these dreams are dreamt."""

SAID = ("We had lunch outside.", "The weather was nice.", "It rained a little.")
"""Of a kind that may sleep, and without number, date or name."""

OVER = "MATCH (m:Memory {id: $id}) SET m.temporal_type = 'time_bounded', m.valid_until = datetime() + duration('P3D')"
"""It was a plan, of which the time will be over in three days."""

OTHERS = (
    "The old printer prints long pages slowly when the ink runs low.",
    "The kitchen smells of fresh bread because the oven is always on.",
    "Garden hoses freeze unless somebody drains the pipes against the frost.",
    "The choir rehearses loudly above the bicycle workshop and its noise.",
    "Violins need careful tuning whenever the concert hall becomes humid.",
    "Sailing lessons begin with knots, ropes and the names of the winds.",
    "Chess players write down their moves and shake hands afterwards.",
    "The library lends telescopes to patient people who return them clean.",
    "Bakers fold butter into dough again and again for crispy layers.",
    "Old maps show rivers that engineers later buried under the streets.",
    "Divers check valves, gauges and masks twice before they descend.",
    "Beekeepers move their hives to the heath when the clover withers.",
)
"""Of a kind that is kept for good, and each saying more than any of those."""


async def _learn(memory: GraphMem, owner: Owner, text: str, category: Category = Category.FACT, **how: Any) -> str:
    seen = await memory.observer.learn(owner, text, category=category, **how)
    (verdict,) = seen.statements
    assert verdict.memory is not None, verdict.reason
    return verdict.memory


async def _cypher(memory: GraphMem, statement: Any, **given: object) -> list[Any]:
    await nodes.use(memory.database)
    rows, _ = await adb.cypher_query(statement, given)
    return list(rows)


async def _picture(memory: GraphMem, owner: Owner) -> list[Any]:
    """All that a dream may touch of an owner's memories."""
    return await _cypher(
        memory,
        "MATCH (m:Memory {owner: $owner}) RETURN m.id, m {.*, embedding: null}, "
        "COLLECT { MATCH (m)-[s:IN_TIER]->(t:Tier) RETURN [t.name, properties(s)] ORDER BY s.since } ORDER BY m.id",
        owner=owner.key,
    )


async def _tier(memory: GraphMem, owner: Owner, id_: str) -> Tier:
    return (await memory.memories.get(owner, id_)).memory.tier


async def _breaches(memory: GraphMem) -> list[Finding]:
    return [finding for finding in await memory.doctor() if finding.count and finding.grave]


def _of(plan: Plan, step: Step) -> set[str]:
    return {change.memory for change in plan.changes if change.step is step}


async def test_what_is_told_again_climbs_what_is_over_or_worth_little_sleeps_and_all_of_it_comes_back(
    memory: GraphMem, tenant: Owner
) -> None:
    dreams = memory.dreams
    often = await _learn(memory, tenant, "The deploy script lives in the tools folder.")
    for session in ("one", "two"):
        await memory.sessions.start(tenant, session)
        told = "The deploy script lives in the tools folder."
        assert await _learn(memory, tenant, told, session=session) == often
    useful = await _learn(memory, tenant, "Restarting the router helps when the printer hangs.", Category.PITFALL)
    for _ in range(8):
        await memory.outcomes.record(tenant, [useful], success=True)
    over = await _learn(memory, tenant, "Elif will visit us on Sunday.", Category.PLAN)
    pinned = await _learn(memory, tenant, "The concert is on Monday.", Category.PLAN, pinned=True)
    for id_ in (over, pinned):
        await _cypher(memory, OVER, id=id_)
    idle = [await _learn(memory, tenant, text, Category.OTHER) for text in SAID]
    only = await _learn(memory, tenant, "Ayda parked on level 47.", Category.OTHER)
    kept = await _learn(memory, tenant, "I prefer strong black tea with lemon over any coffee.", Category.PREFERENCE)
    for text in OTHERS:
        await _learn(memory, tenant, text, Category.WORKFLOW)

    before = await _picture(memory, tenant)
    plan = await dreams.plan(tenant, now=LATER)
    assert await _picture(memory, tenant) == before, "a plan writes nothing"
    assert _of(plan, Step.EXPIRY) == {over}
    assert _of(plan, Step.PROMOTION) == {often}, "a utility of 0.78 is 0.6 after a hundred days"
    assert _of(await dreams.plan(tenant, now=datetime.now(UTC) + timedelta(days=8)), Step.PROMOTION) == {often, useful}
    asleep = _of(plan, Step.SLEEP)
    assert asleep
    assert asleep <= set(idle)
    assert only not in asleep
    assert kept not in asleep
    assert all(change.evidence and change.rule for change in plan.changes)
    assert plan.brake is None

    done = await dreams.apply(tenant, by="test", plan=plan.id, now=LATER)
    assert done.run is not None
    assert (done.run.state, done.run.changed, done.run.by) == (RunState.APPLIED, len(plan.changes), "test")
    assert await _tier(memory, tenant, often) is Tier.SEMANTIC
    assert await _tier(memory, tenant, over) is Tier.DORMANT
    assert await _breaches(memory) == []
    listed = await dreams.changes(tenant, done.run.id[:8], first=1)
    assert listed.has_next
    rest = await dreams.changes(tenant, done.run.id, first=100, after=listed.cursors[-1])
    assert len(listed.items) + len(rest.items) == len(plan.changes)
    tiers = await dreams.tiers(tenant, now=datetime.now(UTC))
    assert tiers[Tier.DORMANT] == len(asleep | {over}), "what is over sleeps as well"
    assert (await memory.procedures.stats(tenant)).by_tier["dormant"].memories == tiers[Tier.DORMANT]
    assert tiers[Tier.SEMANTIC] == 1 + len(_of(plan, Step.SUMMARIES)), "what climbed, and what was made"

    for _ in range(3):
        assert (await dreams.apply(tenant, by="test", now=LATER)).run is None, "the same clock, the same store"
    with pytest.raises(InvalidInputError, match="not what plan"):
        await dreams.apply(tenant, by="test", plan=plan.id, now=LATER)

    undone = await dreams.undo(tenant, done.run.id[:8], now=LATER)
    assert (undone.run.state, undone.memories, undone.conflicts) == (RunState.UNDONE, len(plan.changes), ())
    assert await _picture(memory, tenant) == before, "as if nobody had dreamt"
    with pytest.raises(InvalidInputError, match="undone before"):
        await dreams.undo(tenant, done.run.id)
    assert await _breaches(memory) == []
    assert (await dreams.plan(tenant, now=LATER)).id == plan.id


async def test_a_change_since_the_plan_is_passed_over_and_one_since_the_dream_is_a_conflict(
    memory: GraphMem, tenant: Owner
) -> None:
    dreams = memory.dreams
    ids = [await _learn(memory, tenant, text, Category.PLAN) for text in SAID]
    for id_ in ids:
        await _cypher(memory, OVER, id=id_)
    plan = await dreams.plan(tenant, now=LATER)
    assert _of(plan, Step.EXPIRY) == set(ids)
    await memory.memories.pin(tenant, ids[0])
    done = await carry_out(memory.database, tenant, plan, by="test")
    assert done.run is not None
    assert done.run.changed == 2
    assert done.run.steps[0].skipped == {CHANGED_SINCE: 1}

    await dreams.wake(tenant, ids[1], now=LATER + timedelta(days=1))
    assert await _tier(memory, tenant, ids[1]) is Tier.EPISODIC
    one = await dreams.undo(tenant, done.run.id, memory=ids[2], now=LATER)
    assert (one.memories, one.conflicts, one.run.state) == (1, (), RunState.APPLIED)
    with pytest.raises(InvalidInputError, match="undone before"):
        await dreams.undo(tenant, done.run.id, memory=ids[2])
    with pytest.raises(NotFoundError, match="changed no memory"):
        await dreams.undo(tenant, done.run.id, memory=ids[0])
    rest = await dreams.undo(tenant, done.run.id, now=LATER)
    assert [(one.memory, one.field, one.written, one.found) for one in rest.conflicts] == [
        (ids[1], "tier", "dormant", "episodic")
    ]
    assert (rest.run.state, rest.memories, rest.run.undone) == (RunState.UNDONE, 0, 1), "what is left is not taken back"
    told = {one.memory: one.is_left for one in (await dreams.changes(tenant, done.run.id, first=9)).items}
    assert told == {ids[1]: True, ids[2]: False}
    assert await _breaches(memory) == []


async def test_of_dreams_at_once_one_is_kept(memory: GraphMem, tenant: Owner) -> None:
    """As workers of two servers dream, of which one is late with its slot: all plan the same before one has begun."""
    for text in SAID:
        over = await _learn(memory, tenant, text, Category.PLAN)
        await _cypher(memory, OVER, id=over)
    plan = await memory.dreams.plan(tenant, now=LATER)
    done = await asyncio.gather(*(memory.dreams.carry_out(tenant, plan, by=f"server {number}") for number in range(4)))
    kept = [one.run for one in done if one.run is not None]
    assert sum(run.changed for run in kept) == len(SAID)
    assert all(run.changed for run in kept)
    assert [run.id for run in (await memory.dreams.runs(tenant)).items] == [run.id for run in reversed(kept)]
    assert all(not one.plan.changes for one in done if one.run is None)


async def test_a_brake_stops_a_run_before_it_writes_and_a_later_run_is_undone_first(
    memory: GraphMem, tenant: Owner
) -> None:
    first = await _learn(memory, tenant, "Elif will visit us on Sunday.", Category.PLAN)
    await _cypher(
        memory,
        "MATCH (m:Memory {id: $id})-[:IN_TIER]->(t:Tier) SET m.temporal_type = 'time_bounded', "
        "m.valid_until = datetime() + duration('P3D') WITH m, t UNWIND range(1, 30) AS n "
        "CREATE (c:Memory:EnglishMemory)-[:IN_TIER {since: m.recorded_at, reason: 'born'}]->(t) "
        "SET c = m {.*, id: $id + n, write_source: 'manual', embedding: null, embedded: false, quote_drawer: null, "
        "quote_start: null, quote_end: null}",
        id=first,
    )
    dreams = memory.dreams
    before = await _picture(memory, tenant)
    held = await dreams.apply(tenant, by="test", now=LATER)
    assert held.run is not None
    assert held.run.state is RunState.HELD
    assert "20 are allowed" in (held.run.brake or "")
    assert await _picture(memory, tenant) == before
    with pytest.raises(InvalidInputError, match="waits for a confirmation"):
        await dreams.undo(tenant, held.run.id)
    done = await dreams.apply(tenant, by="test", confirm=True, now=LATER)
    assert done.run is not None
    assert (done.run.state, done.run.slept) == (RunState.APPLIED, 31)
    assert [run.id for run in (await dreams.runs(tenant)).items] == [done.run.id], "the held one is over"

    await dreams.wake(tenant, first, now=LATER)
    again = await dreams.apply(tenant, by="test", confirm=True, now=LATER + KEPT_AWAKE)
    assert again.run is not None, "what was woken is kept awake no longer"
    assert [run.number for run in (await dreams.runs(tenant)).items] == [3, 2]
    with pytest.raises(InvalidInputError, match=again.run.id[:8]):
        await dreams.undo(tenant, done.run.id)
    await dreams.undo(tenant, again.run.id)
    assert len((await dreams.undo(tenant, done.run.id)).conflicts) == 1
    assert await _breaches(memory) == []


async def test_after_ninety_days_only_the_counts_of_a_run_are_kept(memory: GraphMem, tenant: Owner) -> None:
    await _learn(memory, tenant, "Elif will visit us on Sunday.", Category.PLAN)
    soon = datetime.now(UTC) + timedelta(days=30)
    run = (await memory.dreams.apply(tenant, by="test", now=soon)).run
    assert run is not None
    assert run.changed == 1
    await _cypher(
        memory, "MATCH (:DreamRun {id: $id})-[c:CHANGED]->() SET c.at = datetime() - duration('P91D')", id=run.id
    )
    assert await store_dreams.fold(memory.database) >= 1
    kept = await memory.dreams.run(tenant, run.id)
    assert (kept.changed, kept.folded_at is None) == (1, False)
    assert (await memory.dreams.changes(tenant, run.id)).items == ()
    with pytest.raises(InvalidInputError, match="more than 90 days"):
        await memory.dreams.undo(tenant, run.id)
    assert await _breaches(memory) == []


async def forty(memory: GraphMem, tenant: Owner) -> None:
    """Forty memories, two of each text."""
    first = await _learn(memory, tenant, "We had lunch outside.", Category.OTHER)
    await _cypher(
        memory,
        "MATCH (m:Memory {id: $id})-[:IN_TIER]->(t:Tier) UNWIND range(1, 39) AS n "
        "CREATE (c:Memory:EnglishMemory)-[:IN_TIER {since: m.recorded_at, reason: 'born'}]->(t) "
        "SET c = m {.*, id: $id + n, write_source: 'manual', embedding: null, embedded: false, quote_drawer: null, "
        "quote_start: null, quote_end: null}, "
        "c.text = 'The code is ' + toString(n / 2 + 100)",
        id=first,
    )


async def test_more_than_may_be_awake_makes_room(memory: GraphMem, tenant: Owner) -> None:
    await forty(memory, tenant)
    dreams = replace(memory.dreams, most_awake=30)
    plan = await dreams.plan(tenant, now=LATER)
    assert (plan.awake, plan.sleeping) == (40, 13), "to nine tenths of thirty"
    told = [change.text for change in plan.changes if change.text.startswith("The code")]
    assert len(told) == len(set(told)), "never both of those that say the same number"


@pytest.mark.parametrize(("capacity", "asleep"), [("small", 13), ("standard", 0), ("archive", 0)])
async def test_how_much_is_kept_awake_is_the_owners_choice(
    memory: GraphMem, tenant: Owner, monkeypatch: pytest.MonkeyPatch, capacity: str, asleep: int
) -> None:
    monkeypatch.setitem(MOST_AWAKE, Capacity.SMALL, 30)
    await forty(memory, tenant)
    await memory.owner_settings.set(tenant, choices={"capacity": capacity})
    assert (await memory.dreams.plan(tenant, now=LATER)).sleeping == asleep


@pytest.mark.parametrize(("capacity", "kept"), [("archive", True), ("small", False)])
async def test_relations_make_room_as_the_owner_chose(
    memory: GraphMem, tenant: Owner, monkeypatch: pytest.MonkeyPatch, capacity: str, kept: bool
) -> None:
    monkeypatch.setitem(MOST_RELATIONS, Capacity.SMALL, 0)
    await memory.owner_settings.set(tenant, choices={"capacity": capacity})
    for days in ("1 December 2026", "9 December 2026"):
        id_ = await _learn(memory, tenant, f"I will see the dentist on {days}.", Category.PLAN)
    told = {link.type for link in (await memory.memories.get(tenant, id_)).relations}
    assert (RelationType.ELABORATES in told) is kept


async def test_what_holds_a_fact_that_is_still_so_stays_awake(memory: GraphMem, tenant: Owner) -> None:
    resides = await _learn(memory, tenant, "Ayşe lives in Ankara.", Category.OTHER)
    for text in (
        "Ayşe saw Ankara from the train and wrote a long letter.",
        "Snow fell while Ayşe crossed Ankara at dusk.",
    ):
        await _learn(memory, tenant, text, Category.OTHER)
    plan = await replace(memory.dreams, most_awake=1).plan(tenant, now=LATER)
    assert plan.sleeping, "there is something to make room of"
    assert resides not in _of(plan, Step.SLEEP)


async def test_a_sleeper_is_not_recalled_wakes_when_told_again_or_asked_for_and_can_be_replaced(
    memory: GraphMem, tenant: Owner
) -> None:
    dreams, text = memory.dreams, "The staging server listens on port 5433."
    id_ = await _learn(memory, tenant, text)
    other = await _learn(memory, tenant, "Nora lives in Ankara.")
    view = await dreams.demote(tenant, id_[:12])
    assert (view.memory.tier, view.tiers[-1].reason) == (Tier.DORMANT, "by hand: put to sleep")
    question = "On which port does the staging server listen?"
    found = await memory.recall(question, owner=tenant.name)
    assert id_ not in {hit.memory.id for hit in found.memories}
    await memory.learner.drain()
    assert await _tier(memory, tenant, id_) is Tier.DORMANT

    shown = await memory.recall(question, owner=tenant.name, options=RecallOptions(dormant=True, touch=False))
    assert id_ in {hit.memory.id for hit in shown.memories}
    assert f"- {text}" not in shown.context
    await memory.recall(question, owner=tenant.name, options=RecallOptions(dormant=True))
    await memory.learner.drain()
    assert await _tier(memory, tenant, id_) is Tier.EPISODIC

    await dreams.promote(tenant, id_)
    await dreams.demote(tenant, id_)
    assert await _learn(memory, tenant, text) == id_
    view = await memory.memories.get(tenant, id_)
    assert (view.memory.tier, view.tiers[-1].reason) == (Tier.SEMANTIC, "told again")

    await dreams.demote(tenant, other)
    newer = await _learn(memory, tenant, "Nora lives in Izmir now.")
    assert newer != other
    replaced = (await memory.memories.get(tenant, other)).memory
    assert replaced.tier is Tier.DORMANT
    assert replaced.valid_until is not None or replaced.retracted_at is not None
    assert await _breaches(memory) == []


async def test_what_cannot_be_done_is_said(memory: GraphMem, tenant: Owner) -> None:
    dreams = memory.dreams
    with pytest.raises(InvalidInputError, match="no memory to dream of") as caught:
        await dreams.plan(tenant)
    assert caught.value.field == "owner"
    for wrong in ("feedfeed", "no such run"):
        with pytest.raises(NotFoundError, match=wrong):
            await dreams.undo(tenant, wrong)
    assert (await dreams.runs(tenant)).items == ()
    with pytest.raises(InvalidInputError, match="no cursor"):
        await dreams.runs(tenant, after="x")
    pinned = await _learn(memory, tenant, "I prefer tea.", Category.PREFERENCE, pinned=True)
    with pytest.raises(InvalidInputError, match="is pinned"):
        await dreams.demote(tenant, pinned)
    await memory.memories.forget(tenant, pinned)
    with pytest.raises(InvalidInputError, match="not believed"):
        await dreams.promote(tenant, pinned)
    with pytest.raises(NotFoundError):
        await dreams.wake(Owner.named(f"{tenant.name}-other"), pinned)
