"""Who is served: nobody from elsewhere without a key, and nobody at all without one once there is a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from graphmem_api.auth import REMEMBERED_SECONDS, Doorkeeper

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.keys import Keys
from tests.api.conftest import MINE, Client, client_of, conversation

HEALTH = {"query": "{ health { drawers usage { calls } } }"}
Issue = Callable[[str], Any]


async def test_without_keys_this_machine_is_served(client: Client) -> None:
    response = await client.post(HEALTH)
    assert response.status_code == 200
    assert response.json()["data"]["health"]["usage"]


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:8000"},
        {"host": "127.0.0.1.evil.example"},
        {"host": ""},
        {"host": "["},
        {"origin": "http://["},
        {"x-forwarded-for": "203.0.113.9"},
        {"forwarded": "for=203.0.113.9"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:3000"},
    ],
    ids=str,
)
async def test_without_keys_a_rebound_forwarded_or_foreign_request_is_refused(
    client: Client, headers: dict[str, str]
) -> None:
    response = await client.post(HEALTH, **headers)
    assert response.status_code == 401
    assert response.json()["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    assert response.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "LOCALHOST", "127.0.0.1", "[::1]:8000", "127.9.9.9:1"])
async def test_every_name_of_this_machine_will_do(client: Client, host: str) -> None:
    assert (await client.post(HEALTH, host=host)).status_code == 200
    assert (await client.post(HEALTH, host=host, origin=f"http://{host}")).status_code == 200


async def test_without_keys_another_machine_is_refused(own: GraphMem) -> None:
    async with client_of(own, address="192.0.2.7") as remote:
        assert (await remote.post(HEALTH)).status_code == 401
        assert (await remote.http.get("/livez")).status_code == 200
        assert (await remote.http.get("/readyz")).status_code == 200


async def test_with_keys_nobody_is_served_without_one(client: Client, issue: Issue, owner: str) -> None:
    await issue(owner)
    for headers in ({}, {"authorization": "Bearer gm_wrong"}, {"authorization": "Basic eDp5"}, {"authorization": "x"}):
        response = await client.post(HEALTH, **headers)
        assert response.status_code == 401, headers
        assert "graphmem keys add" in response.json()["errors"][0]["extensions"]["remedy"]
    assert (await client.http.get("/livez")).status_code == 200
    assert set((await client.http.get("/readyz")).json()) == {"ready", "checks"}


async def test_a_key_opens_its_owners_memory_from_anywhere_and_no_other(
    memory: GraphMem, issue: Issue, owner: str
) -> None:
    mine, theirs = await issue(owner), await issue(f"{owner}-b")
    async with client_of(memory, address="192.0.2.7", base="https://memory.example") as client:
        client.key = mine
        assert (await client.data(MINE, input=conversation()))["mineConversation"]["filed"] == 3
        assert (await client.post(HEALTH)).json() == {"data": {"health": {"drawers": 3, "usage": None}}}
        client.key = theirs
        assert (await client.post(HEALTH)).json() == {"data": {"health": {"drawers": 0, "usage": None}}}
        recalled = await client.data('{ recall(query: "Izmir") { ... on Recollection { hits { score } } } }')
        assert recalled["recall"]["hits"] == []


async def test_a_key_is_kept_only_as_its_hash(memory: GraphMem, issue: Issue, owner: str) -> None:
    key = await issue(owner)
    assert key.startswith("gm_")
    assert len(key) == 46
    records = await memory.database.driver.execute_query("MATCH (k:ApiKey) RETURN properties(k) AS k")
    assert records.records
    assert key not in str(records.records)


async def test_a_revoked_key_works_no_longer_than_it_is_remembered(memory: GraphMem, issue: Issue, owner: str) -> None:
    now = 0.0
    key, tenant = await issue(owner), Owner.named(owner)
    keeper = Doorkeeper(memory.keys, memory.owner(), clock=lambda: now)
    assert await keeper._known(key) == tenant
    await Keys(memory.database).revoke(tenant, "test")  # as another process does
    now = REMEMBERED_SECONDS - 0.1
    assert await keeper._known(key) == tenant
    now = REMEMBERED_SECONDS + 0.1
    with pytest.raises(Exception, match="revoked"):
        await keeper._known(key)
    assert REMEMBERED_SECONDS <= 30


@pytest.mark.parametrize("way", ["revoke", "erase"])
async def test_a_key_that_this_process_takes_back_ends_at_once(
    memory: GraphMem, issue: Issue, owner: str, way: str
) -> None:
    key, other = await issue(owner), await issue(f"{owner}-b")
    async with client_of(memory) as client:
        for client.key in (key, other):
            assert (await client.post(HEALTH)).status_code == 200
        client.key = key
        if way == "erase":
            erase = "mutation($name: String!) { eraseOwner(confirm: $name) { ... on ErasedOwner { owner } } }"
            assert (await client.data(erase, name=owner))["eraseOwner"] == {"owner": owner}
        else:
            await memory.keys.revoke(Owner.named(owner), "test")
        assert (await client.post(HEALTH)).status_code == 401
        client.key = other
        assert (await client.post(HEALTH)).status_code == 200
    assert await memory.keys.issued(Owner.named(owner)) == []


async def test_a_fresh_application_refuses_a_revoked_key_at_once(memory: GraphMem, issue: Issue, owner: str) -> None:
    key, _other = await issue(owner), await issue(f"{owner}-b")
    await memory.keys.revoke(Owner.named(owner), "test")
    async with client_of(memory) as client:
        client.key = key
        assert (await client.post(HEALTH)).status_code == 401


async def test_keys_are_listed_by_label_only(memory: GraphMem, issue: Issue, owner: str) -> None:
    await issue(owner)
    issued = await memory.keys.issued(Owner.named(owner))
    assert [key.label for key in issued] == ["test"]
    assert issued[0].created_at.utcoffset() is not None
