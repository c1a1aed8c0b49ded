"""The hot tier stands in every context, whatever is asked."""

from __future__ import annotations

from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.palace import Owner
from graphmem.services.retrieval.hot_tier import HotTier
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import nodes
from tests.services.retrieval.conftest import learn

_DOUBTED = "MATCH (m:Memory {id: $id, owner: $owner}) SET m.source_confidence = $confidence RETURN count(m)"
_UNUSED = "MATCH (m:Memory) WHERE m.id IN $ids SET m.access_count = 0 RETURN count(m)"
_PROVED = """MATCH (m:Memory {id: $id, owner: $owner})
SET m.tier = $tier, m.utility = $utility, m.access_count = $uses,
    m.used_at = datetime() RETURN count(m)"""


async def prove(memory: GraphMem, owner: Owner, id_: str, *, tier: str, utility: float, uses: int) -> None:
    await nodes.use(memory.database)
    given = {"id": id_, "owner": owner.key, "tier": tier, "utility": utility, "uses": uses}
    rows, _ = await adb.cypher_query(_PROVED, given)
    assert rows == [[1]]


async def test_what_proved_itself_is_shown_with_every_answer(memory: GraphMem, tenant: Owner) -> None:
    hot = await learn(memory, tenant, "Ada is allergic to peanuts.")
    for text, tier, utility, uses in (
        ("Ada owns a red kayak.", "semantic", 0.79, 10),
        ("Ada plays the cello.", "semantic", 0.9, 9),
        ("Ada works in a clinic.", "episodic", 0.9, 10),
    ):
        await prove(memory, tenant, await learn(memory, tenant, text), tier=tier, utility=utility, uses=uses)
    await prove(memory, tenant, hot, tier="semantic", utility=0.8, uses=10)
    assert [one.id for one in await HotTier(memory.database).memories(tenant)] == [hot]
    assert "allergic to peanuts" in (await memory.recall("Which boat is red?", owner=tenant.name)).context
    assert (await memory.recall("thanks!", owner=tenant.name)).context == ""
    await memory.erase(owner=tenant.name)  # tiers set by hand would trouble the doctor of later tests


async def test_what_is_unsure_is_neither_hot_nor_a_standing_rule(memory: GraphMem, tenant: Owner) -> None:
    """Through the command and the answers it gives: a recall's block and a standing context."""
    unsure = await learn(memory, tenant, "Ada never eats peanuts.", Category.POLICY)
    sure = await learn(memory, tenant, "Ada always wears a helmet.", Category.POLICY)
    for id_, confidence in ((unsure, 0.49), (sure, 0.5)):
        await prove(memory, tenant, id_, tier="semantic", utility=0.9, uses=12)
        await adb.cypher_query(_DOUBTED, {"id": id_, "owner": tenant.key, "confidence": confidence})
    block = (await memory.recall("Which boat is red?", owner=tenant.name)).context
    assert ("helmet" in block, "peanuts" in block) == (True, False)
    await adb.cypher_query(_UNUSED, {"ids": [unsure, sure]})
    standing = await memory.activator.activate(tenant)
    assert [entry.memory.id for entry in standing.entries] == [sure]
    assert [(one.memory.id, one.reason) for one in standing.dropped] == [(unsure, "unsure: 0.49 of 0.50")]
    await memory.erase(owner=tenant.name)


async def test_it_is_kept_for_a_while_and_forgotten_on_demand(memory: GraphMem, tenant: Owner) -> None:
    tier = HotTier(memory.database)
    assert await tier.memories(tenant) == ()
    id_ = await learn(memory, tenant, "Ada is allergic to peanuts.")
    await prove(memory, tenant, id_, tier="semantic", utility=0.8, uses=10)
    assert await tier.memories(tenant) == ()
    tier.forget(tenant)
    assert [one.id for one in await tier.memories(tenant)] == [id_]
    await memory.erase(owner=tenant.name)


async def test_what_is_forgotten_or_of_another_file_is_not_shown(memory: GraphMem, tenant: Owner) -> None:
    id_ = await learn(memory, tenant, "Ada is allergic to peanuts.")
    await prove(memory, tenant, id_, tier="semantic", utility=0.8, uses=10)
    await nodes.use(memory.database)
    await adb.cypher_query("MATCH (m:Memory {id: $id}) SET m.scope = ['src/*.py'] RETURN count(m)", {"id": id_})
    for path, shown in (("src/main.py", True), ("docs/main.md", False), (None, True)):
        found = await memory.recall("Which boat is red?", owner=tenant.name, options=RecallOptions(path=path))
        assert ("peanuts" in found.context) is shown
    await memory.memories.forget(tenant, id_)
    assert "peanuts" not in (await memory.recall("Which boat is red?", owner=tenant.name)).context
    await memory.erase(owner=tenant.name)
