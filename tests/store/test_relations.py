"""Relations: not doubled, counted, pruned at the owner's limit, the telling ones never."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.relation import Relation, RelationType
from graphmem.store import filing, nodes, relations
from graphmem.store.database import Transaction

GROUNDS = ("map", "town")
PEOPLE = ("Ada", "Bora", "Cem", "Derya", "Ece")


async def memories(memory: GraphMem, tenant: Owner) -> list[str]:
    ids = []
    for name in PEOPLE:
        seen = await memory.observer.learn(tenant, f"{name} collects very old maps of {name}'s home town.")
        ids.append(seen.statements[0].memory or "")
    return ids


async def link(memory: GraphMem, tenant: Owner, found: list[Relation], *, limit: int = 50_000) -> int:
    now = datetime.now(UTC)

    async def work(transaction: Transaction) -> int:
        await filing.lock(transaction, tenant)
        return await relations.link(transaction, tenant, [(one, now) for one in found], now, limit=limit)

    return await memory.database.write(work)


async def live(memory: GraphMem, tenant: Owner, id_: str) -> set[tuple[str, float]]:
    view = await memory.memories.get(tenant, id_)
    return {(link.type, link.confidence) for link in view.relations}


async def test_a_repeated_relation_keeps_the_higher_confidence(memory: GraphMem, tenant: Owner) -> None:
    a, b, *_ = await memories(memory, tenant)
    await memory.database.write(lambda t: _retract_all(t, tenant))
    assert await link(memory, tenant, [Relation(a, b, RelationType.CAUSES, 0.5, "rule", GROUNDS)]) == 1
    assert await link(memory, tenant, [Relation(a, b, RelationType.CAUSES, 0.9, "model", GROUNDS)]) == 0
    assert await link(memory, tenant, [Relation(a, b, RelationType.CAUSES, 0.2, "rule", GROUNDS)]) == 0
    view = await memory.memories.get(tenant, a)
    assert [(one.type, one.confidence, one.detected_by) for one in view.relations] == [("CAUSES", 0.9, "model")]


async def test_symmetric_relations_have_one_direction(memory: GraphMem, tenant: Owner) -> None:
    a, b, *_ = await memories(memory, tenant)
    await memory.database.write(lambda t: _retract_all(t, tenant))
    assert await link(memory, tenant, [Relation(a, b, RelationType.RELATED_TO, 0.4, "rule")]) == 1
    assert await link(memory, tenant, [Relation(b, a, RelationType.RELATED_TO, 0.4, "rule")]) == 0


async def test_a_memory_that_everything_relates_to_gets_no_more_weak_relations(
    memory: GraphMem, tenant: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What supersedes, contradicts or causes is linked all the same, and so is what a person relates by hand."""
    a, b, c, d, e = await memories(memory, tenant)
    await nodes.use(memory.database)
    await adb.cypher_query("MATCH (:Memory {owner: $owner})-[e]->(:Memory) DELETE e", {"owner": tenant.key})
    monkeypatch.setattr(relations, "MOST_OF_ONE", 1)
    assert await link(memory, tenant, [Relation(a, b, RelationType.RELATED_TO, 0.4, "rule")]) == 1
    assert await link(memory, tenant, [Relation(c, a, RelationType.ELABORATES, 0.9, "rule")]) == 0
    assert await link(memory, tenant, [Relation(d, a, RelationType.CAUSES, 0.4, "rule", GROUNDS)]) == 1
    await memory.memories.relate(tenant, e, a, RelationType.ELABORATES)
    assert {link.id for link in (await memory.memories.get(tenant, a)).relations} == {b, d, e}


async def test_the_limit_takes_the_least_telling_first(memory: GraphMem, tenant: Owner) -> None:
    a, b, c, d, e = await memories(memory, tenant)
    await memory.database.write(lambda t: _retract_all(t, tenant))
    kept = [
        Relation(a, b, RelationType.CAUSES, 0.1, "rule", GROUNDS),
        Relation(a, c, RelationType.CONTRADICTS, 0.1, "rule"),
        Relation(a, d, RelationType.ELABORATES, 0.5, "rule"),
    ]
    await link(memory, tenant, [*kept, Relation(a, e, RelationType.RELATED_TO, 0.99, "rule")])
    await link(memory, tenant, [Relation(a, b, RelationType.SAME_ENTITY, 0.9, "rule")], limit=4)
    assert await live(memory, tenant, a) == {("CAUSES", 0.1), ("CONTRADICTS", 0.1), ("ELABORATES", 0.5)}
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []


async def _retract_all(transaction: Transaction, tenant: Owner) -> None:
    """Forget what the rules found between these memories, so that a test counts its own relations only."""
    await transaction.run(relations._PRUNE, owner=tenant.key, surplus=1_000, now=datetime.now(UTC))
