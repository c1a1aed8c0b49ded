"""The adapter of Google's Agent Development Kit inside its Runner; only the language model is told what to say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from graphmem.agents.verbs import VERBS
from graphmem.facade import GraphMem
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner
from tests.support.frameworks import ASKED, CALLS, LEARNT, ODD, SAID, check_answers

pytestmark = pytest.mark.filterwarnings("ignore")  # the framework's own


def scripted(calls: list[tuple[str, dict[str, Any]]]) -> tuple[Any, list[Any]]:
    """A model that makes these calls of tools, one a turn, then answers; and the requests that it was given."""
    from google.adk.models import BaseLlm, LlmResponse
    from google.genai import types

    seen: list[Any] = []

    class Model(BaseLlm):
        async def generate_content_async(self, llm_request: Any, stream: bool = False) -> AsyncIterator[Any]:
            seen.append(llm_request)
            part = types.Part(text="Good to know.")
            if len(seen) <= len(calls):
                name, given = calls[len(seen) - 1]
                part = types.Part(function_call=types.FunctionCall(name=name, args=given))
            yield LlmResponse(content=types.Content(role="model", parts=[part]))

    return Model(model="scripted"), seen


async def run(runner: Any, user: str, session: str, text: str) -> Any:
    """Say something in a session, and give the session afterwards."""
    from google.genai import types

    where = {"app_name": "shop", "user_id": user, "session_id": session}
    if await runner.session_service.get_session(**where) is None:
        await runner.session_service.create_session(**where)
    message = types.Content(role="user", parts=[types.Part(text=text)])
    async for _event in runner.run_async(user_id=user, session_id=session, new_message=message):
        pass
    return await runner.session_service.get_session(**where)


async def test_a_fact_of_one_session_is_recalled_in_the_next(memory: GraphMem, owner: str) -> None:
    pytest.importorskip("google.adk", reason="graphmem-neo4j[google-adk] is not installed")
    from google.adk.agents import Agent
    from google.adk.memory.memory_entry import MemoryEntry
    from google.adk.runners import Runner
    from google.adk.sessions import InMemorySessionService
    from google.adk.tools import preload_memory
    from google.genai import types

    from graphmem.adapters.google_adk import MemoryService

    model, seen = scripted([])
    service = MemoryService(memory.owner)
    agent = Agent(name="helper", model=model, tools=[preload_memory])
    sessions = InMemorySessionService()
    runner = Runner(app_name="shop", agent=agent, session_service=sessions, memory_service=service)

    def shown() -> str:
        return "\n".join(part.text or "" for content in seen[-1].contents for part in content.parts)

    first = await run(runner, owner, "chat-1", SAID)
    assert "memory_context" not in shown()
    for _ in range(2):
        await service.add_session_to_memory(first)
    await service.add_events_to_memory(app_name="shop", user_id=owner, events=first.events[:1], session_id="chat-1")
    roles = (await memory.owner(owner).stats()).drawers_by_role
    assert (roles["user"].memories, roles["assistant"].memories) == (1, 1), "each message is filed once"
    second = await run(runner, owner, "chat-2", ASKED)
    assert "memory_context" in shown()
    assert "Bergen" in shown()
    await service.add_session_to_memory(second)
    roles = (await memory.owner(owner).stats()).drawers_by_role
    assert (roles["user"].memories, roles["assistant"].memories) == (2, 2)
    somebody = f"{owner}-2"
    await run(runner, somebody, "chat-3", ASKED)
    assert "Bergen" not in shown(), "another user has another memory"
    learnt = MemoryEntry(content=types.Content(parts=[types.Part(text=LEARNT)]))
    await service.add_memory(app_name="shop", user_id=owner, memories=[learnt])
    found = await service.search_memory(app_name="shop", user_id=owner, query="Where does the harbour gateway stay?")
    assert "harbour gateway" in str(found.memories[0].content)
    kept = (await memory.memories.page(memory.owner(owner), first=50)).items
    assert {one.data_source for one in kept if "harbour" in one.text} == {DataSource.TOOL}
    odd = await run(runner, owner, "chat\ud83d", ODD)
    await service.add_session_to_memory(odd)


async def test_tools_of_an_agent(memory: GraphMem, owner: str) -> None:
    pytest.importorskip("google.adk", reason="graphmem-neo4j[google-adk] is not installed")
    from google.adk.agents import Agent
    from google.adk.runners import InMemoryRunner

    from graphmem.adapters.google_adk import memory_tools

    ada = memory.owner(owner)
    await ada.observe(SAID, speaker="Ada")
    model, seen = scripted(CALLS)
    agent = Agent(name="helper", model=model, tools=memory_tools(ada, project="shop"))
    session = await run(InMemoryRunner(agent=agent, app_name="shop"), owner, "chat", ASKED)
    assert set(seen[0].tools_dict) == set(VERBS)
    answers = [str(part.response) for event in session.events for part in event.get_function_responses()]
    await check_answers(memory, Owner.named(owner), answers)
