"""Browsing: cursors over pages, one query a level, pointers of one's own and of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Closet, Drawer, Owner, Page, Room
from graphmem.store.palace import Browse
from tests.api.conftest import MINE, Client, client_of, conversation, of_owner

DRAWER = """query($pointer: String!) { drawer(pointer: $pointer) { __typename
  ... on PlacedDrawer { drawer { pointer text } wing room closet previous next }
  ... on Problem { code field message remedy } } }"""


async def fill(client: Client, wings: int) -> None:
    for number in range(wings):
        await client.data(MINE, input=conversation(wing=f"Wing {number}", id=f"c{number}"))


async def test_every_wing_once_across_pages(client: Client) -> None:
    await fill(client, 5)
    seen: list[str] = []
    after = None
    for _ in range(3):
        query = """query($after: String) { palace(first: 2, after: $after) {
          edges { cursor node { name } } pageInfo { hasNextPage endCursor } } }"""
        page = (await client.data(query, after=after))["palace"]
        seen += [edge["node"]["name"] for edge in page["edges"]]
        after = page["pageInfo"]["endCursor"]
        assert after == page["edges"][-1]["cursor"]
    assert seen == [f"Wing {number}" for number in range(5)]
    assert page["pageInfo"]["hasNextPage"] is False
    last = (await client.data(query, after=after))["palace"]
    assert last == {"edges": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}


async def test_drawers_across_pages(client: Client) -> None:
    turns = [{"speaker": "Ada", "text": f"The garden has tree number {n}."} for n in range(7)]
    await client.data(MINE, input=conversation(turns=turns))
    query = """query($after: String) { palace { nodes { rooms { nodes { closets { nodes { drawerCount
      drawers(first: 3, after: $after) { nodes { text position } pageInfo { hasNextPage endCursor } } } } } } } } }"""
    positions: list[int] = []
    after, more = None, True
    while more:
        room = (await client.data(query, after=after))["palace"]["nodes"][0]["rooms"]["nodes"][0]
        page = room["closets"]["nodes"][0]["drawers"]
        positions += [drawer["position"] for drawer in page["nodes"]]
        after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
    assert positions == list(range(room["closets"]["nodes"][0]["drawerCount"]))


class CountingBrowse(Browse):
    """Browses the same store and counts how often each level is asked for."""

    calls: list[str]

    async def rooms(self, owner: Owner, wings: Sequence[str], **page: Any) -> list[Page[Room]]:
        self.calls.append(f"rooms of {len(wings)}")
        return await super().rooms(owner, wings, **page)

    async def closets(self, owner: Owner, rooms: Sequence[str], **page: Any) -> list[Page[Closet]]:
        self.calls.append(f"closets of {len(rooms)}")
        return await super().closets(owner, rooms, **page)

    async def drawers(self, owner: Owner, closets: Sequence[str], **page: Any) -> list[Page[Drawer]]:
        self.calls.append(f"drawers of {len(closets)}")
        return await super().drawers(owner, closets, **page)


async def test_one_query_for_each_level(own: GraphMem) -> None:
    browse = CountingBrowse(own.database)
    browse.calls = []
    own.browse = browse
    async with client_of(own) as client:
        await fill(client, 3)
        tree = await client.data(
            "{ palace { nodes { rooms { nodes { closets { nodes { drawers(first: 5) { nodes { text } } } } } } } } }"
        )
    assert browse.calls == ["rooms of 3", "closets of 6", "drawers of 6"]
    assert str(tree).count("Izmir") == 3


@pytest.mark.parametrize("cursor", ["", "x", "1", "cm9vbXM6MQ==", "d2luZ3M6", "d2luZ3M6LTE=", "d2luZ3M6wrI=", "🙈"])
async def test_foreign_and_broken_cursors_are_refused(client: Client, cursor: str) -> None:
    answer = await client.ask("query($after: String) { palace(after: $after) { nodes { name } } }", after=cursor)
    assert answer["errors"][0]["extensions"]["code"] == "INVALID_INPUT"
    assert answer["errors"][0]["extensions"]["field"] == "after"


@pytest.mark.parametrize("first", [0, -5, 101])
async def test_a_page_size_out_of_bounds_names_the_argument(client: Client, first: int) -> None:
    answer = await client.ask("query($first: Int!) { palace(first: $first) { nodes { name } } }", first=first)
    assert answer["errors"][0]["message"] == f"first is {first}."
    assert answer["errors"][0]["extensions"]["field"] == "first"


async def test_a_pointer_leads_to_its_drawer_and_its_neighbours(client: Client) -> None:
    await client.data(MINE, input=conversation())
    found = (await client.data(DRAWER, pointer="w-1/r-1/d-1"))["drawer"]
    assert found["drawer"] == {"pointer": "§ W-001/R-01/D-001", "text": "I moved to Izmir in May."}
    assert (found["previous"], found["next"]) == (None, "§ W-001/R-01/D-002")
    assert found["wing"] == "Moving"


async def test_another_owners_pointer_looks_like_one_that_never_was(
    memory: GraphMem, client: Client, owner: str
) -> None:
    await client.data(MINE, input=conversation())
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        theirs = await other.data(DRAWER, pointer="W-001/R-01/D-001")
        never = await other.data(DRAWER, pointer="W-001/R-01/D-002")
        palace = await other.data("{ palace { nodes { name } } health { drawers wings } }")
    assert theirs["drawer"]["__typename"] == "NotFound"
    assert theirs["drawer"]["message"].replace("D-001", "D-002") == never["drawer"]["message"]
    assert palace == {"palace": {"nodes": []}, "health": {"drawers": 0, "wings": 0}}


async def test_what_is_no_pointer(client: Client) -> None:
    found = (await client.data(DRAWER, pointer="drawer seven"))["drawer"]
    assert (found["__typename"], found["field"]) == ("InvalidInput", "pointer")
