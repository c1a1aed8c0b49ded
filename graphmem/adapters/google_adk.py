"""Google's Agent Development Kit (extra `google-adk`): a memory service, and tools.

agent = Agent(name="helper", model=…, tools=[preload_memory, *memory_tools(ada)])  # preload_memory is ADK's own
runner = Runner(app_name="shop", agent=agent, session_service=…, memory_service=MemoryService(memory.owner))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from google.adk.events import Event
from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions import Session
from google.adk.tools import BaseTool, ToolContext
from google.genai import types

from graphmem.adapters.conversation import answer_to, said_by
from graphmem.adapters.functions import FunctionTools
from graphmem.adapters.texts import fitting, unless_refused
from graphmem.agents.verbs import AGENT
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory
from graphmem.services.ingestion.submission import MAX_TURNS


class MemoryService(BaseMemoryService):
    """A `BaseMemoryService` in which each user of the app is an owner; `owner_of` gives the memory by id."""

    def __init__(self, owner_of: Callable[[str], OwnedMemory]) -> None:
        self._owner_of = owner_of

    async def add_session_to_memory(self, session: Session) -> None:
        """File the unfiled messages of a session, which may be added again as it grows."""
        await self._file(session.app_name, session.user_id, session.id, session.events)

    async def add_events_to_memory(
        self, *, app_name: str, user_id: str, events: Sequence[Event], session_id: str | None = None, **_named: object
    ) -> None:
        """File the messages of some events; a later call with the whole session skips them."""
        await self._file(app_name, user_id, session_id or "no session", events)

    async def add_memory(
        self, *, app_name: str, user_id: str, memories: Sequence[MemoryEntry], **_named: object
    ) -> None:
        """Learn statements, as the word of the app."""
        learn = self._owner_of(user_id).learn
        for one in memories:
            await unless_refused(learn(fitting(_text(one.content)), role=Role.TOOL, speaker=app_name), None)

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:  # noqa: ARG002
        """One entry with the block for a query; none if memory knows nothing about it."""
        found = await answer_to(self._owner_of(user_id), query)
        if found is None:
            return SearchMemoryResponse()
        block = types.Content(role="user", parts=[types.Part(text=found.context)])
        return SearchMemoryResponse(memories=[MemoryEntry(content=block, id=found.block_id)])

    async def _file(self, app: str, user: str, session: str, events: Sequence[Event]) -> None:
        name = fitting(f"google-adk {app} {session}")
        turns = [turn for turn in map(_turn, events) if turn is not None]
        for first in range(0, len(turns), MAX_TURNS):
            await unless_refused(self._owner_of(user).mine(name, turns[first : first + MAX_TURNS], key=name), None)


class _VerbTool(BaseTool):
    """One verb of an agent."""

    def __init__(self, tools: FunctionTools, name: str) -> None:
        super().__init__(name=name, description=tools.about(name))
        self._tools = tools

    def _get_declaration(self) -> types.FunctionDeclaration:
        form = self._tools.forms[self.name].model_json_schema()
        return types.FunctionDeclaration(name=self.name, description=self.description, parameters_json_schema=form)

    async def run_async(self, *, args: dict[str, Any], tool_context: ToolContext) -> str:  # noqa: ARG002
        """The verb's answer for the model."""
        return await self._tools.call(self.name, args)


def memory_tools(owned: OwnedMemory, agent: str = AGENT, *, project: str | None = None) -> list[BaseTool]:
    """The verbs of an agent over one owner's memory, for a `project`."""
    tools = FunctionTools(owned, agent, project=project)
    return [_VerbTool(tools, name) for name in tools.forms]


def _turn(event: Event) -> dict[str, object] | None:
    """A message as a turn; None for calls of tools, thoughts and unfinished pieces of a stream."""
    said = said_by("user" if event.author == "user" else "assistant", _text(event.content))
    if said is None or event.partial:
        return None
    at = datetime.fromtimestamp(event.timestamp, UTC).isoformat()
    return {"id": event.id, "role": said[0].value, "text": fitting(said[1]), "time": at}


def _text(content: types.Content | None) -> str:
    return "\n".join(part.text for part in (content and content.parts) or () if part.text and not part.thought)
