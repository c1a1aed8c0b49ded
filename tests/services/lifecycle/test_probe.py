"""A dream is tried by questions about the owner's memories, and taken back by itself when they lose their answers."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.facade import GraphMem
from graphmem.model.dream import Change, Plan, RunState, Step
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.services.lifecycle import probe
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import dreams

TEXTS = {
    "level": "Ayda parked her car on level 47.",
    "door": "The code of the cellar door is 9031.",
    "flight": "The flight to Oslo leaves at gate 22.",
    "tyres": "The winter tyres were changed on 4 November 2025.",
    "piano": "The piano teacher comes by bicycle.",
}


async def learned(memory: GraphMem, owner: Owner) -> dict[str, str]:
    """Recorded as episodes, of which no turn is filed that would answer in their place."""
    return {name: (await memory.recorder.episode(owner, text)).memory.id for name, text in TEXTS.items()}


async def sleeping(memory: GraphMem, owner: Owner, ids: set[str]) -> Plan:
    """A plan that no step makes: these sleep, whatever only they say."""
    now = datetime.now(UTC)
    rows = [row async for page in dreams.live_memories(memory.database, owner, Tier.EPISODIC, now) for row in page]
    changes = tuple(
        Change(
            row["id"], row["text"], Step.SLEEP, "a test", (), {"tier": row["tier"], "sub_tier": row["sub_tier"]},
            {"tier": Tier.DORMANT.value, "sub_tier": row["sub_tier"]}, tuple(row["seen"]),
        )
        for row in rows if row["id"] in ids
    )  # fmt: skip
    assert len(changes) == len(ids)
    return Plan(now, len(rows), (), changes)


async def tier(memory: GraphMem, owner: Owner, id_: str) -> Tier:
    return (await memory.memories.get(owner, id_)).memory.tier


async def test_a_dream_that_loses_answers_is_taken_back_and_says_so(memory: GraphMem, tenant: Owner) -> None:
    ids = await learned(memory, tenant)
    asked = await probe.questions(memory.database, tenant, datetime.now(UTC))
    assert {one.memory for one in asked} == set(ids.values()) - {ids["piano"]}, "it states nothing, and nobody asked"
    assert not any(character.isdigit() for one in asked for character in one.query)
    done = await memory.dreams.carry_out(tenant, await sleeping(memory, tenant, {ids["level"], ids["door"]}), by="test")
    assert done.run
    assert (done.run.state, done.run.changed, done.run.undone) == (RunState.UNDONE, 2, 2)
    assert (done.run.asked, done.run.answered_before, done.run.answered_after) == (4, 4, 2)
    assert done.run.taken_back == "Of 4 questions 4 found their answer before it and 2 after it."
    assert done.run == await memory.dreams.run(tenant, done.run.id)
    assert await tier(memory, tenant, ids["level"]) is Tier.EPISODIC
    assert (await memory.recall("What is the code of the cellar door?", owner=tenant.name)).memories


async def test_what_was_shown_lately_is_asked_for_and_what_others_say_is_no_loss(
    memory: GraphMem, tenant: Owner
) -> None:
    ids = await learned(memory, tenant)
    shown = await memory.recall(
        "How does the piano teacher come?", owner=tenant.name, options=RecallOptions(min_confidence=0.0, limit=1)
    )
    assert [hit.memory.id for hit in shown.memories] == [ids["piano"]]
    assert shown.context
    await memory.learner.drain()
    done = await memory.dreams.carry_out(tenant, await sleeping(memory, tenant, {ids["piano"]}), by="test")
    assert done.run
    assert (done.run.state, done.run.asked, done.run.answered_after) == (RunState.UNDONE, 5, 4)

    await memory.recorder.episode(tenant, "Ayda says that level 47 is where her car is parked.")
    done = await memory.dreams.carry_out(tenant, await sleeping(memory, tenant, {ids["level"]}), by="test")
    assert done.run
    assert (done.run.state, done.run.taken_back) == (RunState.APPLIED, None)
    assert done.run.answered_before == done.run.answered_after > 0
    assert await tier(memory, tenant, ids["level"]) is Tier.DORMANT
