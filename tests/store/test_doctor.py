"""The doctor finds what is broken: every check is shown a breach it must report, and the graph without it."""

from __future__ import annotations

from typing import Any

import pytest
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import doctor, nodes
from tests.support.conversations import conversation

BREACHES = {
    "every memory has one open tier, its own": "CREATE (:Memory {id: $id, owner: $id, tier: 'episodic'})",
    "every derived memory leads to its source": "CREATE (:Memory {id: $id, owner: $id, write_source: 'observer'})",
    "every quote stands in a source of its memory": "CREATE (:Memory {id: $id, owner: $id, quote_drawer: $id})",
    "no interval is empty or runs backwards": (
        "CREATE (:Memory {id: $id, owner: $id, valid_from: datetime(), valid_until: datetime() - duration('P1D')})"
    ),
    "what was replaced ends where its successor begins": (
        "CREATE (:Memory {id: $id, owner: $id, valid_from: datetime(), retracted_at: datetime('9999-12-31')})"
        "-[:SUPERSEDES {detected_by: 'gate', retracted_at: datetime('9999-12-31')}]->"
        "(:Memory {id: $id + 'x', owner: $id, "
        "valid_until: datetime('9999-12-31'), retracted_at: datetime('9999-12-31')})"
    ),
    "every fact ends with the memory that grounds it": (
        "CREATE (:Memory {id: $id, owner: $id, retracted_at: datetime('2026')}) "
        "CREATE (:Entity {uri: $id, owner: $id, mentions: 0})-[:FACT {fact_id: $id, owner: $id, subject: $id, "
        "object: $id + 'x', slot: $id, memory_id: $id, retracted_at: datetime('9999-12-31T00:00:00Z')}]->"
        "(:Entity {uri: $id + 'x', owner: $id, mentions: 0})"
    ),
    "every embedding has the size of its index": "CREATE (:Memory {id: $id, owner: $id, embedding: [0.1, 0.2]})",
    "no edge joins two owners": (
        "CREATE (:Wing {id: $id, owner: $id})-[:HAS_ROOM]->(:Room {id: $id, owner: $id + 'x', drawers: 0})"
    ),
    "every text has the label of its language": "CREATE (:Drawer:TurkishDrawer {id: $id, owner: $id, language: 'en'})",
    "no cause begins after its effect": (
        "CREATE (:Memory {id: $id, owner: $id, valid_from: datetime()})-[:CAUSES {grounds: ['log'], "
        "retracted_at: datetime('9999-12-31')}]->(:Memory {id: $id + 'x', owner: $id, valid_from: datetime('2026')})"
    ),
    "every cause has something in common with its effect": (
        "CREATE (m:Memory {id: $id, owner: $id})-[:CAUSES {retracted_at: datetime('9999-12-31')}]->(m)"
    ),
    "every drawer lies in one closet, every counter counts": "CREATE (:Drawer {id: $id, owner: $id, pointer: $id})",
    "every question is about two memories that are believed": "CREATE (:Review {id: $id, owner: $id, state: 'open'})",
    "every procedure has its name and steps, every episode its event": (
        "CREATE (:Memory:Procedure {id: $id, owner: $id, slug: 'a', name: 'a', version: 1, steps: []})"
    ),
    "every change of a dream leads from its run to a memory": (
        "CREATE (:DreamRun {id: $id, owner: $id, number: 1, changed: 1})-[:CHANGED {owner: $id}]->(:Tier {id: $id, "
        "name: $id, owner: $id})"
    ),
    "what was forgotten is withheld, and no tombstone holds words": "CREATE (:Tombstone {id: $id, owner: $id})",
    "every schedule that is not paused has a next run": (
        "CREATE (:Schedule {id: $id, owner: $id, kind: 'dream', cron: '0 3 * * *', time_zone: 'UTC', paused: false})"
    ),
    "no schedule has changed nothing twenty times in a row": (
        "CREATE (:Schedule {id: $id, owner: $id, kind: 'dream', cron: '0 3 * * *', time_zone: 'UTC', paused: false, "
        "next_run: datetime(), runs: 20, unchanged: 20})"
    ),
    "no dream wants to change nearly everything": (
        "CREATE (:DreamRun {id: $id, owner: $id, number: 1, changed: 0, state: 'held', awake: 50, planned: 45})"
    ),
    "no import or dream is under way": (
        "CREATE (:Job {id: $id, owner: $id, owner_name: $id, kind: 'import', state: 'running', "
        "created_at: datetime(), lease_until: datetime() + duration('PT1M')})"
    ),
    "no dream was cut off": (
        "CREATE (:DreamRun {id: $id, owner: $id, number: 1, changed: 0, state: 'running', "
        "at: datetime() - duration('PT61M')})"
    ),
    "no key has been unused for ninety days": (
        "CREATE (:ApiKey {id: $id, owner: $id, owner_name: $id, hash: $id, prefix: $id, label: 'old', "
        "created_at: datetime() - duration('P91D')})"
    ),
    "no owner's settings were lost by a rebuild": (
        "CREATE (:Owner {id: $id, key: $id, name: $id, settings_version: 1})"
    ),
    "no job has been waiting for more than an hour": (
        "CREATE (:Job {id: $id, owner: $id, kind: 'none', state: 'failed', "
        "run_after: datetime.realtime() - duration('PT61M')})"
    ),
    "every turn has its token states": (
        "CREATE (:Drawer {id: $id, owner: $id, embedded: true, embedding: [n IN range(1, 384) | 0.1]})"
    ),
    "every edge carries what it is ordered by": "CREATE (:Entity {id: $id, owner: $id, uri: $id, mentions: 1})",
}


