"""The choices `rerank` and `chat_model`, by what they change: the order of a recall, and whether a model is asked."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio

from graphmem.facade import GraphMem
from graphmem.providers.chat import OpenAIChat
from tests.api.conftest import Client, client_of
from tests.api.test_settings import SET
from tests.support.openai_server import OpenAIServer, openai_server

STATEMENTS = ("Ada lives in Lisbon.", "Ada prefers green tea over coffee.", "Ada plays the cello on Sundays.")
RECALL = """query($session: String) { recall(query: "Where does Ada live?", session: $session, touch: false) {
  ... on Recollection { notes memories { memory { text } } } } }"""
OBSERVE = """mutation($session: String) { observe(input: {text: "I moved to Porto in May.", session: $session}) {
  ... on Observation { pointer stages { name detail } } } }"""
START = 'mutation { startSession(id: "p1", agent: "planner") { __typename } }'


@pytest.fixture(scope="module")
def running() -> Any:
    with openai_server() as server:
        yield server


def named(body: dict[str, Any]) -> dict[str, Any]:
    """The model names the note about the cello, and is silent about all else."""
    notes = json.loads(body["messages"][-1]["content"]).get("notes")
    return {} if notes is None else {"answers": [note["note"] for note in notes if "cello" in note["text"]]}


@pytest_asyncio.fixture(loop_scope="session")
async def asked(own: GraphMem, running: OpenAIServer, owner: str) -> AsyncIterator[tuple[Client, OpenAIServer]]:
    """A client of a server with a chat model, which reranks only where somebody chose so; and the model."""
    running.behave()
    running.reply = named
    for statement in STATEMENTS:
        await own.owner(owner).learn(statement)
    chat = OpenAIChat("small-1", base_url=running.url, timeout=2)
    settings = own.settings.model_copy(update={"recall_rerank": False, "recall_router": "rules"})
    async with client_of(GraphMem(settings, own.database, own.embedder, own.usage, chat=chat)) as client:
        await client.data(START)
        yield client, running
    await chat.aclose()


async def recalled(asked: tuple[Client, OpenAIServer], session: str | None = None) -> tuple[list[str], int]:
    """The texts of the memories in their order, and how often the model was asked for it."""
    client, model = asked
    before = len(model.received)
    found = (await client.data(RECALL, session=session))["recall"]
    assert not [note for note in found["notes"] if "answer" in note], found["notes"]
    return [one["memory"]["text"] for one in found["memories"]], len(model.received) - before


async def chosen(client: Client, name: str, value: str | None, agent: str | None = None) -> None:
    told = await client.data(SET, choices=[{"name": name, "value": value}], agent=agent)
    assert told["setSettings"]["__typename"] == "OwnerSettings"


async def test_rerank_of_owner_and_agent_orders_a_recall(asked: tuple[Client, OpenAIServer]) -> None:
    client, _ = asked
    plain, calls = await recalled(asked)
    assert (len(plain), calls) == (3, 0)
    reranked = sorted(plain, key=lambda text: "cello" not in text)
    assert reranked != plain
    await chosen(client, "rerank", "on")
    assert await recalled(asked) == (reranked, 1)
    await chosen(client, "rerank", "off", agent="planner")
    assert await recalled(asked, "p1") == (plain, 0)
    assert await recalled(asked) == (reranked, 1)
    await chosen(client, "rerank", None)
    await chosen(client, "rerank", "on", agent="planner")
    assert await recalled(asked) == (plain, 0)
    assert await recalled(asked, "p1") == (reranked, 1)


async def test_a_model_sees_nothing_where_that_is_off(
    asked: tuple[Client, OpenAIServer], issue: Callable[..., Any], owner: str
) -> None:
    client, model = asked
    await chosen(client, "rerank", "on")
    plain = (await recalled(asked))[0]
    await chosen(client, "chat_model", "off")
    order, calls = await recalled(asked)
    assert (sorted(order), calls) == (sorted(plain), 0)
    assert order != plain, "the order of the scores"
    model.received.clear()
    seen = (await client.data(OBSERVE))["observe"]
    assert seen["pointer"]
    assert not model.received

    await chosen(client, "chat_model", "on")
    await chosen(client, "chat_model", "off", agent="planner")
    assert (await recalled(asked))[1] == 1
    assert (await recalled(asked, "p1"))[1] == 0, "an agent by its session"
    model.received.clear()
    await client.data(OBSERVE, session="p1")
    assert not model.received
    client.key = await issue(owner, agent="planner")
    assert (await recalled(asked))[1] == 0, "an agent by its key"
