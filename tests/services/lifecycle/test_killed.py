"""A dream that is killed after any of its writes loses nothing: the next does the rest, and both can be undone."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.dream import WHOLE, RunState
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.dreams import Dreams
from tests.services.lifecycle.test_derived import BOAT
from tests.services.lifecycle.test_dreams import LATER, OVER, _breaches, _cypher, _learn, _picture

SCRIPT = Path(__file__).parents[2] / "support" / "killed_dreams.py"
COPY = """
MATCH (m:Memory {id: $id})-[:IN_TIER]->(t:Tier) MATCH (m)-[:DERIVED_FROM]->(d:Drawer)
CREATE (c:Memory:EnglishMemory)-[:IN_TIER {since: m.recorded_at, reason: 'born'}]->(t)
CREATE (c)-[:DERIVED_FROM]->(d) SET c = m {.*, id: $copy}
"""


async def _life(memory: GraphMem, owner: Owner) -> list[Any]:
    """Every memory and where it is, whichever run put it there."""
    return await _cypher(
        memory,
        "MATCH (m:Memory {owner: $owner}) RETURN m.id, m.tier, m.merged_into, m.retracted_at ORDER BY m.id",
        owner=owner.key,
    )


@pytest.mark.long
async def test_a_dream_killed_after_any_of_its_writes(memory: GraphMem, tenant: Owner) -> None:
    """There is something for every step: a plan that is over, what was told again, a theme, what recurs, a summary, and
    what sleeps."""
    over = await _learn(memory, tenant, "Elif will visit us on Sunday.", Category.PLAN)
    await _cypher(memory, OVER, id=over)
    said = "The spare key hangs behind the blue door on floor 7."
    key = await _learn(memory, tenant, said)
    for number in range(2):
        await _cypher(memory, COPY, id=key, copy=f"{key[:-1]}{number}x")
    for text in BOAT:
        await _learn(memory, tenant, text)
    for drink in ("Tea", "Coffee", "Cocoa", "Cider", "Ayran"):
        await _learn(memory, tenant, f"{drink} is what the guests of house {len(drink)} order.")
    for session, drink in zip(("one", "two", "three"), ("green tea", "cold brew", "hot cocoa"), strict=True):
        await memory.sessions.start(tenant, session)
        await memory.observer.observe(tenant, f"I like {drink}.", speaker="Ada", session=session)
    for text in ("We had lunch outside.", "It rained a little."):
        await _learn(memory, tenant, text, Category.OTHER)

    dreams, before = Dreams(memory.database), await _picture(memory, tenant)
    whole = await dreams.apply(tenant, by="test", confirm=True, now=LATER)
    assert whole.run is not None
    assert {one.step for one in whole.plan.changes} == set(WHOLE)
    dreamt = await _life(memory, tenant)
    await dreams.undo(tenant, whole.run.id, now=LATER)
    assert await _picture(memory, tenant) == before

    address = memory.database.address
    child = await asyncio.create_subprocess_exec(
        sys.executable, SCRIPT, address.uri, address.password, tenant.name, LATER.isoformat(),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    deaths = 0
    try:
        while (line := await child.stdout.readline()) == b"died\n":
            deaths += 1
            (run,) = (await dreams.runs(tenant, first=1)).items
            assert run.state is (RunState.APPLIED if run.ended_at else RunState.RUNNING)
            assert await _breaches(memory) == []
            rest = (await dreams.apply(tenant, by="test", confirm=True, now=LATER)).run
            assert await _life(memory, tenant) == dreamt
            assert {one.state for one in (await dreams.runs(tenant)).items} <= {RunState.APPLIED, RunState.UNDONE}
            assert (await dreams.run(tenant, run.id)).ended_at is not None
            for one in (rest, run):
                if one is not None:
                    await dreams.undo(tenant, one.id, now=LATER)
            assert await _picture(memory, tenant) == before
            child.stdin.write(b"\n")
            await child.stdin.drain()
        assert line == b"done\n"
        assert deaths == len(whole.plan.changes) + 3, "one a change, one at the beginning, one at the end, and its note"
        assert await _life(memory, tenant) == dreamt
    finally:
        child.stdin.close()
        if child.returncode is None:
            child.kill()
        await child.wait()
