"""Mining: conversations filed verbatim as drawers, in batches, once.

The next batch is embedded while the last one commits. A batch is acknowledged only after its transaction; whatever
ends the process, mining the same source again files exactly what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from graphmem.errors import EmbeddingError
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation
from graphmem.ports import Embedder, Progress, Purpose, Vectors, silent
from graphmem.services.placing import PlacedTurn, RoomCursor, drafts, place, wing_draft
from graphmem.store import filing
from graphmem.store.database import Database

BATCH = 128
"""Turns per transaction. Larger batches commit a little cheaper, smaller ones acknowledge sooner."""


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
    filed: int = 0
    unembedded: int = 0
    notes: list[str] = field(default_factory=list)


class Miner:
    """Files conversations over one database with one embedder."""

    def __init__(self, database: Database, embedder: Embedder) -> None:
        self._database = database
        self._embedder = embedder

    async def mine(
        self, owner: Owner, conversation: Conversation, *, wing: str | None = None, progress: Progress = silent
    ) -> MineReport:
        """File every turn that is not filed yet and report how many. An empty conversation does nothing.

        When the embedder fails, turns are filed without embedding (`unembedded` counts them, a note says why) and
        `Backfill` fills them later.
        """
        draft = wing_draft(owner, conversation, wing)
        rooms, placed = place(owner, conversation, draft)
        new = await self._new(owner, placed)
        report = MineReport(conversation.key, conversation.title, known=len(placed) - len(new), rooms=len(rooms))
        if not new:
            return report
        run = await self._open(owner, conversation, draft, rooms, new, progress)
        await self._pipeline(run, new)
        return MineReport(
            conversation.key,
            conversation.title,
            filed=run.filed,
            known=len(placed) - run.filed,
            unembedded=run.unembedded,
            rooms=len(rooms),
            notes=tuple(dict.fromkeys(run.notes)),
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
    ) -> _Run:
        needed = {turn.room.id for turn in new}
        rooms = [room for room in rooms if room.id in needed]
        states = await filing.room_states(self._database, owner, rooms)
        cursors = {room.id: RoomCursor.at(states.get(room.id)) for room in rooms}
        return _Run(owner, conversation, wing, rooms, cursors, progress, total=len(new))

    async def _pipeline(self, run: _Run, new: list[PlacedTurn]) -> None:
        """Embed a batch while the one before it commits."""
        writing: asyncio.Task[None] | None = None
        try:
            for batch in _batches(new):
                vectors = await self._vectors(run, batch)
                if writing is not None:
                    await writing
                writing = asyncio.create_task(self._write(run, batch, vectors))
            if writing is not None:
                await writing
        finally:
            if writing is not None and not writing.done():
                # A cancelled commit has an unknown outcome; let it end, so that the caller knows what is filed.
                await asyncio.shield(asyncio.gather(writing, return_exceptions=True))

    async def _vectors(self, run: _Run, batch: list[PlacedTurn]) -> Vectors | None:
        try:
            return await self._embedder.embed([turn.embedded_text for turn in batch], Purpose.PASSAGE)
        except EmbeddingError as error:
            run.unembedded += len(batch)
            run.notes.append(f"Filed without embedding: {error.message} Run `graphmem backfill` once it answers again.")
            return None

    async def _write(self, run: _Run, batch: list[PlacedTurn], vectors: Vectors | None) -> None:
        closets, drawers = drafts(batch, vectors, self._embedder.model, run.cursors, run.conversation.key)
        run.filed += await filing.file(self._database, run.owner, filing.Batch(run.wing, run.rooms, closets, drawers))
        run.progress(f"mining {run.conversation.title}", run.filed, run.total)


def _batches(turns: list[PlacedTurn]) -> Iterable[list[PlacedTurn]]:
    for start in range(0, len(turns), BATCH):
        yield turns[start : start + BATCH]
