"""Stores that earlier releases filled: opening them mends and keeps what they hold."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from neomodel import adb

from graphmem.errors import DatabaseError
from graphmem.facade import GraphMem
from graphmem.model.instant import AsOf
from graphmem.model.palace import Owner
from graphmem.store import first_look, labels, nodes, queries, remembered, schema
from graphmem.store.remembered import Scope
from tests.support.records import record

pytestmark = pytest.mark.long


async def test_sessions_of_an_earlier_release_are_kept(spare: GraphMem, tenant: Owner) -> None:
    """Their ids were unique over all owners; afterwards another owner may have the same, also after a rebuild."""
    await nodes.use(spare.database)
    await spare.sessions.start(tenant, "chat-1", agent="planner")
    await adb.cypher_query("DROP CONSTRAINT session_owner_id")
    await adb.cypher_query("CREATE CONSTRAINT session_id FOR (n:Session) REQUIRE n.id IS UNIQUE")
    await adb.cypher_query("MATCH (v:SchemaVersion) WHERE v.name =~ '05[78]_.*' DELETE v")
    assert await schema.migrate(spare.database, record(spare)) == 2
    other = Owner.named("another")
    assert await spare.sessions.start(other, "chat-1") == "chat-1"
    assert [(row.id, row.agent, row.state) for row in await spare.sessions.all(tenant)] == [
        ("chat-1", "planner", "active")
    ]
    await spare.reindex(schema_only=True)
    await schema.check_indexes(spare.database)
    assert len(await spare.sessions.all(other)) == 1


QUANTISED = """
CYPHER 25 CREATE VECTOR INDEX memory_embedding FOR (n:Memory) ON n.embedding
WITH [n.owner, n.tier, n.category, n.valid_from, n.valid_until, n.recorded_at, n.retracted_at]
OPTIONS {indexConfig: {`vector.dimensions`: 384, `vector.quantization.type`: 'BINARY'}}
"""


GONE = """MATCH (m:Memory {id: $id})
CALL (m) { MATCH (m)-[:MENTIONS]->(e:Entity) SET e.mentions = e.mentions - 1 }
DETACH DELETE m"""


async def test_an_owner_without_memories_learns_beside_changed_ones(spare: GraphMem, tenant: Owner) -> None:
    """Neo4j 2026.09 fails that search on a quantised index, which earlier releases made: opening replaces it."""
    await nodes.use(spare.database)
    await spare.database.run(queries.load("schema/drop_index"), index="memory_embedding")
    await adb.cypher_query(QUANTISED)
    await spare.database.run(queries.load("schema/await_indexes"), seconds=60)
    learned = await spare.observer.learn(tenant, "We deploy every Tuesday. My sister Ayla lives in Bursa.")
    await adb.cypher_query(GONE, {"id": learned.statements[0].memory})
    with pytest.raises(DatabaseError, match="out of bounds"):
        await spare.observer.learn(Owner.named("newcomer"), "Lunch is at noon.")
    assert await schema.migrate(spare.database, record(spare)) == 0
    assert (await spare.observer.learn(Owner.named("newcomer"), "Lunch is at noon.")).statements[0].memory


STRIP = (
    "MATCH ()-[r:MENTIONS]->() REMOVE r.owner, r.uri, r.said_at, r.valid_from",
    "MATCH ()-[f:FACT]->() REMOVE f.subject, f.object, f.slot",
    "MATCH ()-[c:COACTIVATED]->() REMOVE c.owner, c.origin",
    "MATCH (n:Entity|Room|Closet|Memory) REMOVE n.mentions, n.wing_id, n.room_id, n.used_at",
    "MATCH (v:SchemaVersion) WHERE v.name =~ '(06|16|17|18).*' DELETE v",
)
"""Makes a store one of earlier releases, whose lists were read by expanding nodes."""


async def listed(memory: GraphMem, owner: Owner) -> list[object]:
    """What comes by the order of an index."""
    ayla = "entity://person/ayla"
    (wing,) = (await memory.browse.wings(owner, first=5)).items
    (rooms,) = await memory.browse.rooms(owner, [wing.id], first=5)
    return [
        await memory.entities.all(owner),
        await memory.entities.get(owner, ayla),
        await memory.entities.mentions(owner, ayla),
        await memory.memories.page(owner, entity=ayla),
        await memory.explorer.timeline(owner, ayla),
        rooms,
        await memory.browse.closets(owner, [room.id for room in rooms.items], first=5),
        await remembered.activation_pool(memory.database, owner, [], [], datetime.now(UTC), 5),
    ]


async def test_a_store_of_an_earlier_release_lists_what_it_holds(
    spare: GraphMem, tenant: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening it gives edges and nodes what they are ordered by, a few at a time; a fact ends the one before it."""
    for text in ("My sister Ayla lives in Bursa.", "Ayla owns a sailing boat.", "Ayla works at Acme."):
        await spare.observer.learn(tenant, text)
    await spare.recall("Where does Ayla live?", owner=tenant.name)
    await spare.learner.drain()
    before = await listed(spare, tenant)
    assert all(before)

    await nodes.use(spare.database)
    for statement in STRIP:
        await adb.cypher_query(statement)
    monkeypatch.setattr(schema, "CHANGED_AT_ONCE", 2)
    assert await schema.migrate(spare.database, record(spare)) > 0
    assert await listed(spare, tenant) == before
    assert all(finding.count == 0 for finding in await spare.doctor())

    await spare.observer.learn(tenant, "Ayla moved to Izmir.")
    facts = (await spare.entities.get(tenant, "entity://person/ayla")).facts
    homes = {fact.object: fact.valid_until for fact in facts if fact.predicate == "lives_in"}
    assert homes["Izmir"] is None
    assert homes["Bursa"] is not None


