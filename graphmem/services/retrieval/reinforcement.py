"""Reinforces memories after an answer is sent: accesses, strength, joint recalls, and the block shown.

Every memory in the block was used, and so were the memories of each turn in it. Answers are gathered for
GATHERED_SECONDS and written in one transaction per owner; a killed process loses its last second.
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
from graphmem.store import blocks, due, filing, memory_recall
from graphmem.store.blocks import Block
from graphmem.store.database import Database, Transaction
from graphmem.store.memory_recall import Touch

RECALLED_STABILITY = 1.02
"""Factor on the stability of a memory that a block showed."""

PAIRED = 10
"""First memories of a block that count as recalled together: 45 pairs."""

MARK = 12
"""Digits of a question's mark; enough for the sixteen that a memory keeps not to collide by chance."""

GATHERED_SECONDS = 1.0
"""Seconds for which answers are gathered: half the cost of a commit does not depend on its size."""

WAITING = 1_000
"""Most answers that wait to be written; beyond it new ones are dropped, since reading matters more."""


@dataclass(frozen=True, slots=True)
class _Answer:
    owner: Owner
    memories: tuple[Memory, ...]
    block: Block
    question: Doc
    told: tuple[str, ...] = ()


class Learner:
    """Writes the reinforcement of answers in the background, one batch after the other."""

    def __init__(self, database: Database, ops_log: OpsLog) -> None:
        self._database = database
        self._ops_log = ops_log
        self._waiting: asyncio.Queue[_Answer] = asyncio.Queue(WAITING)
        self._worker: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()

    def note(
        self, owner: Owner, block: Block, memories: Sequence[Memory], question: Doc, told: Sequence[str] = ()
    ) -> None:
        """Queue a shown block for writing, and return at once.
        `memories` are those to reinforce, `told` the ids of the plans that the block told."""
        if self._waiting.full():
            self._ops_log.write(
                Operation("touch", output=f"{WAITING} answers wait; one was dropped", success=False, owner=owner)
            )
            return
        self._waiting.put_nowait(_Answer(owner, tuple(memories), block, question, tuple(told)))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._run(), name="learning from use")

    async def settle(self) -> None:
        """Write all answers queued by now, without waiting for later ones."""
        async with self._writing:
            gathered: dict[Owner, list[_Answer]] = {}
            while not self._waiting.empty():
                answer = self._waiting.get_nowait()
                gathered.setdefault(answer.owner, []).append(answer)
            for owner, answers in gathered.items():
                await self._learn(owner, answers)

    async def drain(self) -> None:
        """Write everything that is queued, and stop the worker."""
        await self.settle()
        if self._worker is not None:
            self._worker.cancel()  # it only sleeps: `settle` waited for any write
            await asyncio.gather(self._worker, return_exceptions=True)
        while not self._waiting.empty():
            await self.settle()

    async def _run(self) -> None:
        while not self._waiting.empty():
            await asyncio.sleep(GATHERED_SECONDS)
            await self.settle()

    async def _learn(self, owner: Owner, answers: Sequence[_Answer]) -> None:
        try:
            await self._write(owner, answers)
        except GraphMemError as error:
            # An uncounted access must fail no caller.
            self._ops_log.write(Operation("touch", output=error.message, success=False, owner=owner))

    async def _write(self, owner: Owner, answers: Sequence[_Answer]) -> None:
        """Write an owner's answers in their order, in one transaction."""
        turns = list(dict.fromkeys(turn for answer in answers for turn in answer.block.turns))
        used = await blocks.of_turns(self._database, owner, turns) if turns else []
        touched = _touched(answers, used)
        marks = [await asyncio.to_thread(mark_of, owner, answer.question) for answer in answers]

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            for answer, touches, question in zip(answers, touched, marks, strict=True):
                if touches:
                    pairs = list(combinations([touch.id for touch in touches[:PAIRED]], 2))
                    await memory_recall.touch(
                        transaction, owner, touches, pairs, answer.block.made_at,
                        longest=LONGEST_STABILITY_DAYS, most=MOST_STORAGE, question=question,
                    )  # fmt: skip
                await due.mark_announced(transaction, owner, answer.told, answer.block.made_at)
                await blocks.keep(transaction, owner, answer.block)

        await self._database.write(work)


def mark_of(owner: Owner, question: Doc) -> str:
    """A digest of a question's content words, the same for any order and inflection of them."""
    content = describe(question)
    words = sorted(content.stems | content.names) or [question.text.casefold()]
    return digest(owner.key, "question", *words)[:MARK]


def _touched(answers: Sequence[_Answer], used: Sequence[blocks.Used]) -> list[list[Touch]]:
    """The touches of each answer: its memories, then those made of its turns.
    A memory's second use counts its elapsed time from the first, as if that had been written in between."""
    of_turn: dict[str, list[blocks.Used]] = {}
    for one in used:
        of_turn.setdefault(one.turn, []).append(one)
    last: dict[str, datetime] = {}
    found = []
    for answer in answers:
        shown: dict[str, Memory | blocks.Used] = {memory.id: memory for memory in answer.memories}
        for turn in answer.block.turns:
            for one in of_turn.get(turn, ()):
                shown.setdefault(one.id, one)
        now = answer.block.made_at
        found.append([_touch(memory, max(last.get(id_, memory.last_accessed_at), memory.last_accessed_at), now)
                      for id_, memory in shown.items()])  # fmt: skip
        last |= dict.fromkeys(shown, now)
    return found


def _touch(memory: Memory | blocks.Used, last: datetime, now: datetime) -> Touch:
    days = (now - last).total_seconds() / SECONDS_A_DAY
    return Touch(memory.id, storage_gain(days, memory.stability), RECALLED_STABILITY)
