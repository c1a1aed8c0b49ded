"""Digests over GraphQL."""

from __future__ import annotations

from graphmem.facade import GraphMem
from tests.api.conftest import Client

DIGEST = """query($name: String!, $budget: Int! = 300) { digest(name: $name, budget: $budget) {
  ... on InvalidInput { field message } ... on NotFound { field }
  ... on Digest { about title text tokens budget leftOut lines { memory text pointer since } } } }"""


async def test_over_graphql(client: Client, memory: GraphMem, owner: str) -> None:
    told = await memory.owner(owner).observe("Ayşe lives in Ankara and works as a nurse.", speaker="Ada")
    found = (await client.data(DIGEST, name="ayse"))["digest"]
    assert found["about"] == "entity://person/ayse"
    assert found["lines"][0]["pointer"] == told.pointer
    assert found["lines"][0]["text"] in found["text"]
    assert found["tokens"] <= found["budget"] == 300
    assert (await client.data(DIGEST, name="ayse", budget=0))["digest"] == {
        "field": "budget",
        "message": "budget is 0.",
    }
    assert (await client.data(DIGEST, name="nobody"))["digest"]["field"] == "name"