FORMER = {
    "drawer_text_en": "FOR (n:Drawer) ON EACH [n.owner, n.text, n.index_text] OPTIONS {indexConfig: "
    "{`fulltext.analyzer`: 'english'}}",
    "drawer_text_tr": "FOR (n:Drawer) ON EACH [n.text, n.index_text, n.owner] OPTIONS {indexConfig: "
    "{`fulltext.analyzer`: 'turkish'}}",
    "memory_text_en": "FOR (n:Memory) ON EACH [n.owner, n.text, n.lesson] OPTIONS {indexConfig: "
    "{`fulltext.analyzer`: 'english'}}",
    "memory_text_tr": "FOR (n:Memory) ON EACH [n.text, n.lesson, n.owner] OPTIONS {indexConfig: "
    "{`fulltext.analyzer`: 'turkish'}}",
}
"""The full-text indexes of earlier releases: every text in the index of each language, none with a label of its own."""

UNLABEL = "MATCH (n:Drawer|Memory) REMOVE n:EnglishDrawer:TurkishDrawer:EnglishMemory:TurkishMemory"


async def found_by_words(memory: GraphMem, owner: Owner, word: str) -> tuple[int, int]:
    """How many turns and how many memories have the word."""
    scope = Scope(owner, AsOf().bounds(datetime.now(UTC)))
    deep = first_look.Depths(10, 10, 10, 10)
    look = await first_look.look(memory.database, scope, [word], "en", deep, memories=10, hubs=0, names=[])
    return len(look.turns.ids), len(look.memories.ids)


