"""Mines conversations: files each turn once, verbatim, with its memories, in batches.

The next batch is embedded while the last one commits. A batch is acknowledged only after its transaction. Whatever
ends the process, mining the same source again files exactly what is missing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from time import perf_counter

from pydantic import TypeAdapter

from graphmem.errors import EmbeddingError
from graphmem.model.audit import Verb
from graphmem.model.gate import GateAction
from graphmem.model.ids import digest
from graphmem.model.memory import WriteSource
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role
from graphmem.ports import Embedder, Progress, silent
from graphmem.services.answers import Answers, request
from graphmem.services.ingestion.candidates import CONTEXT, ConversationReader
from graphmem.services.ingestion.consolidation import summarise_outcomes
from graphmem.services.ingestion.conversation_reader import ConversationReaders
from graphmem.services.ingestion.draft import Candidate, WriteOptions
from graphmem.services.ingestion.palace_layout import PlacedTurn, RoomCursor, drafts, place, wing_draft
from graphmem.services.ingestion.paragraph_times import LOOKED_AT, after_earlier
from graphmem.services.ingestion.placed_messages import messages_of
from graphmem.services.ingestion.tombstones import barred_turns, forgotten_notes
from graphmem.services.ingestion.writer import IdempotentRequest, Writer, WriteResult
from graphmem.services.late_interaction import Passages, read_passages
from graphmem.services.model_calls import Asker
from graphmem.services.ops_log import Operation, OpsLog
from graphmem.services.privacy import policy_of, shielding, without_refused
from graphmem.services.usage import charge_to
from graphmem.store import audit, entities, filing, sessions
from graphmem.store import memories as stored
from graphmem.store.database import Database, Transaction
from graphmem.store.requests import Request
from graphmem.tracing import traced

BATCH = 128
"""Turns per transaction; larger batches commit a little cheaper, smaller ones acknowledge sooner."""

READ_ROLES = frozenset({Role.USER, Role.ASSISTANT, Role.TOOL, Role.DOCUMENT, Role.FEED})
"""Roles whose messages may become memories; messages of all roles are filed."""


@dataclass(frozen=True, slots=True)
class MineReport:
    """The counts of a mined conversation: turns newly filed, known before, and without embedding."""

    conversation: str
    title: str
    filed: int = 0
    known: int = 0
    unembedded: int = 0
    rooms: int = 0
    notes: tuple[str, ...] = ()
    memories: int = 0
    """New memories made of these turns."""
    reinforced: int = 0
    updated: int = 0
    superseded: int = 0
    relations: int = 0
    ended: int = 0
    """Paragraphs that a document, mined again, no longer has."""
    closed: int = 0
    """Memories that only such paragraphs stated."""


@dataclass(slots=True)
class _Run:
    """The state of mining one conversation."""

    owner: Owner
    conversation: Conversation
    wing: filing.WingDraft
    rooms: list[filing.RoomDraft]
    cursors: dict[str, RoomCursor]
    progress: Progress
    total: int
    reader: ConversationReader | None
    told: MineReport
    """The report before anything is filed."""
    asked: Request | None = None
    filed: int = 0
    unembedded: int = 0
    relations: int = 0
    actions: Counter[GateAction] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    withheld: int = 0
    lifted: int = 0

    def take(self, written: WriteResult) -> None:
        """Count what a transaction wrote."""
        self.withheld += written.withheld
        self.lifted += written.lifted
        self.filed += len(written.pointers)
        self.relations += written.relations
        self.actions.update(outcome.decision.action for outcome in written.outcomes)

    def report(self) -> MineReport:
        """The report of everything written so far."""
        return replace(
            self.told,
            filed=self.filed,
            known=self.told.known + self.total - self.filed,
            unembedded=self.unembedded,
            notes=(*dict.fromkeys(self.notes), *forgotten_notes(self.withheld, self.lifted)),
            memories=self.actions[GateAction.CREATE] + self.actions[GateAction.SUPERSEDE],
            reinforced=self.actions[GateAction.REINFORCE],
            updated=self.actions[GateAction.UPDATE],
            superseded=self.actions[GateAction.SUPERSEDE],
            relations=self.relations,
        )

    def report_with(self, written: WriteResult) -> MineReport:
        """The report as it will be once this transaction has committed."""
        after = replace(self, actions=Counter(self.actions))
        after.take(written)
        return after.report()


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A batch ready to be written."""

    turns: list[PlacedTurn]
    passages: Passages | None
    candidates: list[Candidate]

    def parts(self) -> Iterator[_Prepared]:
        """The parts of a batch, one for each transaction."""
        for start in range(0, len(self.turns), BATCH):
            within = slice(start, start + BATCH)
            turns, ids = self.turns[within], {turn.id for turn in self.turns[within]}
            read = self.passages and Passages(self.passages.vectors[within], self.passages.states[within])
            yield _Prepared(turns, read, [one for one in self.candidates if one.message.id in ids])


