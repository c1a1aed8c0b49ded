"""Observes messages one by one: files each verbatim with its memories, in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from time import perf_counter
from typing import Protocol

from pydantic import TypeAdapter

from graphmem.errors import EmbeddingError, InvalidInputError, NotFoundError
from graphmem.language.detect import detect
from graphmem.model.category import Category, Priority
from graphmem.model.job import JobKind, JobRequest
from graphmem.model.memory import WriteSource
from graphmem.model.observation import ForgetRequest, Observation, Stage
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session
from graphmem.model.trust import is_outside
from graphmem.ports import Embedder, Progress, silent
from graphmem.services import write_rights
from graphmem.services.answers import Answers, request
from graphmem.services.ingestion.candidates import CONTEXT
from graphmem.services.ingestion.consolidation import summarise_outcomes
from graphmem.services.ingestion.conversation_reader import ConversationReaders
from graphmem.services.ingestion.draft import Message, WriteOptions
from graphmem.services.ingestion.mine import READ_ROLES
from graphmem.services.ingestion.observations import observation_of, unread_extraction
from graphmem.services.ingestion.palace_layout import PlacedTurn, RoomCursor, drafts, place, wing_draft
from graphmem.services.ingestion.placed_messages import messages_of
from graphmem.services.ingestion.requests import may_ask
from graphmem.services.ingestion.single_message import NOTES, conversation_of, turn_of
from graphmem.services.ingestion.tombstones import forgotten_notes
from graphmem.services.ingestion.unread_messages import UnreadReader, asks_to_keep, renew_last
from graphmem.services.ingestion.writer import IdempotentRequest, Writer, WriteResult
from graphmem.services.late_interaction import Passages, read_passages
from graphmem.services.model_calls import Asker
from graphmem.services.ops_log import Operation, OpsLog
from graphmem.services.owner_settings import choices_of
from graphmem.services.privacy import mask_private, policy_of, require_fileable, shielding
from graphmem.services.scope import checked
from graphmem.services.usage import charge_to
from graphmem.store import filing, sessions
from graphmem.store.database import Database
from graphmem.store.requests import Request
from graphmem.tracing import traced

READ_AFTER_SECONDS = 5.0
"""Seconds that the background job waits for more messages of a session before it reads them."""


class ForgettableFinder(Protocol):
    """Finds the memories that a message's requests to forget may mean, after it was `seen`."""

    async def of(self, owner: Owner, text: str, conversation: str, seen: Observation) -> tuple[ForgetRequest, ...]: ...


