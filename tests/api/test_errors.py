"""Callers see their own mistakes whole, and of everything else an id."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import structlog
from graphmem_api.export import sdl
from graphql import GraphQLUnionType, build_schema, get_named_type
from structlog.testing import capture_logs

from graphmem.errors import DatabaseUnavailableError
from graphmem.facade import GraphMem
from graphmem.ports import Purpose, Vectors
from graphmem.providers.cache import CachedEmbedder
from tests.api.conftest import MINE, Client, client_of, conversation

SECRET = "bolt://neo4j:hunter2@10.0.0.7"
ASK = '{ recall(query: "a private question") { __typename } }'


class Broken:
    """An embedder that fails as no embedder should: with an error of somebody else, full of secrets."""

    model = "broken"
    dimensions = 384

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors:
        raise self._error

    async def aclose(self) -> None:
        """Nothing is open."""


async def failing(memory: GraphMem, error: Exception) -> tuple[dict[str, object], list[structlog.typing.EventDict]]:
    broken = GraphMem(memory.settings, memory.database, CachedEmbedder(Broken(error)), memory.usage)
    async with client_of(broken) as client:
        with capture_logs() as logs:
            answer = await client.ask(ASK)
    return answer, list(logs)


async def test_syntax_and_validation_are_shown(client: Client) -> None:
    broken = await client.ask("{ recall( }")
    assert broken["errors"][0]["message"].startswith("Syntax Error")
    unknown = await client.ask('{ recal(query: "x") { hits } }')
    assert "Did you mean 'recall'" in unknown["errors"][0]["message"]
    missing = await client.ask("query($q: String!) { recall(query: $q) { __typename } }")
    assert "$q" in missing["errors"][0]["message"]
    wrong = await client.ask('query($l: Int!) { recall(query: "x", limit: $l) { __typename } }', l="many")
    assert "many" in wrong["errors"][0]["message"]


@pytest.mark.parametrize(
    ("document", "variables"),
    [
        ("{ recall( }", {}),
        ("{ recal { hits } }", {}),
        ("query($q: String!) { recall(query: $q) { __typename } }", {}),
        ('query($l: Int!) { recall(query: "x", limit: $l) { __typename } }', {"l": "many"}),
        ("{ memories(filters: {category: GOSSIP}) { nodes { id } } }", {}),
        ('{ memories(filters: {saidFrom: "soon"}) { nodes { id } } }', {}),
        ("{ memories(first: 1000) { nodes { id } } }", {}),
        ('{ memories(after: "nowhere") { nodes { id } } }', {}),
        ("{ entities(limit: 0) { name } }", {}),
        ("{ sessions(limit: 0) { id } }", {}),
        ('{ usage(since: "2026-05-02", until: "2026-05-01") { day } }', {}),
        ('{ procedures(task: "x", after: "y") { nodes { name } } }', {}),
    ],
)
async def test_what_the_caller_can_mend_has_one_form(
    client: Client, document: str, variables: dict[str, object]
) -> None:
    errors = (await client.ask(document, **variables))["errors"]
    for error in errors:
        assert error["message"]
        assert error["extensions"]["code"] == "INVALID_INPUT", error
        assert error["extensions"]["remedy"], error


def test_what_is_one_thing_answers_a_problem_as_data() -> None:
    """Lists answer the same in `errors`: a union has no pages."""
    schema = build_schema(sdl())
    problem = schema.type_map["Problem"]
    assert schema.query_type
    assert schema.mutation_type
    for name, field in {**schema.query_type.fields, **schema.mutation_type.fields}.items():
        kind = get_named_type(field.type)
        if isinstance(kind, GraphQLUnionType):
            members = [one.name for one in kind.types]
            assert "InvalidInput" in members, name
            assert all(problem in one.interfaces for one in kind.types if one.name in ("InvalidInput", "NotFound"))
        else:
            assert name not in schema.mutation_type.fields, f"{name} has no problem to answer"
            is_list = "[" in str(field.type) or kind.name.endswith("Connection")
            assert is_list or name == "node" or not field.args, name


async def test_an_operation_nobody_can_spell_is_the_callers_mistake(client: Client) -> None:
    body = b'{"query": "{ __typename }", "operationName": "\\ud800"}'
    answer = await client.http.post("/graphql", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_REQUEST")


async def test_the_unexpected_is_masked_and_logged_by_id_without_a_word_of_it(own: GraphMem) -> None:
    answer, logs = await failing(own, RuntimeError(SECRET))
    error = answer["errors"][0]  # type: ignore[index]
    id_ = error["extensions"]["id"]
    assert error["extensions"]["code"] == "INTERNAL"
    assert id_ in error["message"]
    assert "hunter2" not in str(answer)
    assert [log["id"] for log in logs] == [id_]
    assert logs[0]["kind"] == "RuntimeError"
    assert any("embed" in frame for frame in logs[0]["raised"])
    assert "hunter2" not in str(logs)
    assert "private question" not in str(logs)


async def test_a_database_that_is_away_is_named_but_not_its_address(own: GraphMem) -> None:
    answer, logs = await failing(own, DatabaseUnavailableError(f"Nobody answers at {SECRET}."))
    error = answer["errors"][0]  # type: ignore[index]
    assert error["extensions"]["code"] == "DATABASE_UNAVAILABLE"
    assert "try again" in error["message"]
    assert "10.0.0.7" not in str(answer) + str(logs)


async def test_an_embedder_that_is_away_costs_only_a_note(own: GraphMem, client: Client) -> None:
    from graphmem.errors import EmbeddingUnavailableError

    await client.data(MINE, input=conversation())
    answer, logs = await failing(own, EmbeddingUnavailableError("The endpoint is down."))
    assert answer["data"] == {"recall": {"__typename": "Recollection"}}
    assert not logs
