"""CrewAI (extra `crewai`): a memory for agents and crews that files messages and recalls before tasks.

with BlockingMemory() as memory:
    agent = Agent(role="Helper", goal="…", backstory="…", memory=CrewMemory(memory, "ada"))
    print(agent.kickoff("Where did my sister move?").raw)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from crewai.memory.types import MemoryMatch, MemoryRecord
from crewai.memory.unified_memory import Memory
from pydantic import PrivateAttr

from graphmem.adapters.conversation import ROLES, answer_to, said_by
from graphmem.adapters.texts import fitting, unless_refused
from graphmem.agents.verbs import AGENT
from graphmem.blocking import BlockingMemory
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import RecallOptions

_EXCHANGE = re.compile(
    r"(?:Task|Input): (?P<user>.*?)\nAgent: [^\n]*\n(?:Expected result: .*?\n)?Result: (?P<assistant>.*)", re.DOTALL
)
"""The framework's form of a task and its answer."""


class Words(str):
    """A message of an exchange, with its `role`."""

    role: Role

    def __new__(cls, role: Role, text: str) -> Words:
        words = super().__new__(cls, text)
        words.role = role
        return words


class _EmptyStorage:
    """A storage for the framework that refuses every use: graphmem stores."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"graphmem keeps these memories: instead of {name!r} use its own verbs.")


class CrewMemory(Memory):
    """A `Memory` over one owner's memory: it calls no embedder and no model of the framework.

    Tasks and answers are filed as messages of the user and the assistant, without the recalled block. Statements that
    an agent saves by its tool are an agent's word. With a `project`, other projects do not see them.
    """

    _blocking: BlockingMemory = PrivateAttr()
    _owned: OwnedMemory = PrivateAttr()
    _project: str | None = PrivateAttr()

    def __init__(self, memory: BlockingMemory, owner: str | None = None, *, project: str | None = None) -> None:
        super().__init__(storage=_EmptyStorage())
        self._blocking, self._owned, self._project = memory, memory.opened.owner(owner), project

    def extract_memories(self, content: str) -> list[str]:
        """The messages of an exchange, verbatim, or any other text as it is; nothing is filed yet."""
        exchange = _EXCHANGE.fullmatch(content)
        if exchange is None:
            return [content] if content.strip() else []
        return [Words(*said) for role in ROLES if (said := said_by(role, exchange[role]))]

    def remember_many(
        self, contents: Sequence[str], *_given: Any, agent_role: str | None = None, **_named: Any
    ) -> list[MemoryRecord]:
        """File the messages of an exchange, and learn any other text as an agent's word. Scopes are not kept."""
        if self.read_only:
            return []
        for text in contents:
            role = text.role if isinstance(text, Words) else None
            self._blocking.wait(self._keep(fitting(text), role, agent_role or AGENT))
        return [MemoryRecord(content=str(text)) for text in contents]

    def remember(self, content: str, *_given: Any, agent_role: str | None = None, **_named: Any) -> MemoryRecord | None:
        """File or learn one text, as `remember_many` does; None if memory is read-only."""
        return next(iter(self.remember_many([content], agent_role=agent_role)), None)

    def recall(self, query: str, *_given: Any, **_named: Any) -> list[MemoryMatch]:
        """One match with the block for a query; none if memory knows nothing about it."""
        recollection = self._blocking.wait(answer_to(self._owned, query, RecallOptions(project=self._project)))
        if recollection is None:
            return []
        confidence = max((one.confidence for one in recollection.memories), default=1.0)
        return [MemoryMatch(record=MemoryRecord(content=recollection.context), score=confidence)]

    async def _keep(self, text: str, role: Role | None, agent: str) -> None:
        if role is None:
            learning = self._owned.learn(text, role=Role.TOOL, speaker=agent, project=self._project)
        else:
            learning = self._owned.observe(text, role=role, project=self._project)
        await unless_refused(learning, None)
