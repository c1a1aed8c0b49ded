"""`/calls` for an owner who is named: the token of the home opens every owner of it, a key its own alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from graphmem.calls import OWNER_HEADER
from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from tests.api.conftest import Client, as_local, client_of

Issue = Callable[..., Any]
LEARN = {"text": "Ada keeps bees in Foça."}


async def texts(memory: GraphMem, name: str) -> list[str]:
    """What an owner remembers."""
    found = await memory.memories.page(memory.owner(name), first=9)
    return [one.text.removeprefix("User: ") for one in found.items]


@pytest.mark.parametrize("spelt", ["eve", "  eve ", "Çiğdem / ../%2e 😀", "Éve"])
async def test_the_token_of_the_home_names_any_owner(client: Client, own: GraphMem, owner: str, spelt: str) -> None:
    name = f"{owner}-{spelt}"
    named = {OWNER_HEADER: quote(name, safe="")}
    told = await client.http.post("/calls/learn", json=LEARN, headers=named)
    assert told.status_code == 200, told.text
    asked = {"query": "Who keeps bees?", "options": {"touch": False}}
    found = (await client.http.post("/calls/recall", json=asked, headers=named)).json()
    assert [hit["memory"]["text"] for hit in found["memories"]] == [f"User: {LEARN['text']}"]
    assert (await client.http.post("/calls/recall", json=asked)).json()["memories"] == []
    assert (await texts(own, name), await texts(own, owner)) == ([LEARN["text"]], [])
    entry = (await own.audit.page(own.owner(name), first=1)).items[0]
    assert (entry.via, entry.person) == ("command line", "local user")


@pytest.mark.parametrize("spelt", ["", "%20", "x" * 201, "a%0Ab", "%FF", "%ED%A0%80", "a%00b"])
async def test_what_is_no_name_is_refused_with_the_words_of_every_door(client: Client, spelt: str) -> None:
    refused = await client.http.post("/calls/learn", json=LEARN, headers={OWNER_HEADER: spelt})
    assert refused.status_code == 422, refused.text
    assert refused.json()["code"] == "INVALID_INPUT"
    assert re.match("The owner", refused.json()["message"])
    assert refused.json()["remedy"]


@pytest.mark.parametrize("scopes", [[Scope.READ, Scope.WRITE], list(Scope)], ids=["some", "all"])
async def test_a_key_names_no_owner(memory: GraphMem, issue: Issue, owner: str, scopes: list[Scope]) -> None:
    eve = f"{owner}-eve"
    await memory.owner(eve).learn("Eve keeps wolves in Kars.")
    key = {"authorization": f"Bearer {await issue(owner, scopes=scopes)}"}
    async with client_of(memory, local=False) as client:
        for name in (eve, owner, "", " "):
            for call in ("learn", "recall", "show", "nothing"):
                refused = await client.http.post(
                    f"/calls/{call}", json=LEARN | {"query": "wolves"}, headers=key | {OWNER_HEADER: name}
                )
                assert refused.status_code in (401, 422), (name, call)
                assert "wolves" not in refused.text
        mine = await client.http.post("/calls/learn", json=LEARN, headers=key)
        assert mine.status_code == 200
    assert await texts(memory, eve) == ["Eve keeps wolves in Kars."]
    assert await texts(memory, owner) == [LEARN["text"]]


async def test_nobody_without_the_token_names_an_owner(own: GraphMem, owner: str) -> None:
    named = {OWNER_HEADER: f"{owner}-eve"}
    async with client_of(own, local=False) as client:
        for key in ({}, {"authorization": "Bearer gl_wrong"}, {"authorization": "Bearer"}):
            assert (await client.http.post("/calls/learn", json=LEARN, headers=key | named)).status_code == 401
        for elsewhere in ({"host": "evil.example"}, {"x-forwarded-for": "203.0.113.9"}, {"origin": "null"}):
            sent = as_local(own) | named | elsewhere
            assert (await client.http.post("/calls/learn", json=LEARN, headers=sent)).status_code == 401
    async with client_of(own, address="192.0.2.7") as remote:
        assert (await remote.http.post("/calls/learn", json=LEARN, headers=named)).status_code == 401
    assert await texts(own, f"{owner}-eve") == []


async def test_no_other_door_reads_the_header(client: Client, own: GraphMem, owner: str) -> None:
    await own.owner(f"{owner}-eve").learn("Eve keeps wolves in Kars.")
    query = "{ memories(first: 9) { nodes { text } } }"
    answer = await client.post({"query": query}, **{OWNER_HEADER: f"{owner}-eve"})
    assert answer.json()["data"]["memories"]["nodes"] == []
    archive = await client.http.get("/archive", headers={OWNER_HEADER: f"{owner}-eve"})
    assert "wolves" not in archive.text
