"""Strands Agents (extra `strands-agents`): a memory store, and tools.

agent = Agent(model, memory_manager=MemoryManager([OwnerStore("chat-7", ada)]), tools=memory_tools(ada))
answer = await agent.invoke_async("Where did my sister move?")
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from strands.memory.extraction.triggers import InvocationTrigger
from strands.memory.extraction.types import ExtractionConfig
from strands.memory.types import MemoryEntry, MemoryStore, SearchOptions
from strands.tools.tools import PythonAgentTool
from strands.types.content import Message

from graphmem.adapters.conversation import Talk, answer_to, said_by
from graphmem.adapters.functions import FunctionTools
from graphmem.adapters.texts import fitting, unless_refused
from graphmem.agents.verbs import AGENT
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import RecallOptions

T = TypeVar("T")


class OwnerStore(MemoryStore):
    """A `MemoryStore` over one owner's memory, for one session.

    The manager recalls before each call of a model, and files the messages of each invocation, for a `project`. Made on
    the running event loop. There use `invoke_async`: an agent called without `await` would block the loop that it waits
    for.
    """

    name, description = "graphmem", "What is remembered of earlier sessions."
    max_search_results, writable = None, True

    def __init__(self, session: str, owned: OwnedMemory, *, project: str | None = None) -> None:
        self._loop, self._owned = asyncio.get_running_loop(), owned
        self._talk = Talk(owned, session, project)
        self.extraction = ExtractionConfig(trigger=[InvocationTrigger()])

    async def search(self, query: str, options: SearchOptions | None = None) -> list[MemoryEntry]:  # noqa: ARG002
        """One entry with the block for a query; none if memory knows nothing about it."""
        found = await self._here(answer_to(self._owned, query, RecallOptions(project=self._talk.project)))
        return [] if found is None else [MemoryEntry(content=found.context)]

    async def add(self, content: str, metadata: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Learn a statement, as an agent's word."""
        learning = self._owned.learn(fitting(content), role=Role.TOOL, speaker=AGENT, project=self._talk.project)
        await self._here(unless_refused(learning, None))

    async def add_messages(self, messages: list[Message], context: Any = None) -> None:  # noqa: ARG002
        """File the words of the user and the assistant in messages."""
        for message in messages:
            text = "\n".join(block["text"] for block in message["content"] if "text" in block)
            await self._here(self._talk.file(said_by(message["role"], text)))

    async def _here(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work on the memory's own event loop: the framework may use another."""
        if asyncio.get_running_loop() is self._loop:
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))


def memory_tools(owned: OwnedMemory, agent: str = AGENT, *, project: str | None = None) -> list[PythonAgentTool]:
    """The verbs of an agent over one owner's memory, for a `project`, for `invoke_async`."""
    tools = FunctionTools(owned, agent, project=project)

    async def call(use: Any, **_state: Any) -> dict[str, Any]:
        told = await tools.call(use["name"], use["input"])
        return {"toolUseId": use["toolUseId"], "status": "success", "content": [{"text": told}]}

    return [
        PythonAgentTool(
            name,
            {"name": name, "description": tools.about(name), "inputSchema": {"json": form.model_json_schema()}},
            call,
        )
        for name, form in tools.forms.items()
    ]
