"""The LlamaIndex adapter inside a FunctionAgent; only the language model is told what to say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from graphmem.agents.verbs import VERBS
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.support.frameworks import ASKED, CALLS, ODD, SAID, check_answers

pytestmark = pytest.mark.filterwarnings("ignore")  # the framework's own


def scripted(calls: list[tuple[str, dict[str, Any]]]) -> tuple[Any, list[list[Any]]]:
    """A model that makes these calls of tools, one a turn, then answers; and the messages that it was given."""
    from llama_index.core.base.llms.types import ChatMessage, ChatResponse, LLMMetadata
    from llama_index.core.llms.function_calling import FunctionCallingLLM
    from llama_index.core.llms.llm import ToolSelection

    seen: list[list[Any]] = []

    class Model(FunctionCallingLLM):
        @property
        def metadata(self) -> LLMMetadata:
            return LLMMetadata(is_function_calling_model=True, model_name="scripted")

        async def astream_chat_with_tools(self, tools: Any, chat_history: Any = None, **_named: Any) -> Any:
            assert not tools or {tool.metadata.name for tool in tools} == set(VERBS)
            seen.append([*chat_history])

            async def pieces() -> AsyncIterator[ChatResponse]:
                yield ChatResponse(message=ChatMessage(role="assistant", content="Good to know."), delta="")

            return pieces()

        def get_tool_calls_from_response(self, _response: Any, **_named: Any) -> list[ToolSelection]:
            # Asked several times of one response.
            now = calls[len(seen) - 1 : len(seen)]
            return [ToolSelection(tool_id=name, tool_name=name, tool_kwargs=given) for name, given in now]

        def _not_asked(self, *_given: Any, **_named: Any) -> Any:
            raise NotImplementedError

        chat = stream_chat = complete = stream_complete = _not_asked
        achat = astream_chat = acomplete = astream_complete = _not_asked
        _prepare_chat_with_tools = _not_asked

    return Model(), seen


async def test_a_fact_of_one_session_is_recalled_in_the_next(memory: GraphMem, tenant: Owner) -> None:
    pytest.importorskip("llama_index.core", reason="graphmem-neo4j[llama-index] is not installed")
    from llama_index.core.agent.workflow import FunctionAgent
    from llama_index.core.base.llms.types import ChatMessage

    from graphmem.adapters.llama_index import AgentMemory

    ada = memory.owner(tenant)
    model, seen = scripted([])
    agent = FunctionAgent(llm=model, tools=[], system_prompt="Be short.")

    async def told(session: AgentMemory, text: str) -> str:
        """What the model gets to see beside what was said in the conversation."""
        assert str(await agent.run(text, memory=session)) == "Good to know."
        return " ".join(str(one.content) for one in seen[-1] if one.role == "system")

    first = AgentMemory("chat-1", ada, project="shop")
    assert await told(first, SAID) == "Be short."
    assert await told(first, ASKED) == "Be short.", "it stands in the conversation"
    assert [one.content for one in first.get_all()] == [SAID, "Good to know.", ASKED, "Good to know."]
    second = AgentMemory("chat-2", ada, project="shop")
    assert "Bergen" in await told(second, ASKED)
    assert "Bergen" not in str(second.get_all()), "what was recalled is not kept as said"
    assert "Bergen" not in await told(AgentMemory("chat-3", ada, project="game"), ASKED)
    roles = (await ada.stats()).drawers_by_role
    assert (roles["user"].memories, roles["assistant"].memories) == (4, 4)
    assert {one.id for one in await memory.sessions.all(tenant)} == {"chat-1", "chat-2", "chat-3"}
    first.reset()
    assert first.get_all() == []
    second.set([ChatMessage(role="user", content=SAID)])
    odd = AgentMemory("chat\x00odd", ada)
    await asyncio.to_thread(odd.put, ChatMessage(role="user", content=ODD))
    assert (await asyncio.to_thread(odd.get))[-1].content == ODD, "the conversation keeps it as it was"
    with pytest.raises(RuntimeError, match="aget"):
        odd.get()
    assert (await ada.stats()).drawers_by_role["user"].memories == 5


async def test_tools_of_an_agent(memory: GraphMem, tenant: Owner) -> None:
    pytest.importorskip("llama_index.core", reason="graphmem-neo4j[llama-index] is not installed")
    from llama_index.core.agent.workflow import FunctionAgent, ToolCallResult

    from graphmem.adapters.llama_index import memory_tools

    await memory.owner(tenant).observe(SAID, speaker="Ada")
    model, _seen = scripted(CALLS)
    agent = FunctionAgent(llm=model, tools=memory_tools(memory.owner(tenant), project="shop"))
    run = agent.run(ASKED)
    events = [event async for event in run.stream_events()]
    answers = [str(event.tool_output.content) for event in events if isinstance(event, ToolCallResult)]
    await run
    await check_answers(memory, tenant, answers)
