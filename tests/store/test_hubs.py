"""Whoever 10,000 memories name costs no more than whoever 400 do: db hits by PROFILE."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.retrieval.traversal import Explorer
from graphmem.store.database import Database
from graphmem.store.profiling import Hits, ProfilingDriver

pytestmark = pytest.mark.long

SMALL, BIG = 400, 10_000
SHE = "entity://person/clara"
QUESTION = "Who is Clara?"

# Copies of one memory, which hang on whom it names and nothing else; without words or a vector, they are made fast.
COPY = """MATCH (m:Memory {id: $id})-[r:MENTIONS]->(e:Entity)
UNWIND range(1, $number) AS place
CREATE (copy:Memory) SET copy = m {.*, id: m.id + toString(place), embedding: null, used_at: null}
CREATE (copy)-[named:MENTIONS]->(e) SET named = properties(r)"""
DROP = """MATCH (m:Memory) WHERE m.id STARTS WITH $id AND m.id <> $id
CALL (m) { DETACH DELETE m } IN TRANSACTIONS OF 5000 ROWS"""


@pytest.fixture
async def about_her(memory: GraphMem, owner: str) -> AsyncIterator[str]:
    """The id of a memory that names her."""
    told = await memory.observer.learn(Owner.named(owner), "Clara repaired the violin.")
    (verdict,) = told.statements
    assert verdict.memory is not None
    yield verdict.memory
    async with memory.database.driver.session() as session:
        await (await session.run(DROP, id=verdict.memory)).consume()


async def costs(memory: GraphMem, owner: Owner, start: str) -> Hits:
    """What each statement cost of a recall, a profile and a search of the neighbours."""
    driver = ProfilingDriver(memory.database.driver)
    database = Database(driver, memory.database.address)  # type: ignore[arg-type]
    profiled = GraphMem(memory.settings, database, memory.embedder, memory.usage, ledger=memory.ledger)
    await profiled.recall(QUESTION, owner=owner.name)
    explorer = Explorer(database)
    await explorer.profile(owner, SHE)
    assert len(await explorer.related(owner, start, hops=4, limit=100)) > 30
    await profiled.learner.drain()
    return driver.hits


async def test_a_hub_of_ten_thousand_costs_no_more(memory: GraphMem, owner: str, about_her: str) -> None:
    whose = Owner.named(owner)
    driver = memory.database.driver
    # The big one first: a plan made for a store of three memories reads them all, until the server makes it anew.
    await driver.execute_query(COPY, id=about_her, number=BIG)
    await driver.execute_query("CALL db.clearQueryCaches()")
    big = await costs(memory, whose, about_her)
    await driver.execute_query(DROP.partition("\n")[0] + " DETACH DELETE m", id=about_her)
    await driver.execute_query(COPY, id=about_her, number=SMALL)
    small = await costs(memory, whose, about_her)
    assert {"recall/hub_memories", "recall/conamed_memories"} <= big.keys()
    grown = {
        name: (max(small[name]), max(hits)) for name, hits in big.items() if max(hits) > 1.5 * max(small[name]) + 20
    }
    assert not grown
