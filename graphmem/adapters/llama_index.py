"""LlamaIndex (extra `llama-index`): a memory that files messages and recalls before each turn; tools.

agent = FunctionAgent(llm=llm, tools=memory_tools(ada))
answer = await agent.run("Where did my sister move?", memory=AgentMemory("chat-7", ada))
"""

from __future__ import annotations

import asyncio
from typing import Any

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.memory import BaseMemory, ChatMemoryBuffer
from llama_index.core.tools import FunctionTool, ToolMetadata

from graphmem.adapters.conversation import Said, Talk, said_by, wait_for
from graphmem.adapters.functions import FunctionTools
from graphmem.agents.verbs import AGENT
from graphmem.owned import OwnedMemory


class AgentMemory(BaseMemory):
    """A `BaseMemory` whose messages `history` keeps (a buffer by default), and which files their words.

    Made on the running event loop; other threads may use the methods that do not await. A reset empties the
    conversation, not memory. With a `project`, other projects do not see its messages.
    """

    _loop: asyncio.AbstractEventLoop = PrivateAttr()
    _talk: Talk = PrivateAttr()
    _history: BaseMemory = PrivateAttr()

    def __init__(
        self, session: str, owned: OwnedMemory, *, history: BaseMemory | None = None, project: str | None = None
    ) -> None:
        super().__init__()
        self._loop, self._talk = asyncio.get_running_loop(), Talk(owned, session, project)
        self._history = history or ChatMemoryBuffer.from_defaults()

    @classmethod
    def from_defaults(cls, **named: Any) -> AgentMemory:
        """The same as the class itself with these arguments."""
        return cls(**named)

    async def aget(self, input: str | None = None, **named: Any) -> list[ChatMessage]:
        """The conversation, behind the block for its last message of a user."""
        history: list[ChatMessage] = await self._history.aget(input=input, **named)
        block = await self._talk.recalled(map(_parse, history))
        return [ChatMessage(role="system", content=block), *history] if block else history

    async def aput(self, message: ChatMessage) -> None:
        """Keep a message, and file the words of the user or the assistant in it."""
        await self._history.aput(message)
        await self._talk.file(_parse(message))

    async def aput_messages(self, messages: list[ChatMessage]) -> None:
        """Keep messages in order, each as `aput` does."""
        for message in messages:
            await self.aput(message)

    def get(self, input: str | None = None, **named: Any) -> list[ChatMessage]:
        """`aget` for a thread that cannot await."""
        return wait_for(self._loop, self.aget(input, **named), "aget and aput")

    def get_all(self) -> list[ChatMessage]:
        """All messages, without the recalled block."""
        return list(self._history.get_all())

    def put(self, message: ChatMessage) -> None:
        """`aput` for a thread that cannot await."""
        wait_for(self._loop, self.aput(message), "aget and aput")

    def set(self, messages: list[ChatMessage]) -> None:
        """Continue an earlier conversation, of which nothing is filed again."""
        self._history.set(messages)

    def reset(self) -> None:
        """Empty the conversation."""
        self._history.reset()


def memory_tools(owned: OwnedMemory, agent: str = AGENT, *, project: str | None = None) -> list[FunctionTool]:
    """The verbs of an agent over one owner's memory, for a `project`."""
    tools = FunctionTools(owned, agent, project=project)
    return [
        FunctionTool(async_fn=tools.calling(name), metadata=ToolMetadata(tools.about(name), name, form))
        for name, form in tools.forms.items()
    ]


def _parse(message: ChatMessage) -> Said | None:
    return said_by(str(message.role.value), message.content)
