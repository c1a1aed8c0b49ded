"""The doors of a served memory that lead to a forgotten one: GraphQL, MCP and the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphmem import home_token
from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from tests.api.conftest import client_of
from tests.api.test_mcp import mcp_client
from tests.support.page import log_in

SAID, WORD = "My cousin Zeynep teaches chemistry in Bursa.", "chemistry"
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
    "search": """{ search(query: "Zeynep chemistry Bursa") {
      ... on Recollection { memories { memory { text } } hits { drawer { text } } } } }""",
    "activate": '{ activate(task: "chemistry") { ... on Activation { text } } }',
}


async def test_no_door_tells_a_forgotten_memory(
    own: GraphMem, owner: str, served: str, issue: Callable[..., Any]
) -> None:
    whose = own.owner(owner)
    told = await own.observer.observe(whose, SAID, speaker="Ada")
    (id_,) = [one.memory for one in told.statements]
    assert id_ is not None
    before = await _asked(own, id_)
    assert {name for name, answer in before.items() if WORD in str(answer)} >= {
        "memory",
        "node",
        "why",
        "memories",
        "recall",
        "search",
    }
    forgotten = await own.memories.forget(whose, id_)
    after = await _asked(own, id_)
    assert not [name for name, answer in after.items() if WORD in str(answer)]
    assert STUB in str(after["memory"])
    assert STUB in str(after["node"])
    async with mcp_client(served, {"authorization": f"Bearer {await issue(owner, scopes=[Scope.READ])}"}) as client:
        shown = (await client.read_resource(f"memory://memory/{id_}")).contents[0].text  # type: ignore[union-attr]
    assert STUB in shown
    assert WORD not in shown
    assert forgotten.tombstone is not None
    await own.tombstones.lift(whose, forgotten.tombstone, by="test")
    assert WORD in str((await _asked(own, id_))["memory"])


async def _asked(own: GraphMem, id_: str) -> dict[str, Any]:
    async with client_of(own) as client, client_of(own, local=False) as visitor:
        found: dict[str, Any] = {name: await client.data(document, id=id_) for name, document in DOORS.items()}
        found |= {name: await client.data(document) for name, document in LISTS.items()}
        await log_in(visitor.http, home_token.ensure(own.settings))
        for page in (f"m/{id_}", f"m/{id_}/graph", "memories"):
            answer = await visitor.http.get(f"/memory/{page}")
            assert answer.status_code == 200, page
            found[page] = answer.text
    return found
