"""Migrations, the checks at connect, and the neomodel classes against the live database."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio
from neomodel import adb

from graphmem.config import EmbedderKind, Settings
from graphmem.errors import DatabaseError, EmbedderMismatchError, SchemaError
from graphmem.facade import GraphMem
from graphmem.model.instant import AsOf
from graphmem.model.palace import Owner
from graphmem.store import labels, nodes, queries, recall, remembered, schema
from graphmem.store.database import Database
from graphmem.store.remembered import Scope
from graphmem.store.schema import EmbedderRecord
from tests.support.conversations import EFOIL, conversation

"""Types of edges with an index; the classes of edges have no constraints."""


def record(memory: GraphMem) -> EmbedderRecord:
    return EmbedderRecord(memory.embedder.model, memory.embedder.dimensions)


async def test_migrating_again_does_nothing(memory: GraphMem) -> None:
    assert await schema.migrate(memory.database, record(memory)) == 0


@pytest.mark.parametrize(("model", "dimensions"), [("another-model", 384), ("text-embedding-3-small", 1536)])
async def test_another_embedder_is_refused_at_connect(memory: GraphMem, model: str, dimensions: int) -> None:
    with pytest.raises(EmbedderMismatchError, match=f"{model} \\({dimensions} wide\\)") as caught:
        await schema.migrate(memory.database, EmbedderRecord(model, dimensions))
    assert "graphmem reindex" in caught.value.remedy
    assert caught.value.exit_code == 15


async def test_every_vector_index_filters_by_owner(database: Database) -> None:
    rows = await database.run(queries.load("schema/indexes"))
    vectors = [row for row in rows if row["type"] == "VECTOR"]
    assert {row["name"] for row in vectors} == {"drawer_embedding", "memory_embedding"}
    for row in vectors:
        assert row["properties"][:2] == ["embedding", "owner"]
        assert row["options"]["indexConfig"]["vector.dimensions"] == 384
    texts = {
        row["name"]: (row["labels"], row["options"]["indexConfig"]["fulltext.analyzer"])
        for row in rows
        if row["type"] == "FULLTEXT"
    }
    assert texts == {
        "drawer_text_en": (["EnglishDrawer"], "english"),
        "drawer_text_tr": (["TurkishDrawer"], "turkish"),
        "memory_text_en": (["EnglishMemory"], "english"),
        "memory_text_tr": (["TurkishMemory"], "turkish"),
        "entity_names": (["Entity"], "standard-no-stop-words"),
    }


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def spare(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[GraphMem]:
    """A server of its own, for tests that break the schema."""
    async with GraphMem.open(settings.model_copy(update={"home": tmp_path_factory.mktemp("spare")})) as opened:
        yield opened


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
    turns = await recall.matching(memory.database, owner, [word], "en", 10)
    return len(turns.ids), len((await remembered.by_words(memory.database, scope, [word], "en", 10)).ids)


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


async def test_a_store_keeps_the_model_it_was_filled_with(spare: GraphMem) -> None:
    """Where nobody names an embedder: what an earlier release filled is not refused because the default is another."""
    assert spare.settings.embedder is None
    await spare.database.run(queries.load("schema/set_embedder"), model="bge-small-en-v1.5-q", dimensions=384)
    async with GraphMem.open(spare.settings) as again:
        assert again.embedder.model == "bge-small-en-v1.5-q" != spare.embedder.model
    with pytest.raises(EmbedderMismatchError, match=r"bge-small-en-v1\.5-q"):
        async with GraphMem.open(spare.settings.model_copy(update={"embedder": EmbedderKind.MULTILINGUAL_E5})):
            pass
    mine = record(spare)
    await spare.database.run(queries.load("schema/set_embedder"), model=mine.model, dimensions=mine.dimensions)


async def test_a_broken_schema_is_an_error_and_reindex_mends_it(spare: GraphMem, owner: str) -> None:
    """Dropped indexes, a newer migration, and another embedder of another width, one after the other."""
    await spare.mine(conversation(), owner=owner)
    await spare.database.run(queries.load("schema/drop_index"), index="drawer_embedding")
    with pytest.raises(SchemaError, match="drawer_embedding") as caught:
        await schema.check_indexes(spare.database)
    assert "graphmem reindex --schema-only" in caught.value.remedy
    await spare.reindex(schema_only=True)
    await schema.check_indexes(spare.database)
    assert (await spare.recall("hot cable", owner=owner)).hits[0].drawer.text == EFOIL[0][1]

    await spare.database.run(queries.load("schema/record"), name="999_future", checksum="x")
    with pytest.raises(SchemaError, match="999_future"):
        await schema.migrate(spare.database, record(spare))
    await nodes.use(spare.database)
    await adb.cypher_query("MATCH (v:SchemaVersion {name: '999_future'}) DELETE v")

    await spare.database.run(queries.load("schema/set_embedder"), model="former", dimensions=3)
    with pytest.raises(EmbedderMismatchError, match=r"former \(3 wide\)"):
        await schema.migrate(spare.database, record(spare))
    rows, _ = await adb.cypher_query("MATCH (n:Drawer|Memory) RETURN count(n)")
    assert await spare.reindex() == rows[0][0] > len(EFOIL)
    await schema.migrate(spare.database, record(spare))
    assert (await spare.recall("hot cable", owner=owner)).hits[0].drawer.text == EFOIL[0][1]
    assert all(finding.count == 0 for finding in await spare.doctor())


RUN = [sys.executable, "-c", "from graphmem.cli.app import main; main()"]


def command_environment(memory: GraphMem, home: Path) -> dict[str, str]:
    """What a process needs to use the same server as if it were somebody else's."""
    address = memory.database.address
    return os.environ | {
        "GRAPHMEM_HOME": str(home),
        "GRAPHMEM_ARTIFACTS": str(memory.settings.artifacts_dir),
        "NEO4J_URI": address.uri,
        "NEO4J_USERNAME": address.user,
        "NEO4J_PASSWORD": address.password,
    }


