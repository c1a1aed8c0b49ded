"""How many objects a list has: what its pages hold together, for one statement, and none when nobody asks."""

from __future__ import annotations

from typing import Any

from graphmem.facade import GraphMem
from graphmem.store.database import Database
from graphmem.store.profiling import ProfilingDriver
from tests.api.conftest import MINE, client_of, conversation, of_owner
from tests.api.test_observe import learn

LISTS = {
    "memories": "memories(first: $n)",
    "jobs": "jobs(first: $n)",
    "tombstones": "tombstones(first: $n, every: true)",
    "reviews": "reviews(first: $n)",
    "audit": "audit(first: $n)",
    "dreamRuns": "dreamRuns(first: $n)",
    "procedures": "procedures(first: $n)",
    "episodes": "episodes(first: $n)",
    "palace": "palace(first: $n)",
    "allEntities": "allEntities(first: $n)",
    "allSessions": "allSessions(first: $n)",
}
FEW = {"reviews", "dreamRuns"}
"""Of which there need not be two here: a page that holds all of a list is not counted."""

INSIDE = """query($n: Int!) { palace { nodes { rooms(first: $n) { totalCount nodes {
  closets(first: $n) { totalCount nodes { drawers(first: $n) { totalCount nodes { text } } } } } } } } }"""
SESSION = 'mutation { startSession(id: "%s") { __typename } }'
PROCEDURE = 'mutation { recordProcedure(input: {name: "%s", steps: ["Boil water."]}) { __typename } }'
EPISODE = 'mutation { recordEpisode(input: {event: "%s"}) { __typename } }'


async def fill(own: GraphMem) -> None:
    async with client_of(own) as client:
        for number in (1, 2):
            await client.data(MINE, input=conversation(wing=f"Wing {number}", id=f"c{number}"))
            await client.data(SESSION % f"s{number}")
            await client.data(PROCEDURE % f"Make tea {number}")
            await client.data(EPISODE % f"Kettle {number} broke.")
            later = conversation(id=f"later{number}", wing="Wing 1")
            await client.data("mutation($i: ConversationInput!) { mineLater(input: $i) { __typename } }", i=later)
            told = await learn(client, f"Ada owns boat number {number}.")
            forget = "mutation($id: String!) { forget(id: $id) { __typename } }"
            await client.data(forget, id=told["statements"][0]["memory"])
            await learn(client, f"Mert has a garden with {number} cherry trees.")


async def test_lists_are_counted_for_who_asks(own: GraphMem, owner: str) -> None:
    await fill(own)
    driver = ProfilingDriver(own.database.driver)
    database = Database(driver, own.database.address)  # type: ignore[arg-type]
    profiled = GraphMem(own.settings, database, own.embedder, own.usage)

    def counted() -> int:
        return sum(len(calls) for name, calls in driver.hits.items() if "/count_" in name or "counts" in name)

    async with client_of(of_owner(profiled, owner)) as client:
        for name, field in LISTS.items():
            ask = f"query($n: Int!) {{ {field} {{ %s }} }}"
            driver.hits.clear()
            whole = (await client.data(ask % "nodes { __typename } pageInfo { hasNextPage }", n=100))[name]
            assert counted() == 0, name
            found = (await client.data(ask % "totalCount nodes { __typename }", n=1))[name]
            assert counted() == (len(whole["nodes"]) > 1), name
            assert found["totalCount"] == len(whole["nodes"]), name
            assert found["totalCount"] > 1 or name in FEW, name
        driver.hits.clear()
        nodes = (await client.data(INSIDE, n=1))["palace"]["nodes"]
        sizes = (await client.data(INSIDE, n=8))["palace"]["nodes"]
    assert 1 <= counted() <= 2, "one statement a level"
    assert [one["rooms"]["totalCount"] for one in nodes] == [len(one["rooms"]["nodes"]) for one in sizes]
    assert [inside(one) for one in nodes] == [inside(one) for one in sizes]


def inside(wing: dict[str, Any]) -> tuple[int, int]:
    """How many closets the first room has, and drawers its first closet."""
    room = wing["rooms"]["nodes"][0]
    return room["closets"]["totalCount"], room["closets"]["nodes"][0]["drawers"]["totalCount"]
