"""Mining: conversations filed verbatim as drawers, with the memories they give, in batches, once.

The next batch is embedded while the last one commits. A batch is acknowledged only after its transaction; whatever
ends the process, mining the same source again files exactly what is missing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from time import perf_counter

from pydantic import TypeAdapter

from graphmem.errors import EmbeddingError
from graphmem.model.gate import GateAction
from graphmem.model.memory import WriteSource
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role
from graphmem.ports import Embedder, Progress, Purpose, Vectors, silent
from graphmem.services.answers import Answers, request
from graphmem.services.hearing import Hearing
from graphmem.services.ops_log import Operation, OpsLog
from graphmem.services.placing import PlacedTurn, RoomCursor, drafts, place, wing_draft, with_language
from graphmem.services.usage import paid_by
from graphmem.services.writing.asking import Asker
from graphmem.services.writing.draft import Candidate, Message, Options
from graphmem.services.writing.examples import Examples
from graphmem.services.writing.planning import counted
from graphmem.services.writing.reading import CONTEXT, Reader
from graphmem.services.writing.writer import Writer
from graphmem.store import filing, sessions
from graphmem.store.database import Database

BATCH = 128
"""Turns per transaction. Larger batches commit a little cheaper, smaller ones acknowledge sooner."""

READ_ROLES = frozenset({Role.USER, Role.ASSISTANT})
"""Whose messages become memories; all are filed."""


@dataclass(frozen=True, slots=True)
class MineReport:
    """What became of a conversation: turns newly filed, turns that were filed before, turns without embedding."""

    conversation: str
    title: str
    filed: int = 0
    known: int = 0
    unembedded: int = 0
    rooms: int = 0
    notes: tuple[str, ...] = ()
    memories: int = 0
    """Memories newly made of these turns."""
    reinforced: int = 0
    updated: int = 0
    superseded: int = 0
    relations: int = 0


@dataclass(slots=True)
class _Run:
    """One conversation on its way into the palace."""

    owner: Owner
    conversation: Conversation
    wing: filing.WingDraft
    rooms: list[filing.RoomDraft]
    cursors: dict[str, RoomCursor]
    progress: Progress
    total: int
    reader: Reader | None
    filed: int = 0
    unembedded: int = 0
    relations: int = 0
    actions: Counter[GateAction] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A batch ready to be written."""

    turns: list[PlacedTurn]
    vectors: Vectors | None
    candidates: list[Candidate]