@pytest.mark.parametrize("killed", [False, True], ids=["whole", "after a kill"])
async def test_a_text_of_an_earlier_release_is_found_by_its_words(
    spare: GraphMem, tenant: Owner, killed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening such a store labels its texts and makes the indexes anew; the next opening has nothing to do."""
    await nodes.use(spare.database)
    await spare.observer.learn(tenant, "My sister Ayla moved to Bursa in spring.")
    await spare.observer.learn(tenant, "Kız kardeşim Ayla ilkbaharda Bursa'ya taşındı.")
    for name, definition in FORMER.items():
        await spare.database.run(queries.load("schema/drop_index"), index=name)
        await adb.cypher_query(f"CREATE FULLTEXT INDEX {name} {definition}")
    await adb.cypher_query(UNLABEL)
    if killed:  # when some texts had their label and the first index was new
        await spare.database.run(queries.load("schema/label_texts"), labels=labels.TEXTS, limit=1)
        await spare.database.run(queries.load("schema/drop_index"), index="drawer_text_en")
        await spare.database.run(queries.load("schema/040_drawer_text_en"))

    monkeypatch.setattr(schema, "LABELLED_AT_ONCE", 1)
    told: list[tuple[str, int, int | None]] = []
    assert await schema.migrate(spare.database, record(spare), lambda *news: told.append(news)) == 0
    assert {what for what, *_ in told} == {"labelling texts", "rebuilding indexes"}
    # A turn is indexed with the one before it, so the Turkish one has the English word, too.
    assert await found_by_words(spare, tenant, "moved") == (2, 1)
    assert await found_by_words(spare, tenant, "Bursa'dan") == (1, 1)  # the Turkish analyser knows the case
    assert await found_by_words(spare, tenant, "Ayla") == (2, 2)
    assert all(finding.count == 0 for finding in await spare.doctor())

    told.clear()
    assert await schema.migrate(spare.database, record(spare), lambda *news: told.append(news)) == 0
    assert told == []


WITHOUT_TAGS = """CREATE FULLTEXT INDEX memory_text_en FOR (n:EnglishMemory) ON EACH [n.owner, n.text, n.lesson]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}"""


async def test_an_episode_of_an_earlier_release_is_found_by_its_tags(spare: GraphMem, tenant: Owner) -> None:
    await nodes.use(spare.database)
    await spare.recorder.episode(tenant, "Billing came back by itself.", tags=["Quillfeather"])
    await spare.database.run(queries.load("schema/drop_index"), index="memory_text_en")
    await adb.cypher_query(WITHOUT_TAGS)
    assert (await found_by_words(spare, tenant, "quillfeather"))[1] == 0
    await schema.migrate(spare.database, record(spare))
    assert (await found_by_words(spare, tenant, "quillfeather"))[1] == 1


FORMERLY = """
MATCH (a:Memory {owner: $owner}), (b:Memory {owner: $owner}) WHERE a.text CONTAINS $a AND b.text CONTAINS $b
CREATE (a)-[cause:CAUSES {detected_by: 'connective'}]->(b)
CREATE (a)-[shared:SAME_ENTITY {detected_by: 'shared entities'}]->(b)
FOREACH (e IN [cause, shared] | SET e.confidence = 0.5, e.valid_from = a.valid_from, e.recorded_at = datetime(),
         e.valid_until = datetime('9999-12-31'), e.retracted_at = datetime('9999-12-31'))
WITH a MATCH (o:Owner {key: $owner}) SET o.relations = o.relations + 2
"""
"""A cause and a shared entity as earlier releases wrote them."""

FILLED = """MATCH (n:Room|Entity {owner: $o}) MATCH (o:Owner {key: $o}) SET o.settings = '{}'
FOREACH (_ IN CASE WHEN n:Room THEN [1] ELSE [] END | SET n.kind = 'conversation')
FOREACH (_ IN CASE WHEN n:Entity THEN [1] ELSE [] END | SET n.summary = '')"""
LEFT = """MATCH (n:Room|Entity|Owner) WHERE (n.owner = $o OR n.key = $o)
  AND (n.settings IS NOT NULL OR n.summary IS NOT NULL OR (n:Room AND n.kind IS NOT NULL))
