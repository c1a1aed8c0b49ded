"""Agno (extra `agno`): a learning store that recalls before each run, a filing hook, and tools.

store = OwnerStore(memory.owner)
learning = LearningMachine(custom_stores={"graphmem": store})
agent = Agent(model=…, db=InMemoryDb(), learning=learning, post_hooks=[store.aremember], tools=memory_tools(ada))
answer = await agent.arun("Where did my sister move?", user_id="ada", session_id="chat-7")
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from agno.learn.stores.protocol import LearningStore
from agno.models.message import Message
from agno.run import RunContext
from agno.run.agent import RunOutput
from agno.tools import Function

from graphmem.adapters.conversation import Talk, said_by, wait_for
from graphmem.adapters.functions import FunctionTools
from graphmem.agents.verbs import AGENT
from graphmem.owned import OwnedMemory


class OwnerStore(LearningStore):
    """A `LearningStore` in which each user of an agent or a team is an owner.

    `owner_of` gives the memory of a user's id, None for runs without a user. A store learns while the model still
    answers, so a hook files the messages. The framework asks the learning stores of agents that have a `db`. With a
    `project`, other projects do not see the messages. Made on the running event loop: there use `arun`, in other
    threads `run`.
    """

    learning_type, schema, was_updated = "graphmem", str, False

    def __init__(self, owner_of: Callable[[str | None], OwnedMemory], *, project: str | None = None) -> None:
        self._loop, self._owner_of, self._project = asyncio.get_running_loop(), owner_of, project

    async def arecall(
        self, session_id: str | None = None, user_id: str | None = None, message: str | None = None, **_named: Any
    ) -> str:
        """The block for the message of a run; "" if memory knows nothing about it."""
        return await self._talk(session_id, user_id).recalled([said_by("user", message)])

    def recall(self, **named: Any) -> str:
        """`arecall` for a thread that cannot await."""
        return wait_for(self._loop, self.arecall(**named), "arun")

    def build_context(self, data: str | None) -> str:
        """The recalled block for the system message."""
        return data or ""

    async def aremember(self, run_output: RunOutput, run_context: RunContext, user_id: str | None = None) -> None:
        """The post-hook of `arun`: file the messages of the user and the agent in the run."""
        talk = self._talk(run_context.session_id, user_id)
        await talk.file(said_by("user", _user_text(run_output.input.input_content if run_output.input else None)))
        if run_output.content is not None:
            await talk.file(said_by("assistant", run_output.get_content_as_string()))

    def remember(self, run_output: RunOutput, run_context: RunContext, user_id: str | None = None) -> None:
        """The post-hook of `run`, for a thread that cannot await."""
        wait_for(self._loop, self.aremember(run_output, run_context, user_id), "arun, and aremember as its post-hook")

    def _talk(self, session: str | None, user: str | None) -> Talk:
        return Talk(self._owner_of(user), session or "no session", self._project)


def memory_tools(owned: OwnedMemory, agent: str = AGENT, *, project: str | None = None) -> list[Function]:
    """The verbs of an agent over one owner's memory, for a `project`, for `arun`."""
    tools = FunctionTools(owned, agent, project=project)
    return [
        Function(
            name=name,
            description=tools.about(name),
            parameters=form.model_json_schema(),
            entrypoint=tools.calling(name),
            skip_entrypoint_processing=True,
        )
        for name, form in tools.forms.items()
    ]


def _user_text(given: Any) -> str:
    """The user's words in the input of a run, without the framework's references; of a list the last."""
    if isinstance(given, list):
        return next((text for text in map(_user_text, reversed(given)) if text), "")
    if isinstance(given, Message):
        return _user_text(given.content) if given.role == "user" else ""
    if isinstance(given, dict):
        return _user_text(given.get("content") or given.get("text")) if given.get("role", "user") == "user" else ""
    return given if isinstance(given, str) else ""
