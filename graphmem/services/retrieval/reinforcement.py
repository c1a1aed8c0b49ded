"""What a recall leaves behind, written after the answer is sent: accesses, strength, who was recalled with whom, and
what its block showed.

What stood in the block was used. A turn that stood there was a use of the memories made of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from graphmem.cognition.activation import SECONDS_A_DAY, storage_gain
from graphmem.cognition.strength import LONGEST_STABILITY_DAYS, MOST_STORAGE
from graphmem.errors import GraphMemError
from graphmem.language.describe import describe
from graphmem.language.doc import Doc
from graphmem.model.ids import digest
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.services.ops_log import Operation, OpsLog
from graphmem.store import blocks, due, remembered
from graphmem.store.blocks import Block
from graphmem.store.database import Database
from graphmem.store.remembered import Touch

RECALLED_STABILITY = 1.02
"""Factor on the stability of a memory that was returned."""

PAIRED = 10
"""Of one block, so many of the first are counted as recalled together: 45 pairs."""

MARK = 12
"""Digits of a question's mark: among the sixteen that a memory keeps, no two questions share them by chance."""

WAITING = 1_000
"""Answers that may wait to be written; beyond that the newest are dropped, since reading matters more."""


@dataclass(frozen=True, slots=True)
class _Answer:
    owner: Owner
    memories: tuple[Memory, ...]
    block: Block
    question: Doc
    told: tuple[str, ...] = ()


class Learner:
    """Writes what answers teach, one after the other, beside everything else."""

    def __init__(self, database: Database, ops_log: OpsLog) -> None:
        self._database = database
        self._ops_log = ops_log
        self._waiting: asyncio.Queue[_Answer] = asyncio.Queue(WAITING)
        self._worker: asyncio.Task[None] | None = None

    def note(
        self, owner: Owner, block: Block, memories: Sequence[Memory], question: Doc, told: Sequence[str] = ()
    ) -> None:
        """Remember to write that a block showed this for a question, of which these are the memories, and `told` of
        these plans; returns at once."""
        if self._waiting.full():
            self._ops_log.write(
                Operation("touch", output=f"{WAITING} answers wait; one was dropped", success=False, owner=owner)
            )
            return
        self._waiting.put_nowait(_Answer(owner, tuple(memories), block, question, tuple(told)))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._run(), name="learning from use")

    async def drain(self) -> None:
        """Wait until everything noted is written."""
        if self._worker is not None:
            await asyncio.gather(self._worker, return_exceptions=True)

    async def _run(self) -> None:
        while not self._waiting.empty():
            answer = self._waiting.get_nowait()
            try:
                await self._write(answer)
            except GraphMemError as error:
                # An access that is not counted is no reason to fail anybody.
                self._ops_log.write(Operation("touch", output=error.message, success=False, owner=answer.owner))

    async def _write(self, answer: _Answer) -> None:
        touches = {memory.id: _touch(memory, answer.block.made_at) for memory in answer.memories}
        if answer.block.turns:
            for used in await blocks.of_turns(self._database, answer.owner, answer.block.turns):
                touches.setdefault(used.id, _touch(used, answer.block.made_at))
        if touches:
            pairs = list(combinations(list(touches)[:PAIRED], 2))
            await remembered.touch(
                self._database, answer.owner, list(touches.values()), pairs, answer.block.made_at,
                longest=LONGEST_STABILITY_DAYS, most=MOST_STORAGE,
                question=await asyncio.to_thread(mark_of, answer.owner, answer.question),
            )  # fmt: skip
        await due.tell(self._database, answer.owner, answer.told, answer.block.made_at)
        await blocks.keep(self._database, answer.owner, answer.block)


def mark_of(owner: Owner, question: Doc) -> str:
    """A mark of what a question asks about: the same for the same words of content in whatever order and form."""
    content = describe(question)
    words = sorted(content.stems | content.names) or [question.text.casefold()]
    return digest(owner.key, "question", *words)[:MARK]


def _touch(memory: Memory | blocks.Used, now: datetime) -> Touch:
    days = (now - memory.last_accessed_at).total_seconds() / SECONDS_A_DAY
    return Touch(memory.id, storage_gain(days, memory.stability), RECALLED_STABILITY)
