"""graphmem by the same protocol: `mine`, `recall`, `delete_drawer`, in this repository's own environment.

`weights` are constants of the order of turns by name, for figures whose conversations had no part in choosing them.
With them hits keep that order: the confidence that may change it was learned from all of LoCoMo's conversations.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from itertools import groupby

from pydantic import SecretStr
from speaking import Json, hit, serve

from graphmem.config import load_settings
from graphmem.errors import DatabaseError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.recall import Hit
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.services.retrieval.options import LEFT_OUT, RecallOptions
from tests.evals.constants import CONSTANTS

TRIES = 5


class Memory:
    """Spaces are owners."""

    def __init__(self, memory: GraphMem, stack: AsyncExitStack, *, is_left_out: bool) -> None:
        self._memory, self._stack = memory, stack
        self._without = LEFT_OUT | {"confidence"} if is_left_out else LEFT_OUT
        self._texts: dict[str, str] = {}

    @classmethod
    async def open(cls, given: Json) -> Memory:
        """Open a store in the home that the environment names."""
        settings, chat = load_settings(), given["chat"]
        if chat is not None:
            settings = settings.model_copy(
                update={
                    "chat_model": chat["model"],
                    "openai_base_url": chat["url"],
                    "openai_api_key": SecretStr(chat["key"] or "none"),
                }
            )
        stack = AsyncExitStack()
        for constant in CONSTANTS:
            if constant.name in given["weights"]:
                stack.enter_context(constant.at(given["weights"][constant.name]))
        memory = await stack.enter_async_context(GraphMem.open(settings))
        return cls(memory, stack, is_left_out=bool(given["weights"]))

    async def add(self, space: str, title: str, turns: list[Json]) -> int:
        sessions = [_session(name, list(said)) for name, said in groupby(turns, key=lambda turn: str(turn["session"]))]
        self._texts |= {turn["id"]: turn["text"] for turn in turns}
        await self._mined(Conversation(space, title, None, tuple(sessions)))
        return len(turns)

    async def _mined(self, conversation: Conversation) -> None:
        """On a busy machine a transaction may run out of time: mined again, it goes on with what is missing."""
        for left in reversed(range(TRIES)):
            try:
                await self._memory.mine(conversation, owner=conversation.key)
                break
            except DatabaseError:
                if not left:
                    raise
                await self._memory.backfill(owner=conversation.key)

    async def search(self, space: str, query: str, limit: int) -> list[Json]:
        options = RecallOptions(limit=limit, touch=False, without=self._without)
        result = await self._memory.recall(query, owner=space, options=options)
        return [hit(one.drawer.source_id or "", text=one.drawer.text, ended=_ended(one)) for one in result.hits]

    async def forget(self, space: str, turn: str) -> None:
        owner = Owner.named(space)
        found = await self._memory.recall(self._texts[turn], owner=space, options=RecallOptions(limit=50, touch=False))
        for one in found.hits:
            if one.drawer.source_id == turn:
                await self._memory.memories.delete_drawer(owner, str(one.drawer.pointer), by="evaluation")

    async def erase(self, space: str) -> None:
        await self._memory.erase(owner=space)
        self._texts.clear()

    async def close(self) -> None:
        await self._stack.aclose()


def _session(name: str, said: Sequence[Json]) -> Session:
    turns = tuple(
        Turn(turn["text"], turn["speaker"], Role(turn["role"]), _moment(turn["said_at"]), turn["id"]) for turn in said
    )
    return Session(name, turns[0].said_at, turns)


def _moment(said_at: str | None) -> datetime | None:
    return datetime.fromisoformat(said_at) if said_at else None


def _ended(one: Hit) -> bool:
    """Whether all that was made of the turn is over, of which its block says "no longer so"."""
    believed = [made for made in one.made if made.believed]
    over = [made.replaced_in != one.drawer.pointer if made.replaced_in else made.ended for made in believed]
    return bool(over) and all(over)


if __name__ == "__main__":
    serve("graphmem-neo4j", Memory.open)