class Observer:
    """Reads single messages over one database with one embedder; holds no state of any owner.

    With an `asker` a chat model marks the clauses, else the encoder does. Decisions go to the `ops_log`. `forgetting`
    resolves requests to forget.
    """

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        asker: Asker | None = None,
        ops_log: OpsLog | None = None,
        forgetting: ForgettableFinder | None = None,
    ) -> None:
        self._forgetting = forgetting
        self._database = database
        self._embedder = embedder
        self._ops_log = ops_log or OpsLog(None)
        self._writer = Writer(database, embedder)
        self._hearing = ConversationReaders(database, embedder, asker)
        self._answers = Answers(database, TypeAdapter(Observation))
        self._unread = UnreadReader(database, embedder, self._hearing, self._writer, self._ops_log)

    async def observe(
        self,
        owner: Owner,
        text: str,
        *,
        role: Role = Role.USER,
        speaker: str | None = None,
        session: str | None = None,
        project: str | None = None,
        said_at: datetime | None = None,
        dry_run: bool = False,
        idempotency_key: str | None = None,
    ) -> Observation:
        """File a message and remember its statements; return every stage's verdict.

        A dry run writes nothing. `session` must have been started; its earlier messages help to understand this one.
        `project` limits the memories to that project. A request repeated with its `idempotency_key` within a day gets
        the same answer and writes nothing. Raises InvalidInputError (also for a key used for another request), and
        NotFoundError for an unknown session.
        """
        turn = turn_of(text, role, speaker, said_at)
        conversation = conversation_of(turn, session, project=project, author=owner.author)
        if (off := await self._refuse(owner, turn.text, session)) is not None:
            return off
        asked = request(owner, idempotency_key, "observe", text, role, speaker, session, said_at, *_project(project))
        take = partial(self._take, owner, conversation, session, WriteOptions(WriteSource.OBSERVER))
        with charge_to(owner), shielding(await policy_of(self._database, owner)):
            require_fileable(text)
            seen = await (
                take(dry_run=True) if dry_run else self._answers.once(owner, asked, partial(take, asked=asked))
            )
            return await self._add_forget_requests(owner, seen, conversation)

    async def learn(
        self,
        owner: Owner,
        text: str,
        *,
        category: Category | None = None,
        priority: Priority | None = None,
        pinned: bool = False,
        immutable: bool = False,
        scope: Sequence[str] = (),
        session: str | None = None,
        project: str | None = None,
        role: Role = Role.USER,
        speaker: str | None = None,
        said_at: datetime | None = None,
        source_id: str | None = None,
        idempotency_key: str | None = None,
        dry_run: bool = False,
    ) -> Observation:
        """Remember a statement on purpose: no filter drops any of it; the gate decides. Else as `observe`.

        Texts of the roles TOOL, DOCUMENT and FEED pass the filters all the same, and may not set category, priority,
        pinned or immutable: InvalidInputError.
        """
        outside = is_outside(role)
        if outside and (category or priority or pinned or immutable):
            raise InvalidInputError(
                f"What comes by a {role.value} has no say in category, priority, pinned or immutable.",
                field="role",
                remedy="Leave them out; a person may pin what was learnt.",
            )
        if category is not None:
            await write_rights.require(self._database, owner, category, session)
        source = WriteSource.AGENT if outside else WriteSource.MANUAL
        options = WriteOptions(source, priority, pinned, immutable, checked(scope))
        turn = replace(turn_of(text, role, speaker, said_at), source_id=source_id)
        conversation = conversation_of(turn, session, NOTES, project, owner.author)
        given = (text, category, priority, pinned, immutable, options.scope, session, *_project(project))
        told = given if role is Role.USER and speaker is None else (*given, role, speaker)
        asked = request(owner, idempotency_key, "learn", *told)
        take = partial(self._take, owner, conversation, session, options, deliberate=True, category=category)
        with charge_to(owner), shielding(await policy_of(self._database, owner)):
            require_fileable(text)
            seen = await (
                take(dry_run=True) if dry_run else self._answers.once(owner, asked, partial(take, asked=asked))
            )
            return await self._add_forget_requests(owner, seen, conversation, deliberate=True)

    async def import_memory(
        self, owner: Owner, text: str, *, source: str, source_id: str | None = None, said_at: datetime | None = None
    ) -> Observation | None:
        """Import a memory of another system, said at `said_at`, as `learn` does.
        Returns None if it was imported before."""
        turn = replace(turn_of(text, Role.USER, None, said_at), said_at=said_at, source_id=source_id)
        title = f"Imported from {source}"
        conversation = Conversation(f"import {source}", title, source, (Session(title, None, (turn,)),))
        _, placed = place(owner, conversation, wing_draft(owner, conversation, None))
        if await filing.filed_ids(self._database, owner, [placed[0].id]):
            return None
        with charge_to(owner):
            return await self._take(owner, conversation, None, WriteOptions(WriteSource.IMPORT), deliberate=True)

    async def say(
        self,
        owner: Owner,
        text: str,
        *,
        session: str,
        project: str | None = None,
        role: Role = Role.USER,
        speaker: str | None = None,
        said_at: datetime | None = None,
        read_after: float = READ_AFTER_SECONDS,
        idempotency_key: str | None = None,
    ) -> Observation:
        """File a message of a session, and enqueue a job that reads it in the background. Else as `observe`."""
        if await write_rights.is_read_at_once(self._database, owner, session):
            return await self.observe(
                owner, text, role=role, speaker=speaker, session=session, project=project, said_at=said_at,
                idempotency_key=idempotency_key,
            )  # fmt: skip
        conversation = conversation_of(turn_of(text, role, speaker, said_at), session, project=project)
        if (off := await self._refuse(owner, text, session)) is not None:
            return off
        asked = request(owner, idempotency_key, "say", text, role, speaker, session, said_at, *_project(project))
        reading = JobRequest(JobKind.EXTRACT, {"session": session}, delay_seconds=read_after)
        with charge_to(owner), shielding(await policy_of(self._database, owner)):
            require_fileable(text)
            seen = await self._answers.once(
                owner, asked, partial(self._file, owner, conversation, session, reading, asked)
            )
            return await self._add_forget_requests(owner, seen, conversation)

    async def _refuse(self, owner: Owner, text: str, session: str | None) -> Observation | None:
        """The answer to a message if settings switch memory or unasked remembering off; else None."""
        chosen = await choices_of(self._database, owner, session)
        if chosen.enabled and chosen.auto_mine:
            return None
        why = "memory is off" if not chosen.enabled else "nothing is remembered unasked; learn and mine are"
        return Observation(detect(text).value, kept=False, stages=(Stage("settings", False, why),))

    async def _file(
        self, owner: Owner, conversation: Conversation, session: str, reading: JobRequest, asked: Request | None
    ) -> Observation:
        draft = wing_draft(owner, conversation, None)
        rooms, placed = place(owner, conversation, draft)
        passage, states = await asyncio.gather(
            self._passage(placed[0]), filing.room_states(self._database, owner, rooms)
        )
        batch = self._batch(conversation, draft, rooms, placed, passage, states, observed=False)
        (drawer,) = batch.drawers

        def seen(written: WriteResult) -> Observation:
            stages = (Stage("filed", True, "read in the background"),)
            pointer = written.pointers.get(drawer.id)
            return Observation(drawer.language, kept=False, stages=stages, drawer=drawer.id, pointer=pointer)

        return seen(
            await self._writer.write(
                owner,
                batch,
                [],
                options=WriteOptions(),
                session=session,
                later=(reading,),
                answering=self._idempotent_request(asked, drawer.id, seen),
            )
        )

    def _idempotent_request(
        self, asked: Request | None, drawer: str, seen: Callable[[WriteResult], Observation]
    ) -> IdempotentRequest | None:
        return (
            None
            if asked is None
            else IdempotentRequest(asked, drawer, lambda written: self._answers.text(seen(written)))
        )

    async def read_session(self, owner: Owner, session: str, *, progress: Progress = silent) -> int:
        """Read the filed messages of a session that are not read yet; return their number."""
        return await self._unread.read(owner, session, progress)

    @traced("observe")
    async def _take(
        self,
        owner: Owner,
        conversation: Conversation,
        session: str | None,
        options: WriteOptions,
        *,
        deliberate: bool = False,
        category: Category | None = None,
        dry_run: bool = False,
        asked: Request | None = None,
    ) -> Observation:
        began = perf_counter()
        draft = wing_draft(owner, conversation, None)
        rooms, placed = place(owner, conversation, draft)
        message = messages_of(placed, session)[0]
        passage, states, earlier = await asyncio.gather(
            self._passage(placed[0]),
            filing.room_states(self._database, owner, rooms),
            self._recent_messages(owner, session),
        )
        reader = self._hearing.reader(owner, earlier, session)
        readable = [message] if message.role in READ_ROLES else []
        extractions, candidates, _ = await reader.read(
            readable, passage.vectors if passage and readable else None, deliberate=deliberate, category=category
        )
        extraction = extractions[0] if extractions else unread_extraction(message)
        if dry_run:
            if session is not None and not await sessions.session_exists(self._database, owner, session):
                raise NotFoundError(
                    f"No session {session[:80]!r}.", field="session", remedy="Start one with startSession."
                )
            outcomes = await self._writer.preview(owner, candidates, options=options, session=session)
            previewed = observation_of(message, extraction, outcomes)
            unwritten = tuple(replace(verdict, memory=None) for verdict in previewed.statements)
            return replace(previewed, statements=unwritten, dry_run=True)
        batch = self._batch(conversation, draft, rooms, placed, passage, states, observed=True)

        def seen(written: WriteResult) -> Observation:
            told = observation_of(message, extraction, written.outcomes)
            again = tuple(
                Stage("tombstone", not written.withheld, note)
                for note in forgotten_notes(written.withheld, written.lifted)
            )
            return replace(
                told,
                stages=(*told.stages, *again),
                relations=written.relations,
                drawer=message.id,
                pointer=written.pointers.get(message.id),
            )

        answering = self._idempotent_request(asked, message.id, seen)
        written = await self._writer.write(
            owner, batch, candidates, options=options, session=session, answering=answering
        )
        told = await self._renew_last(owner, seen(written), message, earlier)
        if asked is not None and len(told.stages) > len(extraction.stages):
            await self._answers.keep(owner, asked, told, drawer=message.id, anew=True)
        came_of_it = summarise_outcomes(written.outcomes) or f"{told.stages[-1].name}: {told.stages[-1].detail}"
        self._log(owner, "learn" if deliberate else "observe", message.text, came_of_it, began)
        return told

    async def _add_forget_requests(
        self, owner: Owner, seen: Observation, conversation: Conversation, *, deliberate: bool = False
    ) -> Observation:
        """Add what the message's requests to forget may mean.
        A repeated request looks it up again, as a stored answer would keep the words of forgotten memories."""
        (session,) = conversation.sessions
        (turn,) = session.turns
        if self._forgetting is None or not may_ask(turn.role, deliberate=deliberate):
            return seen
        return replace(seen, forget=await self._forgetting.of(owner, mask_private(turn.text), conversation.key, seen))

    async def _renew_last(
        self, owner: Owner, seen: Observation, message: Message, earlier: Sequence[sessions.Message]
    ) -> Observation:
        """Restart the decay of the last memories after a bare "remember this".

        The memories are those of the last message with any.
        """
        if not asks_to_keep(message.role, message.text):
            return seen
        count = await renew_last(self._database, owner, earlier)
        told = f"{count} memories of what was said before decay anew from now"
        return replace(seen, stages=(*seen.stages, Stage("commit", count > 0, told)))

    async def _recent_messages(self, owner: Owner, session: str | None) -> list[sessions.Message]:
        return [] if session is None else await sessions.recent_messages(self._database, owner, session, CONTEXT)

    def _batch(
        self,
        conversation: Conversation,
        wing: filing.WingDraft,
        rooms: list[filing.RoomDraft],
        placed: list[PlacedTurn],
        passage: Passages | None,
        states: dict[str, filing.RoomState],
        *,
        observed: bool,
    ) -> filing.Batch:
        cursors = {room.id: RoomCursor.at(states.get(room.id)) for room in rooms}
        closets, drawers = drafts(placed, passage, self._embedder.model, cursors, conversation.key, observed=observed)
        return filing.Batch(wing, rooms, closets, drawers)

    async def _passage(self, placed: PlacedTurn) -> Passages | None:
        """The message's passage vector; None if the embedder fails, since the backfill embeds it later."""
        try:
            return await read_passages(self._embedder, [placed.embedded_text])
        except EmbeddingError:
            return None

    def _log(self, owner: Owner, op: str, input_: str, output: str, began: float) -> None:
        self._ops_log.write(Operation(op, input_, output, latency_ms=(perf_counter() - began) * 1000, owner=owner))


def _project(project: str | None) -> tuple[str, ...]:
    """Part of a request's digest: its project. Without one, requests of releases before projects match."""
    return () if project is None else (project,)
