"""`graphmem reform`: memories that rules wrote become quotes of their drawers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.memory import Memory
from graphmem.store import nodes
from tests.cli.conftest import graphmem

pytestmark = pytest.mark.long

SAID = "I keep nine hens in Urla and I sell the eggs on Sundays. My brother Efe built the coop in 2019."
FORMER = {
    "nine hens": "Elif keeps nine hens in Urla.",
    "the eggs": "Elif sells the eggs on Sundays.",
    "the coop": "Elif's brother Efe built the coop in 2019.",
}
_REWRITE = """MATCH (m:Memory {id: $id}) SET m.text = $text, m.lesson = 'Keep it in mind.'
REMOVE m.quote_drawer, m.quote_start, m.quote_end"""
_SAY_AGAIN = """MATCH (m:Memory {id: $id})-[:DERIVED_FROM]->(d:Drawer), (m)-[:IN_TIER]->(t:Tier)
CREATE (twin:EnglishMemory:Memory) SET twin = m {.*, id: $twin, text: $text}
CREATE (twin)-[:DERIVED_FROM]->(d), (twin)-[:IN_TIER {since: m.recorded_at, reason: 'born'}]->(t)"""


async def test_memories_of_rules_become_quotes_and_keep_their_ids(
    memory: GraphMem, environment: dict[str, str], owner: str
) -> None:
    whose = memory.owner(owner)
    seen = await memory.observer.observe(whose, SAID, speaker="Elif")
    pinned = await memory.observer.observe(whose, "I am allergic to walnuts.", speaker="Elif")
    kept = pinned.statements[0].memory or ""
    await memory.memories.pin(whose, kept)
    quotes = {one.id: one for one in await _all(memory, owner)}
    await nodes.use(memory.database)
    for statement in seen.statements:
        text = next(text for words, text in FORMER.items() if words in statement.text)
        await adb.cypher_query(_REWRITE, {"id": statement.memory, "text": text})
    twin = {
        "id": seen.statements[0].memory,
        "twin": f"!{seen.statements[0].memory}",
        "text": "Elif keeps hens in Urla.",
    }
    await adb.cypher_query(_SAY_AGAIN, twin)
    before = {one.id: one for one in await _all(memory, owner)}

    def reform(*options: str) -> dict[str, Any]:
        ended = graphmem(environment, "reform", "--owner", owner, "--json", *options)
        assert ended.returncode == 0, ended.stderr
        found: dict[str, Any] = json.loads(ended.stdout)[owner]
        return found

    dry = reform("--dry-run")
    assert (dry["reformed"], dry["retracted"], dry["spared"]) == (len(seen.statements), 1, 1)
    assert {one.id: one for one in await _all(memory, owner)} == before
    assert reform()["changes"] == dry["changes"]
    after = {one.id: one for one in await _all(memory, owner)}
    assert len(after) == len(before) - 1
    for id_, one in after.items():
        assert (one.text, one.quote) == (quotes[id_].text, quotes[id_].quote)
        view = await memory.memories.get(whose, id_)
        assert [version.text for version in view.versions] == ([before[id_].text] if id_ != kept else [])
    again = reform()
    assert (again["kept"], again["reformed"], again["retracted"]) == (len(seen.statements), 0, 0)


async def _all(memory: GraphMem, owner: str) -> tuple[Memory, ...]:
    return (await memory.memories.page(memory.owner(owner), first=50)).items
