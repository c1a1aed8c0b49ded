"""Retention over GraphQL."""

from __future__ import annotations

from graphmem.facade import GraphMem
from graphmem.model.transcript import Role
from tests.api.conftest import Client


async def test_over_graphql(client: Client, memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    await ada.learn("The port of the relay is 8443.", role=Role.TOOL, speaker="grep")
    age = "MATCH (m:Memory {owner: $owner}) SET m.recorded_at = m.recorded_at - duration({days: 40})"
    await memory.database.driver.execute_query(age, owner=ada.key)
    await memory.owner_settings.set(ada, choices={"retention": "tool=30d"})
    asked = "{ retention { ... on Retained { dry count outlived { rule memory { text } } } } }"
    told = (await client.data(asked))["retention"]
    assert (told["dry"], told["count"]) == (True, len(told["outlived"]))
    assert "8443" in str(told)
    done = (await client.data("mutation { applyRetention { ... on Retained { dry count } } }"))["applyRetention"]
    assert done == {"dry": False, "count": told["count"]}
    assert all(one.retracted_at for one in (await ada.memories()).items)
    wrong = (await client.data("mutation { applyRetention(limit: 0) { ... on Problem { field remedy } } }"))[
        "applyRetention"
    ]
    assert wrong["field"] == "first" or wrong["field"] == "limit"
    assert wrong["remedy"]
