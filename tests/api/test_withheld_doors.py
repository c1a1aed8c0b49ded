"""The doors of a served memory that lead to a forgotten one by its id: GraphQL and the page."""

from __future__ import annotations

from graphmem import home_token
from graphmem.facade import GraphMem
from tests.api.conftest import client_of
from tests.api.test_memories import MEMORY
from tests.api.test_memory_page import log_in

NODE = "query($id: ID!) { node(id: $id) { ... on Memory { id text } } }"
LIFE = "query($id: String!) { memoryLife(id: $id) { __typename ... on MemoryLife { text events { text } } } }"


async def test_no_door_tells_a_forgotten_memory(own: GraphMem, owner: str) -> None:
    whose = own.owner(owner)
    seen = await own.observer.learn(whose, "Zeynep teaches chemistry in Bursa.")
    id_ = seen.statements[0].memory
    assert id_ is not None
    await own.memories.forget(whose, id_)
    async with client_of(own) as client:
        shown = await client.ask(MEMORY, id=id_)
        node = await client.ask(NODE, id=id_)
        life = await client.ask(LIFE, id=id_)
    async with client_of(own, local=False) as visitor:
        await log_in(visitor.http, home_token.ensure(own.settings))
        page = await visitor.http.get(f"/memory/m/{id_}")
        graph = await visitor.http.get(f"/memory/m/{id_}/graph")
    assert "[forgotten 20" in shown["data"]["memory"]["memory"]["text"]
    assert page.status_code == 200
    assert "[forgotten 20" in page.text
    for told in (shown, node, life, page.text, graph.text):
        assert "chemistry" not in str(told)
