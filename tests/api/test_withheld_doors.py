"""The doors of a served memory that lead to a forgotten one: GraphQL, what it listens to, MCP, the page, archives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from graphmem import home_token
from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from tests.api.conftest import client_of, of_owner
from tests.api.test_live import EVENTS, listening, said
from tests.api.test_mcp import mcp_client
from tests.support.page import log_in

SAID, EDITED = "My cousin Zeynep teaches chemistry in Bursa.", "My cousin Zeynep teaches geology in Bursa."
WORDS = ("chemistry", "geology")
STUB = "[forgotten 20"
ALL = """ fragment All on Memory { id text sources { pointer text } entities { id name } facts { predicate object text }
  versions { text } relations { type memory { id text } } }"""
DOORS = {
    "memory": "query($id: String!) { memory(id: $id) { ... on MemoryDetail { memory { ...All } } } }" + ALL,
    "node": "query($id: ID!) { node(id: $id) { ...All } }" + ALL,
    "why": "query($id: String!) { why(id: $id) { ... on MemoryLife { text events { sentence evidence } } } }",
    "related": "query($id: String!) { related(id: $id) { ... on RelatedMemories { memories { memory { text } } } } }",
}
"""By the id, which a key that reads finds in `tombstones`."""
LISTS = {
    "memories": "{ memories(filters: {live: false}, first: 50) { nodes { ...All } } }" + ALL,
    "entityProfile": '{ entityProfile(name: "Zeynep") { ... on EntityAsOf { facts { text } memories { text } } } }',
    "timeline": '{ timeline(name: "Zeynep") { ... on Timeline { events { text } } } }',
    "recall": """{ recall(query: "What does Zeynep teach?", dormant: true, minConfidence: 0) {
      ... on Recollection { context memories { memory { text } } hits { drawer { text } } } } }""",
    "search": """{ search(query: "Zeynep teaches Bursa") {
      ... on Recollection { memories { memory { text } } hits { drawer { text } } } } }""",
    "activate": '{ activate(task: "Visit Zeynep in Bursa") { ... on Activation { text } } }',
}


@pytest.mark.parametrize("edited", [False, True], ids=["as said", "edited"])
async def test_no_door_tells_a_forgotten_memory(
    own: GraphMem, owner: str, served: str, issue: Callable[..., Any], edited: bool
) -> None:
    whose = own.owner(owner)
    ids = await _told(own, owner, edited=edited)
    before = await _asked(own, ids)
    assert _telling(before) >= {"memory", "node", "why", "memories", "recall", "search"}
    key = {"authorization": f"Bearer {await issue(owner, scopes=[Scope.READ, Scope.WRITE])}"}
    assert "memory" in _telling(await _asked_by_an_agent(served, key, ids))
    forgotten = await own.memories.forget(whose, ids[-1])
    after = await _asked(own, ids)
    assert not _telling(after)
    assert STUB in str(after["memory"])
    assert STUB in str(after["node"])
    agents = await _asked_by_an_agent(served, key, ids)
    assert not _telling(agents)
    assert STUB in agents["memory"]
    assert forgotten.tombstone is not None
    await own.tombstones.lift(whose, forgotten.tombstone, by="test")
    assert WORDS[edited] in str((await _asked(own, ids))["memory"])


@pytest.mark.parametrize("edited", [False, True], ids=["as said", "edited"])
async def test_no_agent_brings_back_what_a_person_forgot(
    own: GraphMem, owner: str, served: str, issue: Callable[..., Any], edited: bool
) -> None:
    ids = await _told(own, owner, edited=edited)
    await own.memories.forget(own.owner(owner), ids[-1])
    key = {"authorization": f"Bearer {await issue(owner, scopes=[Scope.READ, Scope.WRITE])}"}
    async with mcp_client(served, key) as client:
        for text in (SAID, EDITED)[: 1 + edited]:
            learnt = await client.call_tool("learn", {"text": text.replace("My", "Ada's")})
            assert [one["id"] for one in (learnt.structured_content or {})["memories"]] == [None]
            told = await client.call_tool("episode", {"event": text})
            assert told.is_error, told
    assert not _telling(await _asked(own, ids))
    assert not _telling(await _asked_by_an_agent(served, key, ids))
    assert (await own.tombstones.page(own.owner(owner))).items[0].hits


async def test_a_listener_is_told_of_no_forgotten_text(
    own: GraphMem, owner: str, served: str, issue: Callable[..., Any]
) -> None:
    async with listening(served, await issue(owner, scopes=[Scope.READ]), events=EVENTS) as socket:
        await asyncio.sleep(1.5)  # it has looked once
        ids = await _told(own, owner, edited=True)
        await own.memories.forget(own.owner(owner), ids[-1])
        heard = [await said(socket) for _ in range(3)]
    assert {one["payload"]["data"]["memoryEvents"]["verb"] for one in heard} == {"OBSERVE", "EDIT", "FORGET"}
    assert not _telling({"events": heard})


@pytest.mark.parametrize("edited", [False, True], ids=["as said", "edited"])
async def test_no_archive_brings_back_what_was_forgotten(own: GraphMem, owner: str, edited: bool) -> None:
    """Neither one of before, nor, in a copy of the memory, one of afterwards."""
    whose = own.owner(owner)
    ids = await _told(own, owner, edited=edited)
    async with client_of(own) as client:
        earlier = (await client.http.get("/archive")).content
        await own.memories.forget(whose, ids[-1])
        assert (await client.http.post("/archive", content=earlier)).status_code == 200
        assert not _telling(await _asked(own, ids))
        later = (await client.http.get("/archive")).content
    copy = of_owner(own, f"{owner}-copy")
    async with client_of(copy) as client:
        assert (await client.http.post("/archive", content=later)).status_code == 200
    await copy.backfill(owner=f"{owner}-copy")
    every = await copy.memories.page(copy.owner(f"{owner}-copy"), live=False, first=50)
    there = await _asked(copy, [one.id for one in every.items] or ids, known=bool(every.items))
    assert not _telling(there)


async def _told(own: GraphMem, owner: str, *, edited: bool) -> list[str]:
    """Ids of a memory that is told once and, where it is `edited`, of what a person put in its place."""
    told = await own.observer.observe(own.owner(owner), SAID, speaker="Ada")
    ids = [one.memory for one in told.statements if one.memory]
    if edited:
        ids.append((await own.amendments.edit(own.owner(owner), ids[0], EDITED)).memory.id)
    return ids


def _telling(answers: Mapping[str, Any]) -> set[str]:
    """The doors that told one of the words."""
    return {name for name, answer in answers.items() if any(word in str(answer) for word in WORDS)}


async def _asked(own: GraphMem, ids: Sequence[str], *, known: bool = True) -> dict[str, Any]:
    async with client_of(own) as client, client_of(own, local=False) as visitor:
        found: dict[str, Any] = {
            name: [await client.data(document, id=id_) for id_ in ids] for name, document in DOORS.items()
        }
        found |= {name: await client.data(document) for name, document in LISTS.items()}
        await log_in(visitor.http, home_token.ensure(own.settings))
        pages = [page for id_ in ids if known for page in (f"m/{id_}", f"m/{id_}/graph")]
        for page in (*pages, "memories", "palace", "search?q=Zeynep+teaches+Bursa"):
            answer = await visitor.http.get(f"/memory/{page}")
            assert answer.status_code == 200, page
            found[page] = answer.text
    return found


async def _asked_by_an_agent(served: str, key: dict[str, str], ids: Sequence[str]) -> dict[str, str]:
    async with mcp_client(served, key) as client:
        found = {
            "memory": str([await client.read_resource(f"memory://memory/{id_}") for id_ in ids]),
            "palace": str(await client.read_resource("memory://palace")),
            "start": str(await client.get_prompt("start", {"task": "Visit Zeynep in Bursa"})),
            "consolidate": str(await client.call_tool("consolidate", {})),
        }
        for name in ("recall", "why"):
            found[name] = str(await client.call_tool(name, {"query": "What does Zeynep teach in Bursa?"}))
    return found
