"""The map at /memory/map: its nodes and edges, both clocks, its bounds, and that it shows nobody else's memory."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx2

from graphmem.facade import GraphMem
from graphmem.model.instant import AsOf
from graphmem.model.memory_map import MENTIONS
from graphmem.model.relation import RelationType
from graphmem.services.memory_maps import MemoryMaps
from tests.api.conftest import client_of
from tests.support.page import log_in

GRAPH = "/memory/map/graph"
EVIL = "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>"
LIVES = ("Nora lives in Ankara.", "Nora lives in Izmir now.")


async def learned(memory: GraphMem, *texts: str) -> list[str]:
    """The ids of memories that are learned one after another."""
    told = [await memory.observer.learn(memory.owner(), text) for text in texts]
    return [str(one.statements[0].memory) for one in told]


async def graph_of(http: httpx2.AsyncClient, asked: str = "") -> dict[str, Any]:
    answer = await http.get(f"{GRAPH}{asked}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json"), answer.text
    found: dict[str, Any] = answer.json()
    return found


def texts_in(graph: dict[str, Any]) -> set[str]:
    return {node["text"].removeprefix("User: ") for node in graph["nodes"] if node["kind"] != "entity"}


async def test_it_has_memories_entities_and_what_connects_them(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    first, second = await learned(own, "Nora met Clara in Lisbon.", "Nora called Clara from the harbour.")
    graph = await graph_of(visitor)
    nodes = {node["id"]: node for node in graph["nodes"]}
    assert {first, second, "entity://person/nora", "entity://person/clara"} <= nodes.keys()
    assert "entity://place/lisbon" not in nodes, "a single memory names it, and no fact is stated of it"
    assert nodes[first]["kind"] == "episodic"
    assert nodes[first]["address"] == f"/memory/m/{first}"
    assert nodes["entity://person/nora"]["weight"] == 2
    assert (await visitor.get(nodes["entity://person/nora"]["address"])).status_code == 200
    ends = {(edge["source"], edge["kind"], edge["target"]) for edge in graph["edges"]}
    assert {(one, MENTIONS, "entity://person/clara") for one in (first, second)} <= ends
    assert {end for edge in graph["edges"] for end in (edge["source"], edge["target"])} <= nodes.keys()
    assert graph["left_out"] == {"memories": 0, "entities": 0, "more": False}


async def test_relations_and_merged_entities_are_drawn(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    ids = await learned(own, "Nora met Clara.", "Nora called Clara.", "Eleonora wrote to Clara.")
    await own.memories.relate(own.owner(), ids[0], ids[1], RelationType.CAUSES)
    await own.entities.merge(own.owner(), "entity://person/eleonora", "entity://person/nora")
    graph = await graph_of(visitor)
    ends = {(edge["source"], edge["kind"], edge["target"]) for edge in graph["edges"]}
    assert (ids[0], "CAUSES", ids[1]) in ends
    assert (ids[2], MENTIONS, "entity://person/nora") in ends
    assert "entity://person/eleonora" not in {node["id"] for node in graph["nodes"]}
    turkish = await visitor.get(GRAPH, headers={"accept-language": "tr"})
    assert {edge["label"] for edge in turkish.json()["edges"] if edge["kind"] == "CAUSES"} == {"neden oluyor"}


async def test_it_follows_both_clocks(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    await learned(own, LIVES[0])
    between = datetime.now(UTC)
    await learned(own, LIVES[1])
    now, ever = await graph_of(visitor), await graph_of(visitor, "?when=ever")
    assert texts_in(now) == {LIVES[1]}
    assert texts_in(ever) == set(LIVES)
    (ended,) = [node for node in ever["nodes"] if node["text"].endswith(LIVES[0])]
    assert between.timestamp() <= ended["until"] <= datetime.now(UTC).timestamp()
    assert {edge["kind"] for edge in ever["edges"]} >= {"SUPERSEDES"}
    assert texts_in(await graph_of(visitor, f"?valid={between:%Y-%m-%dT%H:%M:%S.%fZ}")) == {LIVES[0]}
    assert texts_in(await graph_of(visitor, f"?known={between:%Y-%m-%dT%H:%M:%S.%fZ}")) == {LIVES[0]}
    assert texts_in(await graph_of(visitor, "?known=2020-01-01T00:00")) == set()
    assert (await visitor.get(f"{GRAPH}?valid=soon")).status_code == 422


async def test_what_is_forgotten_was_never_there(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    kept, gone = await learned(own, "Nora met Clara.", "Nora called Clara.")
    between = datetime.now(UTC)
    await own.memories.forget(own.owner(), gone)
    for asked in ("", "?when=ever", f"?known={between:%Y-%m-%dT%H:%M:%S.%fZ}"):
        graph = await graph_of(visitor, asked)
        assert [node["id"] for node in graph["nodes"] if node["kind"] != "entity"] == [kept], asked


async def test_it_is_bounded_and_the_weightiest_come_first(own: GraphMem) -> None:
    ids = await learned(own, *(f"Nora met Clara at stop number {number}." for number in range(8)))
    await own.memories.pin(own.owner(), ids[2])
    maps = MemoryMaps(own.database)
    found = await maps.of(own.owner(), most=6)
    assert len(found.memories) + len(found.entities) <= 6
    assert found.memories[0].id == ids[2], "what is pinned matters most"
    weights = [one.importance for one in found.memories[1:]]
    assert weights == sorted(weights, reverse=True)
    assert found.memories_left_out == 8 - len(found.memories) > 0
    shown = {one.id for one in found.memories} | {one.uri for one in found.entities}
    assert {end for edge in found.edges for end in (edge.source, edge.target)} <= shown
    everything = await maps.of(own.owner(), as_of=AsOf(timeline=True))
    assert (len(everything.memories), everything.memories_left_out, everything.more) == (8, 0, False)


async def test_nobody_sees_the_map_of_another(
    memory: GraphMem, own: GraphMem, owner: str, issue: Callable[..., Any]
) -> None:
    other = f"{owner}-other"
    mine = await learned(own, "Nora met Clara in Izmir.", "Nora called Clara from Izmir.")
    for text in ("Nora met Clara in Bergen.", "Nora called Clara from Bergen."):
        await own.observer.learn(own.owner(other), text)
    key = await issue(other)
    async with client_of(own, local=False) as client:
        for address in ("/memory/map", GRAPH):
            locked = await client.http.get(address)
            assert (locked.status_code, "Izmir" in locked.text) == (401, False)
        await log_in(client.http, key)
        for asked in ("", "?when=ever"):
            answer = await client.http.get(f"{GRAPH}{asked}")
            assert ("Bergen" in answer.text, "Izmir" in answer.text) == (True, False)
            assert not {node["id"] for node in answer.json()["nodes"]} & set(mine)
    await memory.keys.revoke(own.owner(other), "test")


async def test_stored_markup_is_a_value_of_the_map(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    await learned(own, f"Nora met Clara {EVIL}.")
    answer, page = await visitor.get(GRAPH), await visitor.get("/memory/map")
    assert any(EVIL in text for text in texts_in(answer.json()))
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert ("onerror" in page.text, "'self'" in page.headers["content-security-policy"]) == (False, True)


async def test_an_empty_memory_tells_how_to_fill_it(visitor: httpx2.AsyncClient) -> None:
    empty = await visitor.get("/memory/map")
    assert ("Nothing to draw yet." in empty.text, "graphmem demo" in empty.text) == (True, True)
    assert "cytoscape" not in empty.text
    assert "Henüz çizilecek bir şey yok." in (await visitor.get("/memory/map", headers={"accept-language": "tr"})).text
    assert (await graph_of(visitor))["nodes"] == []
