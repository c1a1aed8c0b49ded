"""Migrations, the checks at connect, and the neomodel classes against the live database."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from neomodel import AsyncStructuredNode, adb

from graphmem.config import Settings
from graphmem.errors import DatabaseError, EmbedderMismatchError, SchemaError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import nodes, queries, schema
from graphmem.store.database import Database
from graphmem.store.schema import EmbedderRecord
from tests.support.conversations import EFOIL, conversation


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
    assert {row["name"] for row in vectors} == {"drawer_embedding", "memory_embedding", "fact_embedding"}
    for row in vectors:
        assert row["properties"][:2] == ["embedding", "owner"]
        assert row["options"]["indexConfig"]["vector.dimensions"] == 384
    texts = {
        row["name"]: row["options"]["indexConfig"]["fulltext.analyzer"] for row in rows if row["type"] == "FULLTEXT"
    }
    assert texts == {
        "drawer_text_en": "english",
        "drawer_text_tr": "turkish",
        "memory_text_en": "english",
        "memory_text_tr": "turkish",
        "entity_names": "standard-no-stop-words",
    }


def classes() -> list[Any]:
    return [
        cls
        for _, cls in inspect.getmembers(nodes, inspect.isclass)
        if issubclass(cls, AsyncStructuredNode) and cls is not AsyncStructuredNode
    ]


async def test_the_classes_agree_with_the_constraints(database: Database) -> None:
    """Every label the schema knows has a class, whose unique properties are the constraints, by their graph names."""
    constrained: dict[str, set[tuple[str, ...]]] = {}
    for row in await database.run(queries.load("schema/indexes")):
        for label in row["labels"] or ():
            constrained.setdefault(label, set())
            if row["name"] in schema.expected("CONSTRAINT"):
                constrained[label].add(tuple(row["properties"]))
    by_label = {cls.__label__: cls for cls in classes()}
    assert constrained.keys() - {"FACT"} <= by_label.keys()
    for label, unique in constrained.items():
        if label == "FACT":
            continue
        properties = by_label[label].defined_properties(aliases=False, rels=False)
        single = {
            (prop.get_db_property_name(name),)
            for name, prop in properties.items()
            if getattr(prop, "unique_index", False)
        }
        assert single == {names for names in unique if len(names) == 1}, label


def test_every_node_carries_its_owner() -> None:
    for cls in classes():
        names = cls.defined_properties(aliases=False, rels=False).keys()
        assert "owner" in names or cls.__label__ in {"Owner", "Lease", "SchemaVersion"}, cls.__label__


async def test_every_class_fits_what_is_stored(memory: GraphMem, owner: str) -> None:
    """No property in the graph that the class of its label does not know."""
    await memory.mine(conversation(), owner=owner)
    await nodes.use(memory.database)
    keys, _ = await adb.cypher_query("MATCH (n) RETURN labels(n)[0] AS label, collect(DISTINCT keys(n)) AS keys")
    by_label = {cls.__label__: cls for cls in classes()}
    for label, found in keys:
        properties = by_label[label].defined_properties(aliases=False, rels=False)
        known = {prop.get_db_property_name(name) for name, prop in properties.items()}
        stored = {key for group in found for key in group}
        assert stored <= known, f"{label}: {stored - known}"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def spare(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[GraphMem]:
    """A server of its own, for tests that break the schema."""
    async with GraphMem.open(settings.model_copy(update={"home": tmp_path_factory.mktemp("spare")})) as opened:
        yield opened


QUANTISED = """
CYPHER 25 CREATE VECTOR INDEX memory_embedding FOR (n:Memory) ON n.embedding
WITH [n.owner, n.tier, n.category, n.valid_from, n.valid_until, n.recorded_at, n.retracted_at]
OPTIONS {indexConfig: {`vector.dimensions`: 384, `vector.quantization.type`: 'BINARY'}}
"""


async def test_an_owner_without_memories_learns_beside_changed_ones(spare: GraphMem, tenant: Owner) -> None:
    """Neo4j 2026.09 fails that search on a quantised index, which earlier releases made: opening replaces it."""
    await nodes.use(spare.database)
    await spare.database.run(queries.load("schema/drop_memory_embedding"))
    await adb.cypher_query(QUANTISED)
    await spare.database.run(queries.load("schema/await_indexes"), seconds=60)
    learned = await spare.observer.learn(tenant, "We deploy every Tuesday. My sister Ayla lives in Bursa.")
    await adb.cypher_query("MATCH (m:Memory {id: $id}) DETACH DELETE m", {"id": learned.statements[0].memory})
    with pytest.raises(DatabaseError, match="out of bounds"):
        await spare.observer.learn(Owner.named("newcomer"), "Lunch is at noon.")
    assert await schema.migrate(spare.database, record(spare)) == 0
    assert (await spare.observer.learn(Owner.named("newcomer"), "Lunch is at noon.")).statements[0].memory


async def test_a_broken_schema_is_an_error_and_reindex_mends_it(spare: GraphMem, owner: str) -> None:
    """Dropped indexes, a newer migration, and another embedder of another width, one after the other."""
    await spare.mine(conversation(), owner=owner)
    await spare.database.run(queries.load("schema/drop_drawer_embedding"))
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
