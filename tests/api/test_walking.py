"""From memories to what is around them: objects in each direction, and as many statements for one as for thirty."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.store.database import Database
from graphmem.store.profiling import ProfilingDriver
from tests.api.conftest import Client, client_of, of_owner
from tests.api.test_observe import observe

PEOPLE = ("Elif", "Mert", "Ayşe", "Kerem", "Zeynep", "Burak")
WALK = """query($n: Int!) { memories(first: $n) { totalCount
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  nodes { id text sources { pointer text } entities { id name } facts { predicate object } versions { text }
    tierHistory { tier since } relations { type memory { id entities { uri } } } } } }"""
NODE = "query($id: ID!) { node(id: $id) { __typename id ... on Memory { text } ... on Entity { name } } }"


async def filled(client: Client, count: int) -> None:
    for number in range(count):
        await observe(client, f"{PEOPLE[number]} lives in Izmir and works as a nurse.")


async def test_statements_do_not_grow_with_the_memories(own: GraphMem, owner: str) -> None:
    driver = ProfilingDriver(own.database.driver)
    database = Database(driver, own.database.address)  # type: ignore[arg-type]
    profiled = GraphMem(own.settings, database, own.embedder, own.usage)
    async with client_of(own) as client:
        await filled(client, 6)
    asked = []
    async with client_of(of_owner(profiled, owner)) as client:
        for count in (1, 6):
            driver.hits.clear()
            found = (await client.data(WALK, n=count))["memories"]
            assert len(found["nodes"]) == count
            names = {name: len(calls) for name, calls in driver.hits.items() if name.startswith("memory/")}
            asked.append(names)
    for names in asked:
        # Those of the memories, and those of the memories beyond a relation.
        assert set(names.values()) <= {1, 2}, names
    assert sum(asked[1].values()) <= sum(asked[0].values())
    assert found["totalCount"] >= 6
    assert (found["pageInfo"]["hasPreviousPage"], bool(found["pageInfo"]["startCursor"])) == (False, True)
    one = found["nodes"][-1]
    assert one["sources"][0]["text"].startswith("Elif lives")
    assert {entity["name"] for entity in one["entities"]} >= {"Elif", "Izmir"}
    assert one["tierHistory"][0]["tier"] == "EPISODIC"


async def test_things_have_an_id_and_askers_a_name(
    own: GraphMem, memory: GraphMem, issue: Callable[..., Any], owner: str
) -> None:
    async with client_of(own) as client, client_of(of_owner(memory, f"{owner}-b")) as other:
        await filled(client, 1)
        (one,) = (await client.data("{ memories { nodes { id } } }"))["memories"]["nodes"]
        assert (await client.data(NODE, id=one["id"]))["node"]["__typename"] == "Memory"
        assert (await client.data(NODE, id="entity://person/elif"))["node"]["name"] == "Elif"
        for id_ in (one["id"][:8], "entity://person/nobody", "x" * 32):
            assert (await client.data(NODE, id=id_))["node"] is None
        for id_ in (one["id"], "entity://person/elif"):
            assert (await other.data(NODE, id=id_))["node"] is None, "somebody else's"
        viewer = "{ viewer { owner local agent scopes key { label } } }"
        assert (await client.data(viewer))["viewer"]["local"] is True
        client.key = await issue(owner, scopes=[Scope.READ], agent="ada")
        assert (await client.data(viewer))["viewer"] == {
            "owner": owner,
            "local": False,
            "agent": "ada",
            "scopes": ["READ"],
            "key": {"label": "test"},
        }
