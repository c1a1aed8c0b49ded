"""Lists that grow with their owner are read whole, page by page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Client
from tests.api.test_observe import learn

ENTITIES = """query($first: Int! = 2, $after: String, $type: EntityType) {
  found: allEntities(first: $first, after: $after, type: $type) { nodes { id mentions } totalCount
    pageInfo { endCursor hasNextPage hasPreviousPage } } }"""
SESSIONS = """query($first: Int! = 2, $after: String) { found: allSessions(first: $first, after: $after) {
  nodes { id } totalCount pageInfo { endCursor hasNextPage hasPreviousPage } } }"""
START = "mutation($id: String!) { startSession(id: $id) { __typename } }"
PEOPLE = ("Ayşe", "Berk", "Clara", "Deniz", "Elif")


async def pages(client: Client, document: str, **given: Any) -> list[list[dict[str, Any]]]:
    """The nodes of each page."""
    found, after = [], None
    while True:
        page = (await client.data(document, after=after, **given))["found"]
        assert page["pageInfo"]["hasPreviousPage"] is (after is not None)
        found.append(page["nodes"])
        if not page["pageInfo"]["hasNextPage"]:
            assert page["totalCount"] == sum(map(len, found))
            return found
        after = page["pageInfo"]["endCursor"]


async def test_entities_are_paged(client: Client) -> None:
    for name in PEOPLE:
        await learn(client, f"{name} lives in Ankara.")
    await learn(client, "Clara plays the cello.")
    found = await pages(client, ENTITIES)
    every = [one for page in found for one in page]
    assert {len(page) for page in found[:-1]} == {2}
    assert len({one["id"] for one in every}) == len(every) >= 6
    assert [one["mentions"] for one in every] == sorted((one["mentions"] for one in every), reverse=True)
    assert every[0]["id"] == "entity://place/ankara"
    people = [one["id"] for page in await pages(client, ENTITIES, type="PERSON") for one in page]
    assert people[0] == "entity://person/clara"
    assert len(people) == len(PEOPLE)
    listed = (await client.data("{ entities(limit: 100) { id } }"))["entities"]
    assert {one["id"] for one in listed} == {one["id"] for one in every}


async def test_sessions_are_paged(client: Client) -> None:
    names = [f"s{number}" for number in range(5)]
    for name in names:
        await client.data(START, id=name)
    found = await pages(client, SESSIONS)
    assert [one["id"] for page in found for one in page] == names[::-1]
    assert [len(page) for page in found] == [2, 2, 1]


@pytest.mark.parametrize("document", [ENTITIES, SESSIONS])
async def test_pages_that_are_none(client: Client, document: str) -> None:
    for given, field in (({"first": 0}, "first"), ({"first": 101}, "first"), ({"after": "nowhere"}, "after")):
        (error,) = (await client.ask(document, **given))["errors"]
        assert (error["extensions"]["code"], error["extensions"]["field"]) == ("INVALID_INPUT", field)
