"""How many statements a question costs once who speaks and what is hot is known: each is a way to the server."""

from __future__ import annotations

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store.database import Database
from graphmem.store.profiling import ProfilingDriver
from tests.services.retrieval.conftest import learn

ALWAYS = {
    "recall/first_look",
    "recall/nearest_drawers",
    "recall/memories_by_meaning",
    "recall/around_memories",
    "recall/describe_memories",
    "recall/describe_drawers",
}
QUESTIONS = {
    "Which valve was too old?": ALWAYS,
    "What did Murat repair?": ALWAYS | {"recall/hub_memories"},
    "Why did the boiler leak?": ALWAYS | {"recall/causal_paths", "recall/leading_turns"},
}
ONCE = {"recall/speakers", "recall/hot_memories"}
"""Kept for five minutes; an owner whose turns nobody named speaks is asked for again."""

TWO = "What happened to the boiler of the house? Which valve was too old?"


async def test_each_question_costs_so_many_statements(memory: GraphMem, tenant: Owner) -> None:
    for text in ("The boiler leaked because the valve was too old.", "Murat repaired the boiler of the house."):
        await learn(memory, tenant, text)
    driver = ProfilingDriver(memory.database.driver)
    database = Database(driver, memory.database.address)  # type: ignore[arg-type]
    counted = GraphMem(memory.settings, database, memory.embedder, memory.usage, ledger=memory.ledger)
    quiet = RecallOptions(touch=False)
    await counted.recall("Which boiler is it?", owner=tenant.name, options=quiet)
    for question, expected in QUESTIONS.items():
        driver.hits.clear()
        found = await counted.recall(question, owner=tenant.name, options=quiet)
        assert found.memories, question
        asked = {name: len(calls) for name, calls in driver.hits.items() if name not in ONCE}
        assert set(asked) <= expected | {"recall/causal_paths", "recall/leading_turns"}, question
        # One more look where the route changes, one walk where a cause may be asked for.
        assert sum(asked.values()) <= len(expected) + 2, question
    driver.hits.clear()
    found = await counted.recall(TWO, owner=tenant.name, options=quiet)
    assert len(found.sub_queries) == 2
    asked = {name: len(calls) for name, calls in driver.hits.items() if name not in ONCE}
    assert sum(asked.values()) <= 2 * (len(ALWAYS) + 1)
