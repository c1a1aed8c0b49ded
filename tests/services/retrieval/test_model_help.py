"""A chat model that routes questions and orders hits, over real HTTP, and recalls that go on without it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.language.quotes import bare
from graphmem.model.palace import Owner
from graphmem.model.question import Intent
from graphmem.providers.chat import OpenAIChat
from graphmem.services.model_calls import Asker
from graphmem.services.retrieval.model_help import ModelHelp
from graphmem.services.retrieval.recall import Recall
from tests.support.openai_server import OpenAIServer, openai_server

STATEMENTS = (
    "Ada lives in Lisbon.",
    "Ada prefers green tea over coffee.",
    "Ada works as a nurse in a clinic.",
    "Ada plays the cello on Sundays.",
)


@pytest.fixture(scope="module")
def running() -> Any:
    with openai_server() as server:
        yield server


@pytest.fixture
async def helped(
    memory: GraphMem, running: OpenAIServer, tenant: Owner, settings: Settings
) -> AsyncIterator[tuple[Recall, OpenAIServer]]:
    """Recall with a model that routes and reranks and has half a second."""
    running.behave()
    for statement in STATEMENTS:
        await memory.observer.learn(tenant, statement)
    chat = OpenAIChat("small-1", base_url=running.url, timeout=2)
    asker = Asker(chat, memory.ops_log, memory.ledger.sink)
    help_ = ModelHelp(asker, routes=True, reranks=True, budget=0.5)
    yield Recall(memory.database, memory.embedder, None, help_), running
    await chat.aclose()


def answers(intent: str, best: list[int]) -> Any:
    """A model that routes to this intent and finds these notes the best."""

    def reply(body: dict[str, Any]) -> dict[str, Any]:
        asked = json.loads(body["messages"][-1]["content"])
        return {"best": best} if "notes" in asked else {"intent": intent, "parts": [], "variants": []}

    return reply


async def test_the_model_routes_and_orders(helped: tuple[Recall, OpenAIServer], tenant: Owner) -> None:
    recall, model = helped
    model.reply = answers("general", [])
    plain = await recall.recall(tenant, "Where does Ada live?")
    assert len(plain.memories) == len(STATEMENTS)
    model.reply = answers("preference", [3, 3, 99, 0])
    found = await recall.recall(tenant, "Where does Ada live?")
    assert found.intent is Intent.PREFERENCE
    assert found.intent_reason == "the model"
    assert not found.notes
    usage = [request.body["messages"] for request in model.received]
    assert "<" not in json.dumps(usage[-1][-1])


async def test_the_reader_puts_its_choice_first(helped: tuple[Recall, OpenAIServer], tenant: Owner) -> None:
    recall, model = helped
    model.reply = answers("general", [])
    before = [hit.memory.id for hit in (await recall.recall(tenant, "Where does Ada live?")).memories]
    model.reply = answers("general", [4, 2])
    after = [hit.memory.id for hit in (await recall.recall(tenant, "Where does Ada live?")).memories]
    assert after == [before[3], before[1], before[0], before[2]]


@pytest.mark.parametrize("behaviour", ["hang", "words", "null"])
async def test_a_model_that_does_not_answer_costs_half_a_second_and_nothing_else(
    helped: tuple[Recall, OpenAIServer], tenant: Owner, behaviour: str
) -> None:
    recall, model = helped
    model.behave(default=behaviour)
    found = await recall.recall(tenant, "Where does Ada live?")
    assert found.intent is Intent.FACTUAL
    assert bare(found.memories[0].memory.text) == STATEMENTS[0]
    assert len(found.notes) == 2


async def test_small_talk_is_not_sent_to_the_model(helped: tuple[Recall, OpenAIServer], tenant: Owner) -> None:
    recall, model = helped
    assert (await recall.recall(tenant, "thanks!")).skipped
    assert not model.received
