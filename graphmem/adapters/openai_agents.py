"""The OpenAI Agents SDK (extra `openai-agents`): a session whose words are remembered, and memory before each turn.

session, config = MemorySession("chat-7", ada), RunConfig(session_input_callback=recalling(ada))
result = await Runner.run(agent, "Where did my sister move?", session=session, run_config=config)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from agents import SQLiteSession, TResponseInputItem
from agents.memory import Session, SessionSettings

from graphmem.adapters.texts import fitting, unless_refused
from graphmem.errors import NotFoundError
from graphmem.hooks.transcript import own_words
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import DEFAULT, Options
from graphmem.services.retrieval.situations import LONGEST_MESSAGE, MOST_MESSAGES
from graphmem.services.sessions import MAX_ID

Items = list[TResponseInputItem]

ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
"""Whose words are filed; calls of tools and their results stay in the conversation alone."""


class MemorySession:
    """A `Session` whose items `history` keeps (in memory when none is given), and which remembers what they say.

    What is popped or cleared leaves the conversation; what was remembered of it stays, until somebody forgets it. What
    is said in a session at work on a `project` is no other's business.
    """

    def __init__(
        self, session_id: str, owned: OwnedMemory, *, history: Session | None = None, project: str | None = None
    ) -> None:
        self.session_id, self._owned, self._project = session_id, owned, project
        self.session_settings: SessionSettings | None = None
        self._history: Session = history or SQLiteSession(session_id)

    async def get_items(self, limit: int | None = None) -> Items:
        """The last `limit` items, the oldest first, as they were added."""
        return await self._history.get_items(limit)

    async def add_items(self, items: Items) -> None:
        """Keep items, and remember what the user and the assistant say in them; not what was recalled for them."""
        kept = [item for item in items if not _is_recalled(item)]
        await self._history.add_items(kept)
        for role, text in filter(None, map(_said, kept)):
            await unless_refused(self._remember(role, fitting(text)), None)

    async def _remember(self, role: Role, text: str) -> None:
        told = fitting(self.session_id)[:MAX_ID]
        try:
            await self._owned.observe(text, role=role, session=told, project=self._project)
        except NotFoundError:  # the first words of it, or the first since its owner was erased
            await self._owned.start_session(told)
            await self._owned.observe(text, role=role, session=told, project=self._project)

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the last item back; None of an empty conversation."""
        return await self._history.pop_item()

    async def clear_session(self) -> None:
        """Empty the conversation."""
        await self._history.clear_session()


def recalling(owned: OwnedMemory, options: Options = DEFAULT) -> Callable[[Items, Items], Awaitable[Items]]:
    """A `session_input_callback`: what memory has for a turn, as a developer's message before it."""

    async def callback(history: Items, new: Items) -> Items:
        # The last few say what a turn is about; the others only that they need not come back as remembered.
        said = [one for one in map(_said, [*history, *new]) if one is not None][-MOST_MESSAGES:]
        messages = [{"role": role.value, "content": fitting(text, LONGEST_MESSAGE)} for role, text in said]
        found = await unless_refused(owned.context_for(messages, options=options), None) if said else None
        if found is None or not found.context:
            return [*history, *new]
        return [*history, cast("TResponseInputItem", {"role": "developer", "content": found.context}), *new]

    return callback


def _said(item: TResponseInputItem) -> tuple[Role, str] | None:
    """Who says what in an item, without what was recalled; None for calls of tools and the like."""
    told = cast("dict[str, Any]", item)
    role, content = ROLES.get(str(told.get("role"))), told.get("content")
    if role is None or content is None:
        return None
    blocks = content if isinstance(content, list) else [{"text": content}]
    text = own_words("\n".join(str(block.get("text", "")) for block in blocks if isinstance(block, dict)))
    return (role, text) if text else None


def _is_recalled(item: TResponseInputItem) -> bool:
    told = cast("dict[str, Any]", item)
    return told.get("role") == "developer" and str(told.get("content", "")).startswith("<memory_context>")