RETURN count(n)"""
"""Properties that nobody wrote anything into, or always the same."""


async def test_relations_of_an_earlier_release_that_say_nothing_are_retracted(spare: GraphMem, tenant: Owner) -> None:
    await nodes.use(spare.database)
    told = {
        "state": "We store the sensor state in PostgreSQL with TimescaleDB.",
        "readings": "PostgreSQL and TimescaleDB lost their readings.",
        "honey": "I love rye bread with honey.",
    }
    for day, text in enumerate(told.values(), start=1):
        await spare.observer.observe(tenant, text, speaker="Ada", said_at=datetime(2026, 3, day, 9, tzinfo=UTC))
    await adb.cypher_query("MATCH (:Memory {owner: $o})-[e:CAUSES|SAME_ENTITY]->() DELETE e", {"o": tenant.key})
    await adb.cypher_query("MATCH (o:Owner {key: $o}) SET o.relations = 0", {"o": tenant.key})
    for a, b in (("state", "readings"), ("readings", "state"), ("state", "honey")):
        await adb.cypher_query(FORMERLY, {"owner": tenant.key, "a": a, "b": b})
    await adb.cypher_query(FILLED, {"o": tenant.key})
    await adb.cypher_query("MATCH (v:SchemaVersion) WHERE v.name STARTS WITH '07' DELETE v")

    assert await schema.migrate(spare.database, record(spare)) >= 2
    rows, _ = await adb.cypher_query(
        "MATCH (a:Memory {owner: $o})-[e:CAUSES|SAME_ENTITY]->(b) WHERE e.retracted_at > datetime() "
        "UNWIND $words AS x UNWIND $words AS y WITH e, x, y, a, b WHERE a.text CONTAINS x AND b.text CONTAINS y "
        "RETURN type(e), x, y ORDER BY type(e), x",
        {"o": tenant.key, "words": list(told)},
    )
    assert rows == [
        ["CAUSES", "state", "readings"],  # the other way round it began after its effect
        ["SAME_ENTITY", "readings", "state"],
        ["SAME_ENTITY", "state", "readings"],
    ]
    counted, _ = await adb.cypher_query("MATCH (o:Owner {key: $o}) RETURN o.relations", {"o": tenant.key})
    assert counted[0][0] == 3
    assert (await adb.cypher_query(LEFT, {"o": tenant.key}))[0] == [[0]]
    assert all(finding.count == 0 for finding in await spare.doctor())


INTERVALS = """
MATCH (m:Memory {owner: $owner}) WHERE m.text CONTAINS 'Oslo' WITH m LIMIT 1
SET m.retracted_at = m.recorded_at, m.valid_until = m.valid_from
WITH m MATCH (:Entity {owner: $owner})-[f:FACT]->() WHERE f.object CONTAINS 'oslo' OR f.object CONTAINS 'Oslo'
WITH f LIMIT 1 SET f.retracted_at = f.recorded_at
RETURN count(f)"""
"""A memory and a fact that were recorded and retracted at one instant, as earlier releases wrote them."""
OVERLAP = """
MATCH (b:Memory {owner: $owner})-[e:SUPERSEDES {detected_by: 'gate'}]->(a:Memory)
SET a.retracted_at = e.retracted_at, a.valid_until = datetime('9999-12-31T00:00:00Z')
RETURN count(a)"""
"""What was replaced is believed as long as its successor."""


async def test_intervals_of_an_earlier_release_are_mended(spare: GraphMem, tenant: Owner) -> None:
    """None is empty afterwards, and what was replaced ends where its successor begins."""
    for day, text in enumerate(("I live in Bergen.", "I moved from Bergen to Oslo.", "My cat is Pamuk."), start=1):
        await spare.observer.observe(tenant, text, speaker="Ada", said_at=datetime(2026, 3, day, 9, tzinfo=UTC))
    await nodes.use(spare.database)
    assert (await adb.cypher_query(OVERLAP, {"owner": tenant.key}))[0] != [[0]]
    assert (await adb.cypher_query(INTERVALS, {"owner": tenant.key}))[0] == [[1]]
    assert any(finding.count for finding in await spare.doctor())
    await adb.cypher_query("MATCH (v:SchemaVersion) WHERE v.name STARTS WITH '19' DELETE v")
    assert await schema.migrate(spare.database, record(spare)) >= 3
    assert all(finding.count == 0 for finding in await spare.doctor())


async def test_facts_of_an_earlier_release_end_with_their_memory(spare: GraphMem, tenant: Owner) -> None:
    await nodes.use(spare.database)
    for day, text in enumerate(("I prefer short answers.", "I no longer want short answers."), start=1):
        await spare.observer.observe(tenant, text, speaker="Ada", said_at=datetime(2026, 3, day, 9, tzinfo=UTC))
    await spare.observer.observe(tenant, "I work at Siemens.", speaker="Ada")
    until = (
        "MATCH ()-[f:FACT {owner: $o}]->() WHERE f.version_of IS NULL "
        "RETURN f.predicate, f.valid_until ORDER BY f.predicate"
    )
    kept, _ = await adb.cypher_query(until, {"o": tenant.key})
    await adb.cypher_query(
        "MATCH ()-[f:FACT {owner: $o, predicate: 'prefers'}]->() WHERE f.version_of IS NULL "
        "SET f.valid_until = datetime('9999-12-31T00:00:00Z')",
        {"o": tenant.key},
    )
    await adb.cypher_query("MATCH (v:SchemaVersion) WHERE v.name STARTS WITH '358_' DELETE v")
    assert await schema.migrate(spare.database, record(spare)) == 1
    assert (await adb.cypher_query(until, {"o": tenant.key}))[0] == kept
    assert [finding for finding in await spare.doctor() if finding.count and finding.grave] == []
