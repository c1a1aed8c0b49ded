"""A store for LangGraph (extra `langgraph`): it keeps items unchanged and remembers their statements.

    graph = builder.compile(store=MemoryStore(memory.owner("ada")))

A node that searches its store with a query gets what memory knows beside its own items.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from langgraph.store.base import BaseStore, Op, PutOp, Result, SearchItem, SearchOp
from langgraph.store.memory import InMemoryStore

from graphmem.adapters.conversation import wait_for
from graphmem.adapters.texts import fitting, unless_refused
from graphmem.agents.verbs import AGENT
from graphmem.model.recall import MemoryHit
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import MAX_LIMIT, MAX_QUERY, RecallOptions

NAMESPACE = "graphmem"
"""The namespace of recalled memories, below the prefix of the search."""

TEXTS = ("text", "content", "memory", "data")
"""Fields of an item that hold text."""


class MemoryStore(BaseStore):
    """A `BaseStore` over another (in memory when none is given), for one owner.

    Made on the running event loop; other threads may use the methods that do not await. Items are remembered as an
    agent's word (`Role.TOOL`), for a `project`; deleting an item removes it from the store, not from memory.
    """

    def __init__(
        self, owned: OwnedMemory, *, items: BaseStore | None = None, agent: str = AGENT, project: str | None = None
    ) -> None:
        self._owned = owned
        self._project = project
        self._items = items or InMemoryStore()
        self._agent = agent
        self._loop = asyncio.get_running_loop()

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the operations, in order."""
        asked = list(ops)
        results = await self._items.abatch(asked)
        for place, op in enumerate(asked):
            if isinstance(op, PutOp) and (text := _text(op.value)):
                learning = self._owned.learn(text, role=Role.TOOL, speaker=self._agent, project=self._project)
                await unless_refused(learning, None)
            if isinstance(op, SearchOp) and op.query and not op.filter and not op.offset:
                found = results[place]
                own = [one for one in found if isinstance(one, SearchItem)] if isinstance(found, list) else []
                results[place] = [*own, *await unless_refused(self._search_memory(op, op.limit - len(own)), [])]
        return results

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """`abatch` for a thread that cannot await.

        RuntimeError on the event loop itself, which it would block.
        """
        return wait_for(self._loop, self.abatch(ops), "aget, aput and asearch")

    async def _search_memory(self, op: SearchOp, most: int) -> list[SearchItem]:
        if most < 1 or not op.query:
            return []
        options = RecallOptions(limit=min(most, MAX_LIMIT), project=self._project)
        found = await self._owned.recall(fitting(op.query, MAX_QUERY), options=options)
        return [_item(op.namespace_prefix, hit) for hit in found.memories[:most]] if found.answerable else []


def _item(prefix: tuple[str, ...], hit: MemoryHit) -> SearchItem:
    memory = hit.memory
    value = {"text": memory.text, "said_by": memory.data_source.value, "sources": list(hit.sources)}
    return SearchItem(
        (*prefix, NAMESPACE), memory.id, value, memory.recorded_at, memory.recorded_at, round(hit.confidence, 4)
    )


def _text(value: Mapping[str, Any] | None) -> str:
    """An item's statements in words; "" for a deleted item or one without words."""
    told = (value[name] for name in TEXTS if name in value) if value else ()
    return next((fitting(text.strip()) for text in told if isinstance(text, str) and text.strip()), "")
