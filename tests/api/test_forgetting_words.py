"""Canary words: after a turn is deleted, or its owner is erased, nothing holds them and nothing is found by them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.language import doc
from graphmem.model.palace import Owner
from graphmem.services.ops_log import OpsLog
from tests.api.conftest import MINE, client_of
from tests.api.test_memories import DELETE
from tests.api.test_observe import LEARN, OBSERVE, learn, observe
from tests.api.test_owner import ERASE
from tests.support import canaries
from tests.support.waiting import until

RECALL = """query($query: String!) { recall(query: $query) { ... on Recollection {
  hits { drawer { pointer text } } memories { memory { text } } } } }"""
CANARIES = ("Zorblax", "quixonium", "Vermithrax")


@pytest.fixture
def logged(own: GraphMem, tmp_path: Path) -> GraphMem:
    """A memory that keeps an ops log in this test's folder."""
    return GraphMem(own.settings, own.database, own.embedder, own.usage, ops_log=OpsLog(tmp_path / "ops-log.jsonl"))


async def lines(memory: GraphMem, count: int) -> None:
    """Wait until that many lines of the log are written."""

    async def written() -> bool:
        return memory.ops_log.written >= count

    await until(written)


TURNS = [
    {"speaker": "Ada", "text": "I keep a small boat in the old harbour."},
    {"speaker": "Ada", "text": "My parrot Zorblax lives beside the quixonium lamp in Vermithrax."},
    {"speaker": "Ada", "text": "Every morning we row to the lighthouse."},
]


async def test_a_deleted_turn_takes_its_words_along(logged: GraphMem, tmp_path: Path, tenant: Owner) -> None:
    async with client_of(logged) as client:
        await client.data(MINE, input={"title": "Harbour", "turns": TURNS})
        other = await observe(client, "My uncle repairs clocks in Bursa.")
        await client.data(RECALL, query="What does Zorblax live beside?")
        await lines(logged, 3)
        assert len(await canaries.in_graph(logged.database, tenant, CANARIES)) > 6
        assert canaries.in_files(tmp_path, CANARIES) == ["ops-log.jsonl"]

        deleted = (await client.data(DELETE, pointer="§ W-001/R-01/D-002"))["deleteDrawer"]
        assert deleted["memories"] >= 1
        assert await canaries.in_graph(logged.database, tenant, CANARIES) == []
        assert canaries.in_files(tmp_path, CANARIES) == []
        assert "clocks" in (tmp_path / "ops-log.jsonl").read_text("utf-8"), "others' lines stay"

        found = (await client.data(RECALL, query="Zorblax quixonium Vermithrax"))["recall"]
        assert not any(word in str(found) for word in CANARIES)
        after = await logged.drawer("§ W-001/R-01/D-003")
        assert (after.previous, after.drawer.text) == ("§ W-001/R-01/D-001", TURNS[2]["text"])
        closets = {placed.closet for placed in (after, await logged.drawer("§ W-001/R-01/D-001"))}
        assert any("boat" in closet or "harbour" in closet for closet in closets)
        # The last turn of a closet takes the closet along.
        assert (await client.data(DELETE, pointer=other["pointer"]))["deleteDrawer"]["memories"] >= 1
        assert await canaries.in_graph(logged.database, tenant, ["clocks", "uncle"]) == []


async def test_a_memory_that_others_say_goes_when_it_has_words_of_the_deleted_turn_only(
    logged: GraphMem, tenant: Owner
) -> None:
    async with client_of(logged) as client:
        plain = await learn(client, "The staging database runs on port 5433.")
        said = await learn(client, "The staging database runs on port 5433.")
        await client.data(DELETE, pointer=said["pointer"])
        kept = plain["statements"][0]["memory"]
        assert (await logged.memories.get(tenant, kept)).memory.id == kept, "another turn says all of it"
        told = await learn(client, "The staging database runs on port 5433 in the Vermithrax cellar.")
        await client.data(DELETE, pointer=told["pointer"])
        assert await canaries.in_graph(logged.database, tenant, CANARIES) == []


async def test_an_erased_owner_leaves_no_word(logged: GraphMem, tmp_path: Path, tenant: Owner) -> None:
    """While it is spoken to: neither in the graph, nor in the log, nor in what this process remembers."""
    async with client_of(logged) as client:
        await client.data(OBSERVE, input={"text": "My parrot Zorblax lives beside the quixonium lamp."})
        fresh = asyncio.Event()

        async def goes_on(number: int) -> None:
            while not fresh.is_set():
                said = {"text": f"Zorblax ate {number} figs in Vermithrax.", "speaker": "Zorblax"}
                await asyncio.gather(
                    client.ask(OBSERVE, input=said),
                    client.ask(LEARN, input={"text": f"Deploy quixonium number {number} on Tuesdays."}),
                    client.ask(RECALL, query=f"Where is Zorblax number {number}?"),
                )

        senders = [asyncio.create_task(goes_on(number)) for number in range(4)]
        await lines(logged, 12)
        fresh.set()
        late = Owner.named(tenant.name)
        assert (await client.data(ERASE, confirm=tenant.name))["eraseOwner"]["nodes"] > 0
        await asyncio.gather(*senders)
        with pytest.raises(InvalidInputError, match="was erased"):
            await logged.keys.issue(late, "late")
        assert await canaries.in_graph(logged.database, tenant, CANARIES) == []
        # Their lines are on their way for a moment more.
        await asyncio.to_thread(logged.ops_log.close)
        assert canaries.in_files(tmp_path, CANARIES) == []
        assert len(logged.embedder._known) <= 4, "only questions that were on their way"
        assert doc._kept.cache_info().currsize <= 3 * len(senders), "only messages that were on their way"
