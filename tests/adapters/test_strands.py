"""The adapter of Strands Agents inside its Agent; only the language model is told what to say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from graphmem.agents.verbs import VERBS
from graphmem.facade import GraphMem
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner
from tests.support.frameworks import ASKED, CALLS, LEARNT, ODD, SAID, check_answers

pytestmark = pytest.mark.filterwarnings("ignore")  # the framework's own


def scripted(calls: list[tuple[str, dict[str, Any]]]) -> tuple[Any, list[str]]:
    """A model that makes these calls of tools, one a turn, then answers; and the messages that it was given."""
    from strands.models import Model

    seen: list[str] = []

    class Scripted(Model):
        def get_config(self) -> dict[str, Any]:
            return {}

        def update_config(self, **_named: Any) -> None:
            raise NotImplementedError

        def structured_output(self, *_given: Any, **_named: Any) -> Any:
            raise NotImplementedError

        async def stream(
            self, messages: Any, tool_specs: Any = None, *_given: Any, **_named: Any
        ) -> AsyncIterator[Any]:
            seen.append("\n".join(str(block) for message in messages for block in message["content"]))
            call = calls[len(seen) - 1] if len(seen) <= len(calls) else None
            if call:
                assert {spec["name"] for spec in tool_specs} == set(VERBS)
            start = {"toolUse": {"name": call[0], "toolUseId": call[0]}} if call else {}
            delta = {"toolUse": {"input": json.dumps(call[1])}} if call else {"text": "Good to know."}
            yield {"messageStart": {"role": "assistant"}}
            yield {"contentBlockStart": {"start": start}}
            yield {"contentBlockDelta": {"delta": delta}}
            yield {"contentBlockStop": {}}
            yield {"messageStop": {"stopReason": "tool_use" if call else "end_turn"}}

    return Scripted(), seen


async def test_a_fact_of_one_session_is_recalled_in_the_next(memory: GraphMem, tenant: Owner) -> None:
    pytest.importorskip("strands", reason="graphmem-neo4j[strands-agents] is not installed")
    from strands import Agent
    from strands.memory import MemoryManager

    from graphmem.adapters.strands import OwnerStore

    ada = memory.owner(tenant)
    model, seen = scripted([])

    async def told(session: str, text: str, project: str) -> str:
        """What the model gets to see."""
        manager = MemoryManager([OwnerStore(session, ada, project=project)], search_tool_config=False)
        agent = Agent(model=model, memory_manager=manager, callback_handler=None)
        assert str(await agent.invoke_async(text)).strip() == "Good to know."
        await manager.flush()
        return seen[-1]

    assert "memory_context" not in await told("chat-1", SAID, "shop")
    assert "Bergen" in await told("chat-2", ASKED, "shop")
    assert "Bergen" not in await told("chat-3", ASKED, "game")
    await told("chat-3", ODD, "game")
    manager = MemoryManager([OwnerStore("chat-2", ada, project="shop")])
    agent = Agent(model=model, memory_manager=manager, callback_handler=None)
    await asyncio.to_thread(agent, ASKED)
    assert "Bergen" in seen[-1], "an agent without await runs on another loop"
    roles = (await ada.stats()).drawers_by_role
    assert (roles["user"].memories, roles["assistant"].memories) == (5, 5)
    assert {one.id for one in await memory.sessions.all(tenant)} == {"chat-1", "chat-2", "chat-3"}
    store = OwnerStore("chat-4", ada, project="shop")
    await MemoryManager([store]).add(LEARNT)
    assert "harbour gateway" in (await store.search("Where does the harbour gateway stay?"))[0].content
    kept = (await memory.memories.page(tenant, first=50)).items
    assert {one.data_source for one in kept if "harbour" in one.text} == {DataSource.TOOL}


async def test_tools_of_an_agent(memory: GraphMem, tenant: Owner) -> None:
    pytest.importorskip("strands", reason="graphmem-neo4j[strands-agents] is not installed")
    from strands import Agent

    from graphmem.adapters.strands import memory_tools

    ada = memory.owner(tenant)
    await ada.observe(SAID, speaker="Ada")
    model, _seen = scripted(CALLS)
    agent = Agent(model=model, tools=memory_tools(ada, project="shop"), callback_handler=None)
    await agent.invoke_async(ASKED)
    blocks = [block for message in agent.messages for block in message["content"]]
    answers = [str(block["toolResult"]["content"]) for block in blocks if "toolResult" in block]
    await check_answers(memory, tenant, answers)
