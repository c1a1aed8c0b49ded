"""The schema is a promise: it changes only on purpose, and everything in it is described."""

from __future__ import annotations

from pathlib import Path

from graphmem_api.export import sdl
from graphmem_api.schema.scopes import SCOPES
from graphmem_api.schema.untold import OPEN
from graphql import GraphQLInterfaceType, GraphQLObjectType, build_schema, get_introspection_query

from tests.api.conftest import Client

SNAPSHOT = Path(__file__).parents[2] / "api" / "schema.graphql"
REFRESH = "python -m graphmem_api.export > api/schema.graphql"


def test_the_snapshot_is_the_schema() -> None:
    assert SNAPSHOT.read_text("utf-8") == sdl(), f"The schema changed. On purpose? Then: {REFRESH}"


def test_what_an_agent_chooses_between_is_described() -> None:
    schema = build_schema(sdl())
    for root in (schema.query_type, schema.mutation_type):
        assert root is not None
        for name, field in root.fields.items():
            assert field.description, name
    for name, type_ in schema.type_map.items():
        assert name.startswith("__") or type_.description, name


async def test_introspection_stays_within_the_limits(client: Client) -> None:
    """GraphiQL asks for this first."""
    query = get_introspection_query(descriptions=True, input_value_deprecation=True, specified_by_url=True)
    found = await client.data(query)
    assert {
        "recall",
        "recallFor",
        "dueMemories",
        "search",
        "causalChain",
        "related",
        "entityProfile",
        "timeline",
        "activate",
        "procedures",
        "procedure",
        "episodes",
        "memoryStats",
        "palace",
        "drawer",
        "memory",
        "memories",
        "reviews",
        "workflows",
        "tombstones",
        "dream",
        "dreamRuns",
        "dreamRun",
        "why",
        "schedules",
        "tiers",
        "spaces",
        "spaceMembers",
        "spaceMemory",
        "spaceReads",
        "spaceReviews",
        "spaceTombstones",
        "spaceRules",
        "entity",
        "entities",
        "allEntities",
        "sessions",
        "allSessions",
        "workingMemory",
        "hotTier",
        "jobs",
        "usage",
        "health",
        "keys",
        "audit",
        "auditChain",
        "subjectReport",
        "digest",
        "quarantine",
        "retention",
        "settings",
        "webhooks",
        "node",
        "viewer",
    } == {
        field["name"] for type_ in found["__schema"]["types"] if type_["name"] == "Query" for field in type_["fields"]
    }


def test_what_is_open_to_a_key_that_cannot_read_is_in_the_schema() -> None:
    types = build_schema(sdl()).type_map
    for name, fields in OPEN.items():
        type_ = types[name]
        assert isinstance(type_, GraphQLObjectType | GraphQLInterfaceType)
        assert fields <= type_.fields.keys(), name
        assert not fields & {"text", "words", "about", "detail", "evidence", "lesson", "speaker"}, name


def test_every_root_field_has_its_scope() -> None:
    schema = build_schema(sdl())
    roots = [root for root in (schema.query_type, schema.mutation_type, schema.subscription_type) if root is not None]
    assert {f"{root}.{name}" for root in roots for name in root.fields} == set(SCOPES)


async def test_health(client: Client) -> None:
    query = """{ health { serverVersion schemaOk schemaProblem embedder { model dimensions } wings drawers
      pendingEmbeddings usage { source model calls texts tokens } } }"""
    health = (await client.data(query))["health"]
    assert health["serverVersion"].startswith("20")
    assert (health["schemaOk"], health["schemaProblem"]) == (True, None)
    assert health["embedder"]["dimensions"] == 384
    assert (health["drawers"], health["wings"], health["pendingEmbeddings"]) == (0, 0, 0)
    assert health["usage"][0]["calls"] >= 1
