"""Migrations, the checks at connect, and the neomodel classes against the live database."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from neomodel import adb

from graphmem.config import EmbedderKind
from graphmem.errors import EmbedderMismatchError, SchemaError
from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.model.palace import Owner
from graphmem.model.privacy import Handling, PrivacyClass
from graphmem.store import nodes, queries, schema
from graphmem.store.database import Database
from graphmem.store.queries import Query
from graphmem.store.schema import EmbedderRecord
from tests.support.conversations import EFOIL, conversation
from tests.support.records import record

pytestmark = pytest.mark.long


async def recorded(memory: GraphMem, embedder: EmbedderRecord) -> None:
    """Have the store say that an embedder made its vectors, and that no migration has changed it."""
    query = queries.load("schema/record")
    await memory.database.run(query, version=schema.FIRST, model=embedder.model, dimensions=embedder.dimensions)


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
        config = row["options"]["indexConfig"]
        assert (config["vector.dimensions"], config["vector.quantization.type"]) == (384, "NONE")
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
        "drawer_text_de": (["GermanDrawer"], "german"),
        "memory_text_de": (["GermanMemory"], "german"),
        "procedure_text_en": (["Procedure"], "english"),
        "procedure_text_tr": (["Procedure"], "turkish"),
        "entity_names": (["Entity"], "standard-no-stop-words"),
    }


GONE = """MATCH (m:Memory {id: $id})
CALL (m) { MATCH (m)-[:MENTIONS]->(e:Entity) SET e.mentions = e.mentions - 1 }
DETACH DELETE m"""


async def test_an_owner_without_memories_learns_beside_changed_ones(spare: GraphMem, tenant: Owner) -> None:
    """Neo4j 2026.09 fails that search on a quantised index."""
    learned = await spare.observer.learn(tenant, "We deploy every Tuesday. My sister Ayla lives in Bursa.")
    await nodes.use(spare.database)
    await adb.cypher_query(GONE, {"id": learned.statements[0].memory})
    assert (await spare.observer.learn(Owner.named("newcomer"), "Lunch is at noon.")).statements[0].memory


async def test_a_store_keeps_the_model_it_was_filled_with(spare: GraphMem) -> None:
    """Where nobody names an embedder: what an earlier release filled is not refused because the default is another."""
    assert spare.settings.embedder is None
    await recorded(spare, EmbedderRecord("bge-small-en-v1.5-q", 384))
    async with GraphMem.open(spare.settings) as again:
        assert again.embedder.model == "bge-small-en-v1.5-q" != spare.embedder.model
    with pytest.raises(EmbedderMismatchError, match=r"bge-small-en-v1\.5-q"):
        async with GraphMem.open(spare.settings.model_copy(update={"embedder": EmbedderKind.MULTILINGUAL_E5})):
            pass
    await recorded(spare, record(spare))


async def test_a_broken_schema_is_an_error_and_reindex_mends_it(spare: GraphMem, owner: str) -> None:
    """Dropped indexes, and another embedder of another width, one after the other."""
    await spare.mine(conversation(), owner=owner)
    await spare.database.run(queries.load("schema/drop_index"), index="drawer_embedding")
    with pytest.raises(SchemaError, match="drawer_embedding") as caught:
        await schema.check_indexes(spare.database)
    assert "graphmem reindex --schema-only" in caught.value.remedy
    await spare.reindex(schema_only=True)
    await schema.check_indexes(spare.database)
    assert (await spare.recall("hot cable", owner=owner)).hits[0].drawer.text == EFOIL[0][1]

    await nodes.use(spare.database)
    await recorded(spare, EmbedderRecord("former", 3))
    with pytest.raises(EmbedderMismatchError, match=r"former \(3 wide\)"):
        await schema.migrate(spare.database, record(spare))
    rows, _ = await adb.cypher_query("MATCH (n:Drawer|Memory) RETURN count(n)")
    assert await spare.reindex() == rows[0][0] > len(EFOIL)
    await schema.migrate(spare.database, record(spare))
    assert (await spare.recall("hot cable", owner=owner)).hits[0].drawer.text == EFOIL[0][1]
    assert all(finding.count == 0 for finding in await spare.doctor())


STORED = """
CALL () {
  MATCH (n {owner: $owner}) WHERE NOT n:Usage
  RETURN labels(n) + [elementId(n)] AS what, properties(n) AS told
  UNION ALL MATCH ()-[r {owner: $owner}]->() RETURN [type(r), elementId(r)] AS what, properties(r) AS told
}
RETURN what, told ORDER BY what
"""


async def test_a_rebuild_leaves_all_that_was_set_as_it_was(spare: GraphMem, tenant: Owner) -> None:
    await spare.mine(conversation(), owner=tenant.name)
    await spare.owner_settings.set(
        tenant, privacy=dict.fromkeys(PrivacyClass, Handling.REFUSE), recall_off=["a client", "another"]
    )
    made = await spare.observer.learn(tenant, "We deploy every Tuesday.", pinned=True, immutable=True)
    await spare.keys.issue(tenant, "laptop", scopes=[Scope.READ], agent="planner")
    await nodes.use(spare.database)
    before = await adb.cypher_query(STORED, {"owner": tenant.key})
    assert made.statements
    await spare.reindex(schema_only=True)
    after = await adb.cypher_query(STORED, {"owner": tenant.key})
    assert [row for row in after[0] if row not in before[0]] == []
    assert [row for row in before[0] if row not in after[0]] == []
    await spare.reindex()
    settings = await spare.owner_settings.get(tenant)
    assert (settings.version, settings.recall_off) == (1, ("a client", "another"))
    assert {settings.privacy.of(kind) for kind in PrivacyClass} == {Handling.REFUSE}
    assert (await spare.owner_settings.set(tenant, recall_off=[])).version == 2


async def test_settings_that_an_earlier_rebuild_removed_can_be_set_again(spare: GraphMem, tenant: Owner) -> None:
    await spare.owner_settings.set(tenant, recall_off=["a client"])
    await nodes.use(spare.database)
    await adb.cypher_query("MATCH (o:Owner {key: $key}) REMOVE o.settings", {"key": tenant.key})
    lost = [finding for finding in await spare.doctor() if "settings" in finding.check]
    assert [(finding.count, finding.example) for finding in lost] == [(1, tenant.name)]
    assert (await spare.owner_settings.get(tenant)).version == 1
    assert (await spare.owner_settings.set(tenant, recall_off=["another"], version=1)).version == 2
    assert [finding.count for finding in await spare.doctor() if "settings" in finding.check] == [0]


MIGRATIONS = {
    "102_two": "write\n// params: nothing\n// returns: nothing\n"
    "UNWIND ['one', 'two'] AS name MERGE (l:Lease {name: 'example ' + name}) "
    "SET l.holder = coalesce(l.holder, '') + '2'",
    "103_three": "write\n// params: limit\n// returns: changed\nMATCH (l:Lease) WHERE l.name STARTS WITH 'example' "
    "AND NOT l.holder ENDS WITH '3' WITH l LIMIT $limit SET l.holder = l.holder + '3' RETURN count(l) AS changed",
    "104_four": "schema\n// params: nothing\n// returns: nothing\n// Made to be removed.\n"
    "CREATE INDEX example IF NOT EXISTS FOR (n:Example) ON (n.name);\nDROP INDEX example;",
}
"""What carries a store over, as later releases may."""


def parsed(names: Iterable[str]) -> tuple[Query, ...]:
    return tuple(
        queries.parse(f"schema/migrations/{name}", f"// Example.\n// mode: {MIGRATIONS[name]}") for name in names
    )


async def test_migrations_run_once_in_their_order(spare: GraphMem, monkeypatch: pytest.MonkeyPatch) -> None:
    await nodes.use(spare.database)
    leases = "MATCH (l:Lease) WHERE l.name STARTS WITH 'example' RETURN l.name, l.holder ORDER BY l.name"
    with monkeypatch.context() as later:
        later.setattr(schema, "CHANGED_AT_ONCE", 1)
        later.setattr(schema, "MIGRATIONS", parsed(["102_two"]))
        async with GraphMem.open(spare.settings):
            assert (await adb.cypher_query(leases))[0] == [["example one", "2"], ["example two", "2"]]
        later.setattr(schema, "MIGRATIONS", parsed(MIGRATIONS))
        for _ in range(2):
            async with GraphMem.open(spare.settings):
                assert (await adb.cypher_query(leases))[0] == [["example one", "23"], ["example two", "23"]]
        assert await schema.migrate(spare.database, record(spare)) == 0
    for refusing in (GraphMem.open(spare.settings), GraphMem.open(spare.settings, check_embedder=False)):
        with pytest.raises(SchemaError, match="schema 104, of a newer release; this one knows 2") as refused:
            async with refusing as opened:
                await opened.reindex(schema_only=True)
        assert "Upgrade graphmem" in refused.value.remedy
    await adb.cypher_query("MATCH (l:Lease) WHERE l.name STARTS WITH 'example' DELETE l")
    await recorded(spare, record(spare))
