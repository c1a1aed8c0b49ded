"""A conversation of an agent with one owner's memory: files messages and recalls, for any framework."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from graphmem.adapters.texts import fitting, unless_refused
from graphmem.errors import NotFoundError
from graphmem.hooks.transcript import own_words
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import DEFAULT, MAX_QUERY, RecallOptions
from graphmem.services.retrieval.situations import LONGEST_MESSAGE, MOST_MESSAGES
from graphmem.services.sessions import MAX_ID

T = TypeVar("T")

Said = tuple[Role, str]
"""A message with its role."""

ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
"""Roles whose messages are filed; calls of tools and their results stay in the conversation."""


def said_by(role: str, text: str | None) -> Said | None:
    """The words of a message without recalled memories; None for empty messages and roles not filed."""
    speaker, words = ROLES.get(role), own_words(text or "")
    return (speaker, words) if speaker is not None and words else None


@dataclass(slots=True)
class Talk:
    """One conversation with one owner's memory. With a `project`, other projects do not see its messages."""

    owned: OwnedMemory
    session: str
    project: str | None = None
    _asked: list[Said] = field(default_factory=list)
    _block: str = ""

    async def file(self, said: Said | None) -> None:
        """File a message under the session, which starts with its first message; a refusal is logged."""
        if said is not None:
            await unless_refused(self._observe(fitting(self.session)[:MAX_ID], said[0], fitting(said[1])), None)

    async def recalled(self, said: Iterable[Said | None]) -> str:
        """The block for the user's last message. Frameworks ask several times in a turn; memory is asked once."""
        messages = [one for one in said if one is not None]
        while messages and messages[-1][0] is not Role.USER:
            messages.pop()
        if messages != self._asked:
            self._block = await recalled(self.owned, messages, RecallOptions(project=self.project))
            self._asked = messages
        return self._block

    async def _observe(self, session: str, role: Role, text: str) -> None:
        try:
            await self.owned.observe(text, role=role, session=session, project=self.project)
        except NotFoundError:  # the first messages of it, or the first since its owner was erased
            await self.owned.start_session(session)
            await self.owned.observe(text, role=role, session=session, project=self.project)


async def recalled(owned: OwnedMemory, said: Iterable[Said | None], options: RecallOptions = DEFAULT) -> str:
    """The block for the next turn of a conversation; "" if memory knows nothing about it."""
    # The last few messages say what a turn is about; the others only keep their own turns out of the block.
    latest = [one for one in said if one is not None][-MOST_MESSAGES:]
    messages = [{"role": role.value, "content": fitting(text, LONGEST_MESSAGE)} for role, text in latest]
    recollection = await unless_refused(owned.context_for(messages, options=options), None) if latest else None
    return recollection.context if recollection is not None else ""


async def answer_to(owned: OwnedMemory, query: str, options: RecallOptions = DEFAULT) -> RecallResult | None:
    """The block for a query; None if memory knows nothing about it."""
    recollection = await unless_refused(owned.recall(fitting(query, MAX_QUERY), options=options), None)
    return recollection if recollection is not None and recollection.answerable and recollection.context else None


def wait_for(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T], instead: str) -> T:
    """Run work of `loop` from another thread.

    On the loop itself, which it would block, it raises RuntimeError, which names the methods to use `instead`.
    """
    try:
        running: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
    except RuntimeError:
        running = None
    if running is loop:
        work.close()
        raise RuntimeError(f"On the event loop use {instead}.")
    return asyncio.run_coroutine_threadsafe(work, loop).result()
