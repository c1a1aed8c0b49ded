"""Microsoft's Agent Framework (extra `agent-framework`): a context provider, and tools.

agent = Agent(client, context_providers=[MemoryProvider(ada)], tools=memory_tools(ada))
answer = await agent.run("Where did my sister move?", session=agent.create_session())
"""

from __future__ import annotations

from typing import Any

from agent_framework import AgentSession, ContextProvider, FunctionTool, Message, SessionContext

from graphmem.adapters.conversation import Said, Talk, said_by
from graphmem.adapters.functions import FunctionTools
from graphmem.agents.verbs import AGENT
from graphmem.owned import OwnedMemory


class MemoryProvider(ContextProvider):
    """A `ContextProvider` that recalls before each run and files the run's messages afterwards.

    It files them under the run's session. Place it behind the provider of the history, so that a question may refer to
    earlier messages. With a `project`, other projects do not see the messages.
    """

    def __init__(self, owned: OwnedMemory, *, project: str | None = None, source_id: str = "graphmem") -> None:
        super().__init__(source_id)
        self._owned, self._project = owned, project

    async def before_run(self, *, session: AgentSession, context: SessionContext, **_named: Any) -> None:
        """Put the recalled block before the run's messages."""
        block = await self._talk(session).recalled(map(_parse, context.get_messages(include_input=True)))
        if block:
            context.extend_messages(self, [Message(role="user", contents=[block])])

    async def after_run(self, *, session: AgentSession, context: SessionContext, **_named: Any) -> None:
        """File the messages of the user and the assistant in the run."""
        talk = self._talk(session)
        for message in [*context.input_messages, *(context.response.messages if context.response else ())]:
            await talk.file(_parse(message))

    def _talk(self, session: AgentSession) -> Talk:
        return Talk(self._owned, session.session_id, self._project)


def memory_tools(owned: OwnedMemory, agent: str = AGENT, *, project: str | None = None) -> list[FunctionTool]:
    """The verbs of an agent over one owner's memory, for a `project`."""
    tools = FunctionTools(owned, agent, project=project)
    return [
        FunctionTool(name=name, description=tools.about(name), func=tools.calling(name), input_model=form)
        for name, form in tools.forms.items()
    ]


def _parse(message: Message) -> Said | None:
    return said_by(str(message.role), message.text)
