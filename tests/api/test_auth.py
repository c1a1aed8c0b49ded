"""Who is served: whoever has a key, and on this machine its own user, who can read the home's token. Nobody else."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from graphmem_api.auth import REMEMBERED_SECONDS, Authenticator

from graphmem import home_token
from graphmem.config import Settings
from graphmem.errors import ConfigurationError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.keys import Keys
from tests.api.conftest import MINE, Client, client_of, conversation

HEALTH = {"query": "{ health { drawers usage { calls } } }"}
Issue = Callable[..., Any]


async def test_this_machines_own_user_is_served(client: Client) -> None:
    response = await client.post(HEALTH)
    assert response.status_code == 200
    assert response.json()["data"]["health"]["usage"]


async def test_others_of_this_machine_are_not(own: GraphMem, issue: Issue, owner: str) -> None:
    """Without a key in the store, with one, and when the last one has been revoked."""
    async with client_of(own, local=False) as stranger:
        await nobody(stranger)
        await issue(owner)
        await nobody(stranger)
        await own.keys.revoke(Owner.named(owner), "test")
        await nobody(stranger)
        assert (await stranger.http.get("/livez")).status_code == 200
        assert (await stranger.http.get("/readyz")).json() == {"ready": True}
        for path in ("/calls/recall", "/calls/learn"):
            assert (await stranger.http.post(path, json={"query": "x", "text": "x"})).status_code == 401


async def nobody(stranger: Client) -> None:
    """No key, a wrong one, none that could be one: refused with the way to one."""
    for key in ("", "Bearer gl_wrong", "Bearer gm_wrong", "Bearer", "Basic eDp5", "x"):
        refused = await stranger.post(HEALTH, **({"authorization": key} if key else {}))
        assert refused.status_code == 401, key
        remedy = refused.json()["errors"][0]["extensions"]["remedy"]
        assert "graphmem keys local" in remedy
        assert "graphmem keys add" in remedy


async def test_the_token_is_made_once_for_its_user_alone(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    made = await asyncio.gather(*(asyncio.to_thread(home_token.ensure, settings) for _ in range(8)))
    assert set(made) == {home_token.read(settings)}
    assert [path.name for path in settings.home.iterdir()] == ["token"]
    assert stat.S_IMODE(home_token.file_of(settings).stat().st_mode) == 0o600
    for spoilt, mode in ((made[0], 0o640), (made[0], 0o602), ("", 0o600), ("ş", 0o600)):
        home_token.file_of(settings).write_text(spoilt, "utf-8")
        home_token.file_of(settings).chmod(mode)
        for get in (home_token.ensure, home_token.read):
            with pytest.raises(ConfigurationError, match="token") as refused:
                get(settings)
            assert f"rm {home_token.file_of(settings)}" in refused.value.remedy
    home_token.file_of(settings).unlink()
    assert home_token.ensure(settings) not in made


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
async def test_with_the_token_a_rebound_forwarded_or_foreign_request_is_refused(
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


async def test_with_the_token_another_machine_is_refused(own: GraphMem) -> None:
    async with client_of(own, address="192.0.2.7") as remote:
        assert (await remote.post(HEALTH)).status_code == 401
        assert (await remote.http.get("/livez")).status_code == 200
        assert (await remote.http.get("/readyz")).status_code == 200


async def test_a_key_opens_its_owners_memory_from_anywhere_and_no_other(
    memory: GraphMem, issue: Issue, owner: str
) -> None:
    mine, theirs = await issue(owner), await issue(f"{owner}-b")
    async with client_of(memory, address="192.0.2.7", base="https://memory.example") as client:
        client.key = mine
        assert (await client.data(MINE, input=conversation()))["mineConversation"]["filed"] == 3
        assert (await client.post(HEALTH)).json()["data"] == {"health": {"drawers": 3, "usage": None}}
        client.key = theirs
        assert (await client.post(HEALTH)).json()["data"] == {"health": {"drawers": 0, "usage": None}}
        recalled = await client.data('{ recall(query: "Izmir") { ... on Recollection { hits { score } } } }')
        assert recalled["recall"]["hits"] == []


async def test_a_key_is_kept_only_as_its_hash(memory: GraphMem, issue: Issue, owner: str) -> None:
    key = await issue(owner)
    assert key.startswith("gm_")
    assert len(key) == 57
    records = await memory.database.driver.execute_query("MATCH (k:ApiKey) RETURN properties(k) AS k")
    assert records.records
    assert key not in str(records.records)


async def test_a_revoked_key_works_no_longer_than_it_is_remembered(memory: GraphMem, issue: Issue, owner: str) -> None:
    now = 0.0
    key, tenant = await issue(owner), Owner.named(owner)
    keeper = Authenticator(memory.keys, memory.owner(), "gl_token", clock=lambda: now)
    assert (await keeper.access_with(key)).owner == tenant
    await Keys(memory.database).revoke(tenant, "test")  # as another process does
    now = REMEMBERED_SECONDS - 0.1
    assert (await keeper.access_with(key)).owner == tenant
    now = REMEMBERED_SECONDS + 0.1
    with pytest.raises(Exception, match="revoked"):
        await keeper.access_with(key)
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