class Miner:
    """Files conversations, and what follows from them, over one database with one embedder.

    A model forms memories where there is an `asker`, elsewhere the rules do; decisions go to the `ops_log`. `examples`
    vote on the categories that rules give.
    """

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        asker: Asker | None = None,
        ops_log: OpsLog | None = None,
        *,
        examples: Examples | None = None,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._hearing = Hearing(embedder, asker, examples)
        self._answers = Answers(database, TypeAdapter(MineReport))
        self._ops_log = ops_log or OpsLog(None)
        self._writer = Writer(database, embedder, asker)

    async def mine(
        self,
        owner: Owner,
        conversation: Conversation,
        *,
        wing: str | None = None,
        memories: bool = True,
        progress: Progress = silent,
        idempotency_key: str | None = None,
    ) -> MineReport:
        """File every turn that is not filed yet, with its memories, and report how many. Empty: nothing is done.

        `memories=False` files the turns alone. When the embedder fails, turns and memories are written without
        embedding (`unembedded` counts the turns, a note says why) and a job fills them later. What is repeated with
        its `idempotency_key` within a day is answered as before. Raises InvalidInputError for the key of another.
        """
        asked = request(owner, idempotency_key, "mine", conversation, wing, memories, field="input.idempotencyKey")
        mine = partial(self._mine, owner, conversation, wing=wing, memories=memories, progress=progress)
        if asked is None:
            return await mine()

        async def mine_once() -> MineReport:
            # Turns are filed once anyhow, so the answer may be kept after the last of their transactions.
            return await self._answers.keep(owner, asked, await mine())

        return await self._answers.once(owner, asked, mine_once)

    async def _mine(
        self, owner: Owner, conversation: Conversation, *, wing: str | None, memories: bool, progress: Progress
    ) -> MineReport:
        draft = wing_draft(owner, conversation, wing)
        rooms, placed = place(owner, conversation, draft)
        new = await self._new(owner, placed)
        report = MineReport(conversation.key, conversation.title, known=len(placed) - len(new), rooms=len(rooms))
        if not new:
            return report
        run = await self._open(owner, conversation, draft, rooms, new, progress, memories=memories)
        with paid_by(owner):
            await self._pipeline(run, new)
        return replace(
            report,
            filed=run.filed,
            known=len(placed) - run.filed,
            unembedded=run.unembedded,
            notes=tuple(dict.fromkeys(run.notes)),
            memories=run.actions[GateAction.CREATE] + run.actions[GateAction.SUPERSEDE],
            reinforced=run.actions[GateAction.REINFORCE],
            updated=run.actions[GateAction.UPDATE],
            superseded=run.actions[GateAction.SUPERSEDE],
            relations=run.relations,
        )

    async def _new(self, owner: Owner, placed: list[PlacedTurn]) -> list[PlacedTurn]:
        known = await filing.known(self._database, owner, [turn.id for turn in placed]) if placed else set()
        return [turn for turn in placed if turn.id not in known]

    async def _open(
        self,
        owner: Owner,
        conversation: Conversation,
        wing: filing.WingDraft,
        rooms: list[filing.RoomDraft],
        new: list[PlacedTurn],
        progress: Progress,
        *,
        memories: bool,
    ) -> _Run:
        needed = {turn.room.id for turn in new}
        rooms = [room for room in rooms if room.id in needed]
        states = await filing.room_states(self._database, owner, rooms)
        cursors = {room.id: RoomCursor.at(states.get(room.id)) for room in rooms}
        reader = await self._reader(owner, conversation) if memories else None
        return _Run(owner, conversation, wing, rooms, cursors, progress, total=len(new), reader=reader)

    async def _reader(self, owner: Owner, conversation: Conversation) -> Reader:
        """A reader that has heard the end of the conversation as it is filed: a grown one goes on where it was."""
        earlier = await sessions.recent(self._database, owner, conversation.key, CONTEXT)
        return self._hearing.reader(owner, [one for one in earlier if Role(one.role) in READ_ROLES], conversation.key)

    async def _pipeline(self, run: _Run, new: list[PlacedTurn]) -> None:
        """Embed and read a batch while the one before it commits."""
        writing: asyncio.Task[None] | None = None
        try:
            for batch in _batches(new):
                prepared = await self._prepare(run, batch)
                if writing is not None:
                    await writing
                writing = asyncio.create_task(self._write(run, prepared))
            if writing is not None:
                await writing
        finally:
            if writing is not None and not writing.done():
                # A cancelled commit has an unknown outcome; let it end, so that the caller knows what is filed.
                await asyncio.shield(asyncio.gather(writing, return_exceptions=True))

    async def _prepare(self, run: _Run, batch: list[PlacedTurn]) -> _Prepared:
        vectors = await self._vectors(run, batch)
        if run.reader is None:
            return _Prepared(batch, vectors, [])
        messages = messages_of(batch)
        read = [place for place, turn in enumerate(batch) if turn.turn.role in READ_ROLES]
        rows = None if vectors is None else vectors[read]
        _, candidates, problem = await run.reader.read([messages[place] for place in read], rows)
        if problem is not None and vectors is not None:
            run.notes.append(f"Memories without embedding: {problem} Run `graphmem backfill` once it answers again.")
        if run.reader.former is not None:
            run.notes += [f"Memories by rules: {why}." for why in run.reader.former.problems]
        return _Prepared(batch, vectors, candidates)

    async def _vectors(self, run: _Run, batch: list[PlacedTurn]) -> Vectors | None:
        try:
            return await self._embedder.embed([turn.embedded_text for turn in batch], Purpose.PASSAGE)
        except EmbeddingError as error:
            run.unembedded += len(batch)
            run.notes.append(f"Filed without embedding: {error.message} Run `graphmem backfill` once it answers again.")
            return None

    async def _write(self, run: _Run, prepared: _Prepared) -> None:
        began = perf_counter()
        closets, drawers = drafts(
            prepared.turns,
            prepared.vectors,
            self._embedder.model,
            run.cursors,
            run.conversation.key,
            observed=run.reader is not None,
        )
        written = await self._writer.write(
            run.owner,
            filing.Batch(run.wing, run.rooms, closets, drawers),
            prepared.candidates,
            options=Options(WriteSource.MINING),
        )
        run.filed += len(written.pointers)
        run.relations += written.relations
        run.actions.update(outcome.decision.action for outcome in written.outcomes)
        said = f"{len(written.pointers)} turns filed; {counted(written.outcomes) or 'nothing remembered'}"
        latency = (perf_counter() - began) * 1000
        self._ops_log.write(Operation("mine", run.conversation.title, said, latency_ms=latency))
        run.progress(f"mining {run.conversation.title}", run.filed, run.total)


def messages_of(turns: Sequence[PlacedTurn], session: str | None = None) -> list[Message]:
    """Placed turns as the write path reads them. What has no time of its own was said when its room began, or now."""
    now = datetime.now(UTC)
    return [
        Message(
            id=placed.id,
            text=placed.turn.text,
            speaker=placed.turn.speaker,
            role=placed.turn.role,
            said_at=placed.turn.said_at or placed.room.started_at or now,
            language=language,
            session=session or placed.room.id,
        )
        for placed, language in with_language(turns)
    ]


def _batches(turns: list[PlacedTurn]) -> Iterable[list[PlacedTurn]]:
    for start in range(0, len(turns), BATCH):
        yield turns[start : start + BATCH]
