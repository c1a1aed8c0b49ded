"""The OpenAI Agents SDK (extra `openai-agents`): a session, and recall before turns.

session, config = MemorySession("chat-7", ada), RunConfig(session_input_callback=recalling(ada))
result = await Runner.run(agent, "Where did my sister move?", session=session, run_config=config)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from agents import SQLiteSession, TResponseInputItem
from agents.memory import Session, SessionSettings

from graphmem.adapters.conversation import Said, Talk, recalled, said_by
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import DEFAULT, RecallOptions

Items = list[TResponseInputItem]


class MemorySession:
    """A `Session` whose items `history` keeps (in memory when none is given), and which files their words.

    Popped and cleared items leave the conversation; their memories stay, until somebody forgets them. With a `project`,
    other projects do not see them.
    """

    def __init__(
        self, session_id: str, owned: OwnedMemory, *, history: Session | None = None, project: str | None = None
    ) -> None:
        self.session_id, self._talk = session_id, Talk(owned, session_id, project)
        self.session_settings: SessionSettings | None = None
        self._history: Session = history or SQLiteSession(session_id)

    async def get_items(self, limit: int | None = None) -> Items:
        """The last `limit` items, the oldest first, as they were added."""
        return await self._history.get_items(limit)

    async def add_items(self, items: Items) -> None:
        """Keep items, and file the words of the user and the assistant in them, without the recalled block."""
        kept = [item for item in items if not _is_recalled(item)]
        await self._history.add_items(kept)
        for said in map(_parse, kept):
            await self._talk.file(said)

    async def pop_item(self) -> TResponseInputItem | None:
        """Remove and return the last item; None if the conversation is empty."""
        return await self._history.pop_item()

    async def clear_session(self) -> None:
        """Empty the conversation."""
        await self._history.clear_session()


def recalling(owned: OwnedMemory, options: RecallOptions = DEFAULT) -> Callable[[Items, Items], Awaitable[Items]]:
    """A `session_input_callback` that puts the block for a turn before it, as a developer's message."""

    async def callback(history: Items, new: Items) -> Items:
        context = await recalled(owned, map(_parse, [*history, *new]), options)
        if not context:
            return [*history, *new]
        return [*history, cast("TResponseInputItem", {"role": "developer", "content": context}), *new]

    return callback


def _parse(item: TResponseInputItem) -> Said | None:
    """The role and words of an item, without recalled memories; None for calls of tools and the like."""
    told = cast("dict[str, Any]", item)
    content = told.get("content")
    if content is None:
        return None
    blocks = content if isinstance(content, list) else [{"text": content}]
    text = "\n".join(str(block.get("text", "")) for block in blocks if isinstance(block, dict))
    return said_by(str(told.get("role")), text)


def _is_recalled(item: TResponseInputItem) -> bool:
    told = cast("dict[str, Any]", item)
    return told.get("role") == "developer" and str(told.get("content", "")).startswith("<memory_context>")
