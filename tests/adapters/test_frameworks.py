"""The adapters inside the frameworks that they are for; only the language models are told what to say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, TypedDict

import pytest

from graphmem.adapters.functions import FunctionTools
from graphmem.agents.verbs import VERBS
from graphmem.facade import GraphMem
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner
from tests.support.frameworks import ASKED, LEARNT, SAID


async def sources(memory: GraphMem, tenant: Owner) -> set[DataSource]:
    """Whose words the memories are."""
    return {one.data_source for one in (await memory.memories.page(tenant, first=50)).items}


async def test_functions_for_any_model(memory: GraphMem, tenant: Owner) -> None:
    tools = FunctionTools(memory.owner(tenant), "scribe", project="shop")
    named = {one["function"]["name"]: one["function"] for one in tools.schemas}
    assert tuple(named) == VERBS
    assert named["learn"]["parameters"]["required"] == ["text"]
    assert "Remember something" in named["learn"]["description"]
    assert "harbour gateway" in await tools.call("learn", json.dumps({"text": LEARNT}))
    assert "harbour gateway" in await tools.call("recall", {"query": "Where does the harbour gateway stay?"})
    assert "wrong: text" in await tools.call("learn", "{}")
    assert "wrong: owner" in await tools.call("learn", {"text": LEARNT, "owner": "somebody"})
    assert "no JSON" in await tools.call("recall", "{half")
    for deep in ("[" * 100_000, '{"text": ' * 100_000):
        assert "no JSON" in await tools.call("learn", deep)
    assert "wrong: text" in await tools.call("learn", None)
    for given in ("null", "[1]", "7", '{"text": null}'):
        assert "wrong: " in await tools.call("learn", given)
    for odd in ("It is\x00.", "half \ud83d"):
        assert "NUL" in await tools.call("learn", {"text": odd})
    assert "no tool 'drop'" in await tools.call("drop", "{}")
    assert "no id" in await tools.call("forget", {"id": "x"})
    assert await sources(memory, tenant) == {DataSource.TOOL}
    elsewhere = FunctionTools(memory.owner(tenant), project="game")
    assert "harbour" not in await elsewhere.call("recall", {"query": "Where does the harbour gateway stay?"})


async def test_a_session_of_the_openai_agents_sdk(memory: GraphMem, tenant: Owner) -> None:
    agents = pytest.importorskip("agents", reason="graphmem-neo4j[openai-agents] is not installed")
    from openai.types.responses import ResponseOutputMessage, ResponseOutputText

    from graphmem.adapters.openai_agents import MemorySession, recalling
    from graphmem.services.retrieval.options import RecallOptions

    seen: list[Any] = []

    class Model(agents.Model):  # type: ignore[name-defined]
        async def get_response(self, *, input: Any, **_named: Any) -> Any:
            seen.append(input)
            text = ResponseOutputText(text="Good to know.", type="output_text", annotations=[])
            said = ResponseOutputMessage(
                id="1", content=[text], role="assistant", status="completed", type="message"
            )  # fmt: skip
            return agents.ModelResponse(output=[said], usage=agents.Usage(), response_id=None)

        def stream_response(self, *_given: Any, **_named: Any) -> AsyncIterator[Any]:
            raise NotImplementedError

    ada = memory.owner(tenant)
    agent = agents.Agent(name="assistant", model=Model())
    off = {"tracing_disabled": True}

    async def told(session: MemorySession, text: str, options: RecallOptions) -> str:
        """What the model gets to see beside what was said in the conversation."""
        config = agents.RunConfig(session_input_callback=recalling(ada, options), **off)
        await agents.Runner.run(agent, text, session=session, run_config=config)
        return " ".join(str(one["content"]) for one in seen[-1] if one["role"] == "developer")

    shop, game = RecallOptions(project="shop"), RecallOptions(project="game")
    first = MemorySession("chat-1", ada, project="shop")
    assert await told(first, SAID, shop) == ""
    assert await told(first, ASKED, shop) == "", "it stands in the conversation"
    assert len(await first.get_items()) == 4
    assert "Bergen" in await told(MemorySession("chat-2", ada, project="shop"), ASKED, shop)
    assert "Bergen" not in await told(MemorySession("chat-3", ada, project="game"), ASKED, game)
    roles = (await ada.stats()).drawers_by_role
    assert (roles["user"].memories, roles["assistant"].memories) == (4, 4)
    assert {one.id for one in await memory.sessions.all(tenant)} == {"chat-1", "chat-2", "chat-3"}
    kept = MemorySession("chat-2", ada)
    await kept.add_items([{"role": "developer", "content": "<memory_context>\nBergen\n</memory_context>"}])
    assert await kept.get_items() == [], "what was recalled is not kept as said"
    await first.clear_session()
    assert await first.get_items() == []
    assert (await ada.stats()).drawers_by_role["user"].memories == 4, "what was remembered of it stays"
    for odd in (
        "Kaan\x00 works at \ud83d Vestas.",
        "Kaan works at Vestas. " * 12_000,
        "The Vestas yard is in Aarhus. " * 5_000,
    ):
        session = MemorySession("chat\x00odd", ada)
        await told(session, odd, RecallOptions())
        kept_items: list[Any] = [*await session.get_items()]
        assert kept_items[0]["content"] == odd, "the conversation keeps it as it was"
    callback = recalling(ada)
    answered: Any = [{"role": "assistant", "content": "Only I said something."}]
    assert await callback(answered, []) == answered, "there is nothing that is asked"
    assert (await ada.stats()).drawers_by_role["user"].memories == 7
    await memory.erase(owner=tenant.name)
    ada = memory.owner(tenant.name)
    await MemorySession("chat-1", ada).add_items([{"role": "user", "content": SAID}])
    assert (await ada.stats()).drawers_by_role["user"].memories == 1


async def test_a_store_of_langgraph(memory: GraphMem, tenant: Owner) -> None:
    graph = pytest.importorskip("langgraph.graph", reason="graphmem-neo4j[langgraph] is not installed")
    from langgraph.store.base import BaseStore

    from graphmem.adapters.langgraph import NAMESPACE, MemoryStore

    class State(TypedDict):
        asked: str
        found: list[str]

    async def answer(state: State, *, store: BaseStore) -> dict[str, list[str]]:
        await store.aput(("ada", "notes"), "n1", {"text": LEARNT})
        found = await store.asearch(("ada",), query=state["asked"], limit=5)
        return {"found": [f"{'/'.join(one.namespace)}: {one.value['text']}" for one in found]}

    await memory.owner(tenant).observe(SAID, speaker="Ada")
    store = MemoryStore(memory.owner(tenant), agent="planner", project="shop")
    built = graph.StateGraph(State).add_node("answer", answer).add_edge(graph.START, "answer").compile(store=store)
    found = (await built.ainvoke({"asked": ASKED, "found": []}))["found"]
    assert any(one.startswith(f"ada/{NAMESPACE}") and "Bergen in May" in one for one in found)
    assert any(one.startswith("ada/notes") for one in found)
    assert (await store.aget(("ada", "notes"), "n1")).value == {"text": LEARNT}  # type: ignore[union-attr]
    kept = {one.text: one for one in (await memory.memories.page(tenant, first=50)).items}
    (learnt,) = (one for text, one in kept.items() if "harbour" in text)
    assert (learnt.data_source, learnt.project) == (DataSource.TOOL, "shop")
    assert await asyncio.to_thread(store.get, ("ada", "notes"), "n1") is not None
    with pytest.raises(RuntimeError, match="aget"):
        store.get(("ada", "notes"), "n1")
    for number, odd in enumerate(("The dock\x00 is \ud83d closed.", "The dock is closed on Sundays. " * 8_000)):
        await store.aput(("ada", "odd"), str(number), {"text": odd})
        assert (await store.aget(("ada", "odd"), str(number))).value == {"text": odd}  # type: ignore[union-attr]
        assert await store.asearch(("ada",), query=odd, limit=5)
    await store.adelete(("ada", "notes"), "n1")
    assert await store.aget(("ada", "notes"), "n1") is None


async def test_a_toolset_of_pydantic_ai(memory: GraphMem, tenant: Owner) -> None:
    pydantic_ai = pytest.importorskip("pydantic_ai", reason="graphmem-neo4j[pydantic-ai] is not installed")
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    from graphmem.adapters.pydantic_ai import memory_toolset

    calls = iter(
        [
            ToolCallPart("forget", {"id": "x"}),
            ToolCallPart("recall", {"query": ASKED}),
            ToolCallPart("learn", {"text": LEARNT}),
        ]
    )
    told: list[Any] = []

    def model(messages: list[Any], info: Any) -> ModelResponse:
        told.append(messages[-1])
        assert {tool.name for tool in info.function_tools} == set(VERBS)
        call = next(calls, None)
        return ModelResponse(parts=[TextPart("Bergen.") if call is None else call])

    await memory.owner(tenant).observe(SAID, speaker="Ada")
    agent = pydantic_ai.Agent(FunctionModel(model), toolsets=[memory_toolset(memory.owner(tenant), project="shop")])
    assert (await agent.run(ASKED)).output == "Bergen."
    answers = [str(part.content) for message in told[1:] for part in message.parts]
    assert "no id" in answers[0], "a wrong value is told to the model, which tries again"
    assert "Bergen" in answers[1]
    assert "harbour gateway" in answers[2]
    assert DataSource.TOOL in await sources(memory, tenant)