class Miner:
    """Files conversations with their memories, over one database with one embedder.

    With an `asker` a chat model marks the clauses, else the encoder does. Decisions go to the `ops_log`.
    """

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        asker: Asker | None = None,
        ops_log: OpsLog | None = None,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._hearing = ConversationReaders(database, embedder, asker)
        self._batched = None if asker is None else asker.batched
        self._answers = Answers(database, TypeAdapter(MineReport))
        self._ops_log = ops_log or OpsLog(None)
        self._writer = Writer(database, embedder)

    async def mine(
        self,
        owner: Owner,
        conversation: Conversation,
        *,
        wing: str | None = None,
        memories: bool = True,
        whole: bool = False,
        progress: Progress = silent,
        idempotency_key: str | None = None,
    ) -> MineReport:
        """File every turn that is not filed yet, with its memories, and report the counts.

        `memories=False` files turns alone. `whole` says that the conversation is a complete document: paragraphs that
        it no longer has end, with the memories that only they state. If the embedder fails, all is written without
        embeddings (`unembedded` counts the turns, a note says why), and a job adds them later. A request repeated with
        its `idempotency_key` within a day gets the same answer. Raises InvalidInputError for the key of another
        request."""
        asked = request(owner, idempotency_key, "mine", conversation, wing, memories, field="input.idempotencyKey")
        with shielding(await policy_of(self._database, owner)):
            fileable, notes = without_refused(conversation)
            mine = partial(self._mine, owner, fileable, wing, asked, memories=memories, whole=whole, progress=progress)
            report = await self._answers.once(owner, asked, mine)
        return replace(report, notes=(*notes, *report.notes)) if notes else report

    @traced("mine")
    async def _mine(
        self,
        owner: Owner,
        conversation: Conversation,
        wing: str | None,
        asked: Request | None,
        *,
        memories: bool,
        whole: bool,
        progress: Progress,
    ) -> MineReport:
        draft = wing_draft(owner, conversation, wing)
        rooms, placed = place(owner, conversation, draft)
        if whole:
            return await self._mine_whole(owner, conversation, draft, rooms, placed, asked, progress, memories=memories)
        new = await self._new(owner, placed)
        report = MineReport(conversation.key, conversation.title, known=len(placed) - len(new), rooms=len(rooms))
        if not new:
            return report if asked is None else await self._answers.keep(owner, asked, report)
        run = await self._open(owner, conversation, draft, rooms, new, progress, report, asked, memories=memories)
        with charge_to(owner):
            await self._pipeline(run, new)
        return run.report()

    async def _mine_whole(
        self,
        owner: Owner,
        conversation: Conversation,
        wing: filing.WingDraft,
        rooms: list[filing.RoomDraft],
        placed: list[PlacedTurn],
        asked: Request | None,
        progress: Progress,
        *,
        memories: bool,
    ) -> MineReport:
        """File new paragraphs, then end missing ones; if interrupted, mining again completes both."""
        placed = await self._said_again(owner, placed)
        new = await self._new(owner, placed)
        told = MineReport(conversation.key, conversation.title, known=len(placed) - len(new), rooms=len(rooms))
        if new:
            new = after_earlier(new, await sessions.recent_messages(self._database, owner, conversation.key, LOOKED_AT))
            run = await self._open(owner, conversation, wing, rooms, new, progress, told, None, memories=memories)
            with charge_to(owner):
                await self._pipeline(run, new)
            told = run.report()
        ended, closed = await self._end_others(owner, conversation.key, [turn.id for turn in placed])
        told = replace(told, ended=ended, closed=closed)
        return told if asked is None else await self._answers.keep(owner, asked, told)

    async def _said_again(self, owner: Owner, placed: list[PlacedTurn]) -> list[PlacedTurn]:
        """Give paragraphs that reappear after they ended new ids: an ended paragraph stays ended."""
        while placed and (ended := await filing.ended_ids(self._database, owner, [turn.id for turn in placed])):
            placed = [replace(turn, id=digest(turn.id, "again")) if turn.id in ended else turn for turn in placed]
        return placed

    async def _end_others(self, owner: Owner, conversation: str, kept: Sequence[str]) -> tuple[int, int]:
        now = datetime.now(UTC)

        async def work(transaction: Transaction) -> tuple[int, int]:
            await filing.lock(transaction, owner)
            ended, gone = await filing.end_others(transaction, owner, conversation, kept, now)
            closing = [stored.Closed(id_, digest(id_, "until", str(now)), now, now) for id_ in gone]
            await stored.close(transaction, owner, closing)
            await entities.end(transaction, owner, gone, now)
            if ended:
                await audit.note(transaction, owner, Verb.MINE, gone)
            return ended, len(gone)

        return await self._database.write(work)

    async def _new(self, owner: Owner, placed: list[PlacedTurn]) -> list[PlacedTurn]:
        ids = [turn.id for turn in placed]
        known = await filing.filed_ids(self._database, owner, ids) if placed else set()
        known |= await barred_turns(self._database, owner, set(ids) - known)
        return [turn for turn in placed if turn.id not in known]

    async def _open(
        self,
        owner: Owner,
        conversation: Conversation,
        wing: filing.WingDraft,
        rooms: list[filing.RoomDraft],
        new: list[PlacedTurn],
        progress: Progress,
        told: MineReport,
        asked: Request | None,
        *,
        memories: bool,
    ) -> _Run:
        needed = {turn.room.id for turn in new}
        rooms = [room for room in rooms if room.id in needed]
        states = await filing.room_states(self._database, owner, rooms)
        cursors = {room.id: RoomCursor.at(states.get(room.id)) for room in rooms}
        reader = await self._reader(owner, conversation) if memories else None
        return _Run(owner, conversation, wing, rooms, cursors, progress, len(new), reader, told, asked)

    async def _reader(self, owner: Owner, conversation: Conversation) -> ConversationReader:
        """A reader with the last filed turns as context, so that a grown conversation continues."""
        earlier = await sessions.recent_messages(self._database, owner, conversation.key, CONTEXT)
        return self._hearing.reader(owner, [one for one in earlier if Role(one.role) in READ_ROLES], conversation.key)

    async def _pipeline(self, run: _Run, new: list[PlacedTurn]) -> None:
        """Embed and read each batch while the last one commits; with a batch API read all before the first."""
        writing: asyncio.Task[None] | None = None
        try:
            for batch in _batches(new) if self._batched is None else [new]:
                for prepared in (await self._expected(run, batch)).parts():
                    if writing is not None:
                        await writing
                    writing = asyncio.create_task(self._write(run, prepared, last=prepared.turns[-1] is new[-1]))
            if writing is not None:
                await writing
        finally:
            if writing is not None and not writing.done():
                # A cancelled commit has an unknown outcome: let it finish, so that the caller knows what is filed.
                await asyncio.shield(asyncio.gather(writing, return_exceptions=True))

    async def _expected(self, run: _Run, batch: list[PlacedTurn]) -> _Prepared:
        """Prepare a batch; a batch API waits for its questions, however long reading takes."""
        if self._batched is None or run.reader is None or run.reader.llm is None:
            return await self._prepare(run, batch)
        run.reader.llm.asking = asked = self._batched.expect()
        try:
            return await self._prepare(run, batch)
        finally:
            asked()

    async def _prepare(self, run: _Run, batch: list[PlacedTurn]) -> _Prepared:
        passages = await self._passages(run, batch)
        if run.reader is None:
            return _Prepared(batch, passages, [])
        messages = messages_of(batch, now=await self._now(batch))
        read = [place for place, turn in enumerate(batch) if turn.turn.role in READ_ROLES]
        rows = None if passages is None else passages.vectors[read]
        _, candidates, problem = await run.reader.read([messages[place] for place in read], rows)
        if problem is not None and passages is not None:
            run.notes.append(f"Memories without embedding: {problem} Run `graphmem backfill` once it answers again.")
        if run.reader.llm is not None:
            run.notes += [f"Memories by the encoder: {why}." for why in run.reader.llm.problems]
        return _Prepared(batch, passages, candidates)

    async def _now(self, batch: list[PlacedTurn]) -> datetime:
        """The time of turns without one: now, or an interrupted run's, so that the prompt stays the same."""
        now = datetime.now(UTC)

        async def made() -> str:
            return now.isoformat()

        if self._batched is None:
            return now
        return datetime.fromisoformat(await self._batched.kept(digest("now", batch[0].id), made))

    async def _passages(self, run: _Run, batch: list[PlacedTurn]) -> Passages | None:
        try:
            return await read_passages(self._embedder, [turn.embedded_text for turn in batch])
        except EmbeddingError as error:
            run.unembedded += len(batch)
            run.notes.append(f"Filed without embedding: {error.message} Run `graphmem backfill` once it answers again.")
            return None

    async def _write(self, run: _Run, prepared: _Prepared, *, last: bool) -> None:
        began = perf_counter()
        closets, drawers = drafts(
            prepared.turns,
            prepared.passages,
            self._embedder.model,
            run.cursors,
            run.conversation.key,
            observed=run.reader is not None,
        )
        written = await self._writer.write(
            run.owner,
            filing.Batch(run.wing, run.rooms, closets, drawers),
            prepared.candidates,
            options=WriteOptions(WriteSource.MINING),
            answering=self._answering(run) if last else None,
        )
        run.take(written)
        said = f"{len(written.pointers)} turns filed; {summarise_outcomes(written.outcomes) or 'nothing remembered'}"
        latency = (perf_counter() - began) * 1000
        self._ops_log.write(Operation("mine", run.conversation.title, said, latency_ms=latency, owner=run.owner))
        run.progress(f"mining {run.conversation.title}", run.filed, run.total)

    def _answering(self, run: _Run) -> IdempotentRequest | None:
        """Store the report with the last batch, so that two senders of one request get the same answer."""
        if run.asked is None:
            return None
        return IdempotentRequest(run.asked, None, lambda written: self._answers.text(run.report_with(written)))


def _batches(turns: list[PlacedTurn]) -> Iterable[list[PlacedTurn]]:
    for start in range(0, len(turns), BATCH):
        yield turns[start : start + BATCH]
