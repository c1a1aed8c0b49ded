"""The adapter of Microsoft's Agent Framework inside its Agent; only the language model is told what to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from graphmem.agents.verbs import VERBS
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.support.frameworks import ASKED, CALLS, ODD, SAID, check_answers

pytestmark = pytest.mark.filterwarnings("ignore")  # the framework's own


def scripted(calls: list[tuple[str, dict[str, Any]]]) -> tuple[Any, list[Any]]:
    """A model that makes these calls of tools, one a turn, then answers; and the messages that it was given."""
    from agent_framework import BaseChatClient, ChatResponse, Content, FunctionInvocationLayer, Message

    seen: list[Any] = []

    class Model(FunctionInvocationLayer, BaseChatClient):
        def _inner_get_response(self, *, messages: Sequence[Any], stream: bool, options: Any, **_named: Any) -> Any:
            async def answer() -> ChatResponse:
                seen.append([*messages])
                assert not options.get("tools") or {tool.name for tool in options["tools"]} == set(VERBS)
                said: Any = "Good to know."
                if len(seen) <= len(calls):
                    name, given = calls[len(seen) - 1]
                    said = Content.from_function_call(call_id=name, name=name, arguments=given)
                return ChatResponse(messages=[Message(role="assistant", contents=[said])])

            return answer()

    return Model(), seen


async def test_a_fact_of_one_session_is_recalled_in_the_next(memory: GraphMem, tenant: Owner) -> None:
    pytest.importorskip("agent_framework", reason="graphmem-neo4j[agent-framework] is not installed")
    from agent_framework import Agent, InMemoryHistoryProvider

    from graphmem.adapters.agent_framework import MemoryProvider

    ada = memory.owner(tenant)
    model, seen = scripted([])

    def working_on(project: str) -> Any:
        providers = [InMemoryHistoryProvider(), MemoryProvider(ada, project=project)]
        return Agent(model, context_providers=providers)

    async def told(agent: Any, session: Any, text: str) -> str:
        """What the model gets to see beside what was said in the conversation."""
        assert (await agent.run(text, session=session)).text == "Good to know."
        return " ".join(one.text for one in seen[-1] if "<memory_context>" in one.text)

    shop, game = working_on("shop"), working_on("game")
    first, second, third = (shop.create_session() for _ in range(3))
    assert await told(shop, first, SAID) == ""
    assert await told(shop, first, ASKED) == "", "it stands in the conversation"
    assert len(seen[-1]) == 3
    assert "Bergen" in await told(shop, second, ASKED)
    assert "Bergen" not in await told(game, third, ASKED)
    assert await told(game, third, ODD) == ""
    roles = (await ada.stats()).drawers_by_role
    assert (roles["user"].memories, roles["assistant"].memories) == (5, 5)
    kept = {one.id for one in await memory.sessions.all(tenant)}
    assert kept == {one.session_id for one in (first, second, third)}


async def test_tools_of_an_agent(memory: GraphMem, tenant: Owner) -> None:
    pytest.importorskip("agent_framework", reason="graphmem-neo4j[agent-framework] is not installed")
    from agent_framework import Agent

    from graphmem.adapters.agent_framework import memory_tools

    ada = memory.owner(tenant)
    await ada.observe(SAID, speaker="Ada")
    model, _seen = scripted(CALLS)
    run = await Agent(model, tools=memory_tools(ada, project="shop")).run(ASKED)
    contents = [content for message in run.messages for content in message.contents]
    answers = [str(content.result) for content in contents if content.type == "function_result"]
    await check_answers(memory, tenant, answers)
