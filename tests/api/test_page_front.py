"""What the page shows first: changes of mind, what matters, and in search what answers, as sure as the block is."""

from __future__ import annotations

import re
from html import unescape

import httpx2
from graphmem_api.page.searching import answers, further

from graphmem.facade import GraphMem
from graphmem.services.retrieval.options import RecallOptions
from tests.support.conversations import EFOIL, conversation

QUESTION = "Where did Ayşe move to?"


async def test_changes_of_mind_come_first_and_what_is_named_once_does_not(
    own: GraphMem, visitor: httpx2.AsyncClient
) -> None:
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now.", "I saw Berta at the harbour."):
        await own.observer.learn(own.owner(), text)
    page = unescape((await visitor.get("/memory")).text)
    first, rest = page.split("<h2>Tiers</h2>")
    assert (
        first.index("Changes of mind") < first.index("Nora lives in Izmir now.") < first.index("Nora lives in Ankara.")
    )
    named = rest.split("Mentioned most often")[1].split("By category")[0]
    assert ("Nora" in named, "Berta" in named) == (True, False)
    assert "Berta" in (await visitor.get("/memory/things")).text, "the list of all still has it"
    assert "Fikir değişiklikleri" in (await visitor.get("/memory", headers={"accept-language": "tr"})).text


async def test_a_change_whose_memory_is_forgotten_is_told_no_more(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    told = [
        await own.observer.learn(own.owner(), text) for text in ("Nora lives in Ankara.", "Nora lives in Izmir now.")
    ]
    (change,) = await own.memories.changes(own.owner())
    assert [change.older, change.newer] == [one.statements[0].memory for one in told]
    assert change.ended is not None
    await own.memories.forget(own.owner(), change.older)
    assert await own.memories.changes(own.owner()) == []
    assert "Changes of mind" not in (await visitor.get("/memory")).text


async def test_a_digest_of_somebody_tells_nothing_that_was_replaced(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now.", "Nora plays the cello."):
        await own.observer.learn(own.owner(), text)
    page = unescape((await visitor.get("/memory/things/person/nora")).text)
    digest = page.split("<h2>Summary</h2>")[1].split("</section>")[0]
    assert ("Izmir" in digest, "cello" in digest, "Ankara" in digest) == (True, True, False)


async def test_search_lists_what_the_block_says_as_sure_as_it_is(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    await own.mine(conversation(EFOIL))
    result = await own.recall(QUESTION, owner=own.owner().name, options=RecallOptions(limit=32, touch=False))
    assert result.answerable
    rows = answers(result)
    assert [row.entry.id for row in rows if row.entry] == [entry.id for entry in result.entries]
    assert [row.confidence for row in rows] == [entry.confidence for entry in result.entries]
    assert all(row.entry.text in result.context for row in rows if row.entry)
    assert "Ankara" in (rows[0].turn.drawer.text if rows[0].turn else rows[0].entry.text if rows[0].entry else "")
    shown = {row.entry.id for row in rows if row.entry}
    for row in further(result):
        assert row.turn is None or row.turn.drawer.id not in shown
        assert row.memory is None or row.memory.memory.id not in shown
    page = unescape((await visitor.get("/memory/search", params={"q": QUESTION})).text)
    assert page.count("<h2>Answers</h2>") == 1
    assert not re.search(r"\b0% sure", page)
    sure = [float(one) for one in re.findall(r">[<>]?(\d+)% sure", page)]
    assert sure[: len(rows)] == [min(max(round(100 * row.confidence), 1), 99) for row in rows]


async def test_nothing_is_impossible_or_certain(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    await own.mine(conversation(EFOIL))
    page = unescape((await visitor.get("/memory/search", params={"q": "What is the name of my dog?"})).text)
    assert "probably not answered here" in page
    assert "Found, but not sure enough for an answer" in page
    assert not re.search(r"\b(0|100)% sure", page)


async def test_an_ended_fact_looks_ended(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now."):
        await own.observer.learn(own.owner(), text)
    page = (await visitor.get("/memory/things/person/nora?when=ever")).text
    (ended,) = re.findall(r'<tr class="over">.*?</tr>', page, re.DOTALL)
    assert ("Ankara" in ended, "Izmir" in ended, ">ended<" in ended) == (True, False, True)
    edges = (await visitor.get("/memory/graph/person/nora?when=ever")).json()["edges"]
    assert {edge["target"]: edge["over"] for edge in edges} == {
        "entity://place/ankara": True,
        "entity://place/izmir": False,
    }
    (newer,) = (await own.memories.page(own.owner())).items
    nodes = (await visitor.get(f"/memory/m/{newer.id}/graph?when=ever")).json()["nodes"]
    assert {node["text"].split()[-1]: node["over"] for node in nodes} == {"Ankara.": True, "now.": False}