async def wipe(memory: GraphMem) -> None:
    """Leave the server as its first start does: no node, no index, no constraint."""
    await nodes.use(memory.database)
    await adb.cypher_query("MATCH (n) DETACH DELETE n")
    for row in await memory.database.run(queries.load("schema/constraints")):
        await adb.cypher_query(f"DROP CONSTRAINT {row['name']}")
    for row in await memory.database.run(queries.load("schema/indexes")):
        if row["type"] != "LOOKUP":
            await memory.database.run(queries.load("schema/drop_index"), index=row["name"])


def health(environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*RUN, "health"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


async def usable(memory: GraphMem, environment: dict[str, str]) -> None:
    """A command that comes later succeeds, and the whole schema is there, each migration recorded once."""
    process = health(environment)
    _, said = await asyncio.to_thread(process.communicate, timeout=120)
    assert process.returncode == 0, said
    await schema.check_indexes(memory.database)
    rows = [row["name"] for row in await memory.database.run(queries.load("schema/applied"))]
    assert len(rows) == len(set(rows)) == len([name for name in queries.names("schema") if name[7].isdigit()])


async def test_first_commands_at_once_prepare_one_schema(spare: GraphMem, tmp_path: Path) -> None:
    await wipe(spare)
    environment = command_environment(spare, tmp_path)
    processes = [health(environment) for _ in range(3)]
    for process in processes:
        _, said = await asyncio.to_thread(process.communicate, timeout=120)
        assert process.returncode == 0, said
    await usable(spare, environment)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_a_first_command_that_is_stopped_leaves_a_store_for_the_next(
    spare: GraphMem, tmp_path: Path, number: signal.Signals
) -> None:
    await wipe(spare)
    environment = command_environment(spare, tmp_path)
    process = health(environment)
    deadline = time.monotonic() + 60
    while len(await spare.database.run(queries.load("schema/constraints"))) < 3:
        assert time.monotonic() < deadline, "no migration began"
    process.send_signal(number)
    await asyncio.to_thread(process.communicate, timeout=60)
    assert process.returncode == (130 if number == signal.SIGTERM else -9), "the signal came too late"
    await usable(spare, environment)


async def test_a_store_that_two_first_starts_of_an_earlier_release_spoiled_heals(
    spare: GraphMem, tmp_path: Path
) -> None:
    """Migrations recorded twice, a constraint's index without its constraint, vectors as wide as another embedder's."""
    await wipe(spare)
    await adb.cypher_query("CREATE INDEX wing_id FOR (n:Wing) ON (n.id)")
    await adb.cypher_query(
        "UNWIND ['001_owner_key', '001_owner_key', '002_agent_id', '045_drawer_embedding'] AS name "
        "CREATE (:SchemaVersion {name: name, applied_at: datetime()})"
    )
    for done in ("schema/001_owner_key", "schema/002_agent_id"):
        await spare.database.run(queries.load(done))
    await spare.database.run(queries.load("schema/045_drawer_embedding"), dimensions=3)
    await usable(spare, command_environment(spare, tmp_path))
    vectors = [row for row in await spare.database.run(queries.load("schema/indexes")) if row["type"] == "VECTOR"]
    assert {row["options"]["indexConfig"]["vector.dimensions"] for row in vectors} == {384}
