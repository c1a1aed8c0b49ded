"""Messages and statements through GraphQL: filed, read, explained; dry runs write nothing."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from graphmem.facade import GraphMem
from tests.api.conftest import Client, client_of, of_owner

SEEN = """{ __typename
  ... on Observation { language kept relations pointer dryRun stages { name passed detail }
    statements { text category action reason similarity importance confidence emotions lesson memory target validFrom
      entities { uri type name } facts { subject predicate object single ended } } }
  ... on Problem { code field message remedy } }"""
OBSERVE = f"mutation($input: MessageInput!, $dry: Boolean! = false) {{ observe(input: $input, dryRun: $dry) {SEEN} }}"
LEARN = f"mutation($input: StatementInput!) {{ learn(input: $input) {SEEN} }}"
MEMORIES = "{ memories { nodes { id text category pinned immutable priority scope } } health { drawers } }"


async def observe(client: Client, text: str, *, dry: bool = False, **given: Any) -> dict[str, Any]:
    seen: dict[str, Any] = (await client.data(OBSERVE, input={"text": text} | given, dry=dry))["observe"]
    return seen


async def learn(client: Client, text: str, **given: Any) -> dict[str, Any]:
    seen: dict[str, Any] = (await client.data(LEARN, input={"text": text} | given))["learn"]
    return seen


@pytest.mark.parametrize(
    ("text", "language", "place"),
    [
        ("Ayşe lives in Ankara and works as a nurse.", "en", "entity://place/ankara"),
        ("Ayşe Ankara'da yaşıyor ve hemşire olarak çalışıyor.", "tr", "entity://place/ankara"),
    ],
)
async def test_a_message_becomes_a_memory_and_says_how(client: Client, text: str, language: str, place: str) -> None:
    seen = await observe(client, text, speaker="Elif", saidAt="2026-05-08T13:56:00Z")
    assert (seen["language"], seen["kept"], seen["dryRun"]) == (language, True, False)
    assert seen["pointer"].startswith("§ W-")
    assert all(stage["passed"] and stage["detail"] for stage in seen["stages"])
    statement = seen["statements"][0]
    assert statement["action"] == "CREATE"
    assert place in {entity["uri"] for entity in statement["entities"]}
    assert statement["validFrom"] == "2026-05-08T13:56:00+00:00"
    assert len(statement["emotions"]) == 3
    held = await client.data(MEMORIES)
    assert {memory["id"] for memory in held["memories"]["nodes"]} == {one["memory"] for one in seen["statements"]}
    assert held["health"]["drawers"] == 1


async def test_a_dry_run_tells_the_same_and_writes_nothing(client: Client) -> None:
    text = "I moved to Berlin and I prefer tea to coffee."
    dry = await observe(client, text, dry=True)
    assert (dry["dryRun"], dry["kept"], dry["pointer"]) == (True, True, None)
    assert {statement["action"] for statement in dry["statements"]} == {"CREATE"}
    assert {statement["memory"] for statement in dry["statements"]} == {None}
    assert await client.data(MEMORIES) == {"memories": {"nodes": []}, "health": {"drawers": 0}}
    wet = await observe(client, text)
    assert [one["text"] for one in wet["statements"]] == [one["text"] for one in dry["statements"]]


async def test_what_says_nothing_is_filed_but_not_remembered(client: Client) -> None:
    seen = await observe(client, "ok")
    assert (seen["kept"], seen["statements"]) == (False, [])
    assert [stage["name"] for stage in seen["stages"] if not stage["passed"]]
    held = await client.data(MEMORIES)
    assert (held["memories"]["nodes"], held["health"]["drawers"]) == ([], 1)


async def test_learning_skips_the_filters_and_keeps_what_the_caller_decided(client: Client) -> None:
    seen = await learn(
        client, "Go slow.", category="POLICY", priority="HIGH", pinned=True, immutable=True, scope=["src/**/*.py"]
    )
    assert seen["kept"]
    (memory,) = (await client.data(MEMORIES))["memories"]["nodes"]
    assert (memory["category"], memory["priority"]) == ("POLICY", "HIGH")
    assert (memory["pinned"], memory["immutable"], memory["scope"]) == (True, True, ["src/**/*.py"])


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"text": ""}, "INVALID_INPUT", "input.text"),
        ({"text": "  \n"}, "INVALID_INPUT", "input.text"),
        ({"text": "x" * 200_001}, "INVALID_INPUT", "input.text"),
        ({"saidAt": "0001-01-01T00:00:00Z"}, "INVALID_INPUT", "input.saidAt"),
        ({"saidAt": "2126-05-08T13:56:00Z"}, "INVALID_INPUT", "input.saidAt"),
        ({"text": "I live in \0 Ankara."}, "INVALID_INPUT", "input.text"),
        ({"speaker": "x" * 201}, "INVALID_INPUT", "input.speaker"),
        ({"speaker": "\0"}, "INVALID_INPUT", "input.speaker"),
    ],
    ids=lambda value: repr(value)[:30],
)
async def test_a_wrong_message_is_data(client: Client, changes: dict[str, Any], code: str, field: str) -> None:
    seen = await observe(client, **({"text": "I live in Ankara with my sister."} | changes))
    assert (seen["code"], seen["field"]) == (code, field)
    assert seen["remedy"]
    assert (await client.data(MEMORIES))["health"]["drawers"] == 0


async def test_an_unknown_session_is_not_found_dry_or_not(client: Client) -> None:
    for dry, session in product((False, True), ("s-nowhere", "x" * 20_000, "")):
        seen = await observe(client, "I live in Ankara with my sister.", session=session, dry=dry)
        assert (seen["__typename"], seen["field"]) == ("NotFound", "input.session"), (dry, session[:9])
    learned = await learn(client, "I live in Ankara.", session="s-nowhere")
    assert (learned["__typename"], learned["field"]) == ("NotFound", "input.session")
    assert (await client.data(MEMORIES))["health"]["drawers"] == 0


async def test_another_owners_session_is_not_found(client: Client, memory: GraphMem, owner: str) -> None:
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        started = await other.data("mutation { startSession { ... on StartedSession { id } } }")
        seen = await observe(client, "I live in Ankara with my sister.", session=started["startSession"]["id"])
    assert (seen["__typename"], seen["field"]) == ("NotFound", "input.session")


@pytest.mark.parametrize(
    "text",
    ["🙈" * 50, "x" * 150_000, "İIıi Ankara'da yaşıyorum.", "<b>'; MATCH (n) DELETE n"],
    ids=["emoji", "long", "i", "cypher"],
)
async def test_any_text_is_taken(client: Client, text: str) -> None:
    assert (await observe(client, text))["__typename"] == "Observation"


@pytest.mark.parametrize(
    "scope", [[""], ["x" * 201], [f"{n}.py" for n in range(51)]], ids=lambda globs: str(len(globs))
)
async def test_a_wrong_scope_is_data(client: Client, scope: list[str]) -> None:
    seen = await learn(client, "I live in Ankara.", scope=scope)
    assert (seen["code"], seen["field"]) == ("INVALID_INPUT", "input.scope")


async def test_half_a_surrogate_pair_is_the_callers_mistake(client: Client) -> None:
    for document in (
        rb"mutation($s: String!) { observe(input: {text: $s}) { ... on Problem { code field } } }",
        rb"query($s: String!) { memory(id: $s) { __typename } }",
    ):
        body = rb'{"query": "' + document + rb'", "variables": {"s": "I live in Ankara \ud83d with my sister."}}'
        response = await client.http.post("/graphql", content=body, headers={"content-type": "application/json"})
        assert "INVALID_INPUT" in response.text, document
        assert "INTERNAL" not in response.text


async def test_values_that_the_schema_does_not_know_are_named(client: Client) -> None:
    for field, value in (("role", "NARRATOR"), ("text", None)):
        answer = await client.ask(OBSERVE, input={"text": "I live in Ankara."} | {field: value})
        assert field in answer["errors"][0]["message"]
        assert "id" not in answer["errors"][0].get("extensions", {})
    # Letters over which the library stumbles that would name similar ones.
    answer = await client.ask(OBSERVE, input={"text": "I live in Ankara.", "İıŞş ǅ ﬁ ß": 201})
    assert answer["errors"][0]["extensions"]["code"] == "INVALID_INPUT"
    assert "id" not in answer["errors"][0]["extensions"]


FORGET = """mutation($text: String!) { observe(input: {text: $text}) { ... on Observation {
  kept statements { text } forget { words about remedy candidates { memory pointer text } } } } }"""


@pytest.mark.parametrize(
    ("told", "asked", "about"),
    [
        ("The reorg will move my team under Hannah.", "Please forget what I said about the reorg.", "the reorg"),
        ("Onur'un boşanması martta bitecek.", "Onur'un boşanması hakkında yazdıklarımı unut.", "Onur'un boşanması"),
    ],
)
async def test_a_request_to_forget_names_what_would_go(client: Client, told: str, asked: str, about: str) -> None:
    id_ = (await observe(client, told))["statements"][0]["memory"]
    seen = (await client.data(FORGET, text=asked))["observe"]
    assert (seen["kept"], seen["statements"]) == (False, [])
    (one,) = seen["forget"]
    assert (one["words"], one["about"]) == (asked, about)
    assert [(each["memory"], each["pointer"]) for each in one["candidates"]] == [(id_, None)]
    assert "`forget`" in one["remedy"]
    held = (await client.data(MEMORIES))["memories"]["nodes"]
    assert [memory["id"] for memory in held] == [id_], "nothing is forgotten by itself"