UNMENDED = {
    "every drawer lies in one closet, every counter counts",  # this one lies nowhere
    "every change of a dream leads from its run to a memory",
    "what was forgotten is withheld, and no tombstone holds words",
}
"""Of what a repair cannot mend all, these."""

MENDED = {check.name for check in doctor.CHECKS if check.repair is not None} - UNMENDED


@pytest.mark.parametrize("check", BREACHES)
async def test_a_breach_is_found_and_named(memory: GraphMem, owner: str, check: str) -> None:
    before = {finding.check: finding.count for finding in await memory.doctor()}
    await nodes.use(memory.database)
    statement: Any = BREACHES[check]
    await adb.cypher_query(statement, {"id": owner})
    try:
        found = {finding.check: finding for finding in await memory.doctor()}
        assert found[check].count == before[check] + 1
        assert found[check].example
        mended = {finding.check: finding for finding in await memory.doctor(repair=True)}
        assert mended[check].repaired == (check in MENDED)
        again = {finding.check: finding for finding in await memory.doctor(repair=True)}
        assert {name for name, finding in again.items() if finding.repaired} == set(), "a repair is done once"
        assert again[check].count == before[check] + (check not in MENDED)
        assert again[check].remedy
    finally:
        await adb.cypher_query("MATCH (n) WHERE n.id STARTS WITH $id OR n.owner = $id DETACH DELETE n", {"id": owner})
    assert {finding.check: finding.count for finding in await memory.doctor()} == before
    assert all(finding.count == 0 for finding in await memory.doctor() if finding.grave)


PARTLY = {
    "every drawer lies in one closet, every counter counts": (
        "CREATE (:Owner {id: $id, key: $id, name: $id, drawers: 3})"
    ),
    "every change of a dream leads from its run to a memory": (
        "CREATE (m:Memory:EnglishMemory {id: $id, owner: $id, tier: 'episodic', language: 'en'}) "
        "CREATE (m)-[:IN_TIER]->(t:Tier {id: $id, name: 'episodic', owner: $id}) "
        "CREATE (m)-[:IN_TIER {since: datetime('2026'), until: datetime('2026')}]->(t)"
    ),
    "what was forgotten is withheld, and no tombstone holds words": (
        "CREATE (m:Memory:EnglishMemory {id: $id, owner: $id, tier: 'episodic', language: 'en', tombstone: $id, "
        "recorded_at: datetime('2026'), forgotten_at: datetime('2026-02-01'), "
        "retracted_at: datetime('9999-12-31T00:00:00Z')}) "
        "CREATE (m)-[:IN_TIER]->(:Tier {id: $id, name: 'episodic', owner: $id})"
    ),
}
"""Breaches of those that can be mended."""


@pytest.mark.parametrize("check", PARTLY)
async def test_what_can_be_mended_is(memory: GraphMem, owner: str, check: str) -> None:
    await nodes.use(memory.database)
    statement: Any = PARTLY[check]
    await adb.cypher_query(statement, {"id": owner})
    try:
        found = {finding.check: finding for finding in await memory.doctor(repair=True)}
        assert (found[check].count, found[check].repaired) == (0, 1)
    finally:
        await adb.cypher_query("MATCH (n) WHERE n.id STARTS WITH $id DETACH DELETE n", {"id": owner})


def test_every_check_is_shown_a_breach() -> None:
    assert set(BREACHES) == {check.name for check in doctor.CHECKS}


async def test_a_store_that_outgrew_its_texts_is_told_of(memory: GraphMem) -> None:
    async def sizes(on_disk: int | None) -> list[doctor.Finding]:
        found = await doctor.examine(memory.database, on_disk=on_disk)
        return [one for one in found if one.check.startswith("the store takes")]

    (grown,) = await sizes(2**40)
    assert (grown.count, grown.grave) == (1, False)
    assert (grown.example or "").startswith("1048576 MB on disk")
    assert [one.count for one in await sizes(doctor.SMALL_BYTES)] == [0], "a young store is no matter"
    assert await sizes(None) == [], "of another's server nobody knows"
    own = [one.count for one in await memory.doctor() if one.check == grown.check]
    assert own == ([] if memory.settings.neo4j_uri else [0])


async def test_a_mined_store_is_healthy(memory: GraphMem, owner: str) -> None:
    await memory.mine(conversation(sessions=3), owner=owner)
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []


async def test_a_version_stands_in_the_index_of_its_memory(memory: GraphMem, tenant: Owner) -> None:
    """What was believed before is found by its words, too, for those who ask what was known then."""
    await memory.observer.learn(tenant, "Nora lives in Ankara.")
    await memory.observer.learn(tenant, "Nora lives in Izmir now.")
    await nodes.use(memory.database)
    versions, _ = await adb.cypher_query(
        "MATCH (v:Memory {owner: $owner})-[:VERSION_OF]->() RETURN labels(v)", {"owner": tenant.key}
    )
    assert [sorted(labels) for (labels,) in versions] == [["EnglishMemory", "Memory"]]
    assert all(finding.count == 0 for finding in await memory.doctor() if finding.grave)
