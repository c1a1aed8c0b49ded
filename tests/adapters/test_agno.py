"""The Agno adapter inside its Agent; only the language model is told what to say."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from graphmem.agents.verbs import VERBS
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.support.frameworks import ASKED, CALLS, ODD, SAID, check_answers

pytestmark = pytest.mark.filterwarnings("ignore")  # the framework's own


def scripted(calls: list[tuple[str, dict[str, Any]]]) -> tuple[Any, list[list[Any]]]:
    """A model that makes these calls of tools, one a turn, then answers; and the messages that it was given."""
    from agno.models.base import Model
    from agno.models.response import ModelResponse

    seen: list[list[Any]] = []

    class Scripted(Model):
        def invoke(self, *_given: Any, messages: Any, tools: Any = None, **_named: Any) -> ModelResponse:
            seen.append([*messages])
            if len(seen) > len(calls):
                return ModelResponse(role="assistant", content="Good to know.")
            assert {tool["function"]["name"] for tool in tools} == set(VERBS)
            name, given = calls[len(seen) - 1]
            function = {"name": name, "arguments": json.dumps(given)}
            return ModelResponse(role="assistant", tool_calls=[{"id": name, "type": "function", "function": function}])

        async def ainvoke(self, *given: Any, **named: Any) -> ModelResponse:
            return self.invoke(*given, **named)

        def _not_asked(self, *_given: Any, **_named: Any) -> Any:
            raise NotImplementedError

        invoke_stream = ainvoke_stream = _parse_provider_response = _parse_provider_response_delta = _not_asked

    return Scripted(id="scripted"), seen


async def test_a_fact_of_one_session_is_recalled_in_the_next(memory: GraphMem, owner: str) -> None:
    pytest.importorskip("agno", reason="graphmem-neo4j[agno] is not installed")
    from agno.agent import Agent
    from agno.db.in_memory import InMemoryDb
    from agno.learn import LearningMachine
    from agno.models.message import Message

    from graphmem.adapters.agno import OwnerStore

    model, seen = scripted([])

    def agent(project: str, **hooks: Any) -> tuple[Any, OwnerStore]:
        store = OwnerStore(memory.owner, project=project)
        machine = LearningMachine(custom_stores={"graphmem": store})
        made = Agent(model=model, db=InMemoryDb(), learning=machine, telemetry=False, add_history_to_context=True)
        made.post_hooks = [store.aremember]
        return made, store

    async def told(made: Any, session: str, text: Any, user: str = owner) -> str:
        """What the model gets to see beside what was said in the conversation."""
        answer = await made.arun(text, session_id=session, user_id=user)
        assert answer.content == "Good to know."
        return " ".join(str(one.content) for one in seen[-1] if one.role == "system")

    shop, store = agent("shop")
    assert "Bergen" not in await told(shop, "chat-1", SAID)
    assert "Bergen" in await told(shop, "chat-2", ASKED)
    assert "memory_context" not in str(seen[-1][1:]), "what was recalled is not kept as said"
    assert "Bergen" not in await told(agent("game")[0], "chat-3", ASKED)
    assert "Bergen" not in await told(shop, "chat-4", ASKED, user=f"{owner}-2"), "another user has another memory"
    await told(shop, "chat-1", [Message(role="user", content=ODD)])
    roles = (await memory.owner(owner).stats()).drawers_by_role
    assert (roles["user"].memories, roles["assistant"].memories) == (4, 4), "history is filed once"
    assert {one.id for one in await memory.sessions.all(Owner.named(owner))} == {"chat-1", "chat-2", "chat-3"}
    shop.post_hooks = [store.remember]
    await asyncio.to_thread(shop.run, ASKED, session_id="chat-5", user_id=owner)
    assert "Bergen" in str(seen[-1][0].content), "an agent without await runs in another thread"
    assert (await memory.owner(owner).stats()).drawers_by_role["assistant"].memories == 5
    with pytest.raises(RuntimeError, match="arun"):
        store.recall(message=ASKED, user_id=owner)


async def test_tools_of_an_agent(memory: GraphMem, tenant: Owner) -> None:
    pytest.importorskip("agno", reason="graphmem-neo4j[agno] is not installed")
    from agno.agent import Agent

    from graphmem.adapters.agno import memory_tools

    ada = memory.owner(tenant)
    await ada.observe(SAID, speaker="Ada")
    model, seen = scripted(CALLS)
    agent = Agent(model=model, tools=memory_tools(ada, project="shop"), telemetry=False)
    await agent.arun(ASKED)
    await check_answers(memory, tenant, [str(one.content) for one in seen[-1] if one.role == "tool"])
