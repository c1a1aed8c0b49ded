"""Writes a batch of turns with all memories, entities and relations made of them, in one transaction.

It locks the owner's node first. Everything that the gate reads of the owner then stays true until the commit, so that
concurrent writers neither decide twice nor deadlock. The driver repeats a transaction that lost a race; every id in it
is a digest, so repeating is harmless.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from graphmem.cognition import tagging, working_memory
from graphmem.errors import NotFoundError
from graphmem.model.audit import Verb
from graphmem.model.ids import digest
from graphmem.model.job import JobKind, JobRequest
from graphmem.model.owner_choices import MOST_RELATIONS
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.ports import Embedder, Vectors
from graphmem.services import judging
from graphmem.services.drawer_deletion import tidy
from graphmem.services.ingestion import embedding, entity_resolution
from graphmem.services.ingestion.audit_entries import note_written, verb_of
from graphmem.services.ingestion.causal_links import link_causes
from graphmem.services.ingestion.consolidation import Outcome, Plan, Planner
from graphmem.services.ingestion.draft import Candidate, WriteOptions, mentions_of
from graphmem.services.ingestion.embedding import Embedded
from graphmem.services.ingestion.neighbours import Matters, find_neighbours
from graphmem.services.ingestion.permitted_statements import split_permitted
from graphmem.services.ingestion.quarantine import hold_written, mark_held
from graphmem.services.ingestion.relation_extraction import find_relations
from graphmem.services.ingestion.review_proposals import propose_reviews
from graphmem.services.ingestion.rows import fact_row, new_memory, new_vectors, told_facts
from graphmem.services.ingestion.tombstones import FilteredCandidates, TombstoneFilter, set_correction_tombstones
from graphmem.services.owner_settings import settings_of
from graphmem.store import entities, filing, jobs, memories, relations, requests, sessions, tombstones
from graphmem.store.database import Database, Transaction
from graphmem.tracing import traced

BACKFILL = JobRequest(JobKind.BACKFILL, delay_seconds=5.0, max_attempts=200)
"""The job that embeds texts without vectors; it waits ten minutes at most, and tries for over a day."""

FEW, SHORT = 4, 2_000
"""Statements, and characters of turns, compared under the owner's lock alone: some tens of ms."""


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The result of a transaction: pointers of new drawers by id, and the outcome of every statement."""

    pointers: dict[str, str] = field(default_factory=dict)
    outcomes: tuple[Outcome, ...] = ()
    relations: int = 0
    unembedded: bool = False
    """Whether a text still lacks its vector; the BACKFILL job was then enqueued with it."""
    withheld: int = 0
    """Statements that a tombstone barred; they are among the outcomes, as skipped."""
    lifted: int = 0
    """Tombstones lifted because a person said the same again."""


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """A request to be done once; `answer` makes the stored answer from what was written."""

    request: requests.Request
    drawer: str | None
    answer: Callable[[WriteResult], str]

    async def refuse_again(self, transaction: Transaction, owner: Owner) -> None:
        """Raise AnsweredBeforeError if it was answered, InvalidInputError if its key has another request."""
        before = await requests.stored_answer(transaction, owner, self.request)
        if before is not None:
            raise requests.AnsweredBeforeError(before)

    async def keep(self, transaction: Transaction, owner: Owner, written: WriteResult) -> None:
        """Store the answer in the same transaction."""
        await requests.keep(transaction, owner, self.request, self.answer(written), drawer=self.drawer)


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The store around statements `at` a moment: neighbours of each, known entities by a mention's URI."""

    at: datetime
    near: Sequence[memories.Surroundings] = ()
    known: dict[str, tuple[entities.KnownEntity, ...]] = field(default_factory=dict)
    read: judging.Read = field(default_factory=dict)
    """The pair judge's readings of the statements and their neighbours, made by the embedder."""


class Writer:
    """Decides about statements and writes them, over one database with one embedder."""

    def __init__(self, database: Database, embedder: Embedder) -> None:
        self._database = database
        self._embedder = embedder
        self._matters = Matters(embedder)

    @traced("write")
    async def write(
        self,
        owner: Owner,
        batch: filing.Batch,
        candidates: Sequence[Candidate],
        *,
        options: WriteOptions,
        session: str | None = None,
        later: Sequence[JobRequest] = (),
        answering: IdempotentRequest | None = None,
    ) -> WriteResult:
        """File a batch of drawers with their memories, without statements of drawers filed before.

        `later` are jobs to enqueue if any drawer is new. With `answering` the request is done once: raises
        AnsweredBeforeError if it was answered before. Raises NotFoundError for an unknown session.
        """
        candidates, refused = await split_permitted(self._database, owner, session, candidates)
        sieve = TombstoneFilter(candidates, batch.drawers)
        await self._prepare(owner, candidates, sieve, [drawer.text for drawer in batch.drawers])

        async def work(transaction: Transaction, embedded: Embedded) -> WriteResult:
            opened = await filing.open_in(transaction, owner, batch)
            if answering is not None:  # under the owner's lock, which serialises two equal requests
                await answering.refuse_again(transaction, owner)
            ids = {drawer.id for drawer in opened.new}
            sifted = await sieve.sift(transaction, owner, opened.tombstone_key, ids, ids)
            opened = replace(opened, new=[drawer for drawer in opened.new if drawer.id not in sifted.turns])
            size = sum(len(drawer.text) for drawer in opened.new)
            opened.holding.require_room(self._database.quota, len(opened.new), size)
            async with self._prefetch(owner, sifted.kept) as task:
                pointers = await filing.file_in(transaction, owner, opened)
                if session is not None and not await sessions.touch(
                    transaction, owner, session, datetime.now(UTC), len(pointers)
                ):
                    raise NotFoundError(
                        f"No session {session[:80]!r}.", field="session", remedy="Start one with startSession."
                    )
                met = await task
            written = await self._remember(transaction, owner, sifted, met, options, session, embedded)
            unembedded = written.unembedded or any(drawer.embedding is None for drawer in opened.new)
            # Late, so that locks on jobs are held briefly.
            for wanted in (*(later if pointers else ()), *((BACKFILL,) if unembedded else ())):
                await jobs.enqueue_in(transaction, owner, wanted)
            outcomes = (*written.outcomes, *(one for one in refused if one.candidate.message.id in ids))
            written = replace(written, outcomes=outcomes, pointers=pointers, unembedded=unembedded)
            if pointers:
                verb = verb_of(options.write_source, later)
                await note_written(transaction, owner, verb, written.outcomes, pointers)
            if answering is not None:
                await answering.keep(transaction, owner, written)
            return written

        return await embedding.write(self._database, self._embedder, work)

    @traced("write")
    async def remember(
        self,
        owner: Owner,
        drawers: Sequence[str],
        candidates: Sequence[Candidate],
        *,
        options: WriteOptions,
        session: str | None = None,
    ) -> WriteResult:
        """Write the memories of filed but unread drawers, and mark these as read.

        A `session` that has not ended gets the memories into its working memory.
        """
        candidates, refused = await split_permitted(self._database, owner, session, candidates)
        sieve = TombstoneFilter(candidates)
        await self._prepare(owner, candidates, sieve, [candidate.message.text for candidate in candidates])

        async def work(transaction: Transaction, embedded: Embedded) -> WriteResult:
            await filing.lock(transaction, owner)
            unread = await filing.mark_observed(transaction, owner, drawers)
            key = await tombstones.known_key(transaction, owner)
            sifted = await sieve.sift(transaction, owner, key, unread)
            met = await self._read_neighbourhood(owner, sifted.kept)
            written = await self._remember(transaction, owner, sifted, met, options, session, embedded)
            if written.unembedded:
                await jobs.enqueue_in(transaction, owner, BACKFILL)
            if unread:
                await note_written(transaction, owner, Verb.READ, written.outcomes)
            return replace(written, outcomes=(*written.outcomes, *refused))

        return await embedding.write(self._database, self._embedder, work)

    async def preview(
        self, owner: Owner, candidates: Sequence[Candidate], *, options: WriteOptions, session: str | None = None
    ) -> tuple[Outcome, ...]:
        """The outcomes that these statements would have now; writes and locks nothing."""
        candidates, refused = await split_permitted(self._database, owner, session, candidates)
        key = await tombstones.known_key(self._database, owner)
        sieve = TombstoneFilter(candidates)
        sifted = await sieve.sift(self._database, owner, key, {candidate.message.id for candidate in candidates})
        candidates = sifted.kept
        await mark_held(self._database, owner, candidates)
        await self._matters.embed(candidates)
        met = await self._read_neighbourhood(owner, candidates)
        judge = judging.Judge(self._embedder.model, met.read)
        planner = Planner(owner, self._embedder.model, options, datetime.now(UTC), judge)
        decided = await asyncio.to_thread(_make_plan, planner, candidates, met)
        return (*decided.outcomes, *sifted.withheld, *refused)

    async def _prepare(
        self, owner: Owner, candidates: Sequence[Candidate], sieve: TombstoneFilter, texts: Sequence[str]
    ) -> None:
        """Embed matters before the lock, and read neighbours and tombstones of more than FEW statements.
        The embedder's cache then serves the pair judge inside the transaction. Few are read under the lock alone."""
        await self._matters.embed(candidates)
        if len(candidates) > FEW or sum(map(len, texts)) > SHORT:
            await asyncio.gather(self._read_ahead(owner, candidates), sieve.prepare(self._database, owner))

    async def _read_ahead(self, owner: Owner, candidates: Sequence[Candidate]) -> None:
        if candidates and judging.heads_of(self._embedder.model) is not None:
            now = datetime.now(UTC)
            near = await find_neighbours(self._database.leader, owner, candidates, now, self._matters)
            await self._read(candidates, near)

    async def _remember(
        self,
        transaction: Transaction,
        owner: Owner,
        sifted: FilteredCandidates,
        met: Neighbourhood,
        options: WriteOptions,
        session: str | None,
        embedded: Embedded,
    ) -> WriteResult:
        await tidy(transaction, owner, await sifted.settle(transaction, owner, met.at))
        candidates, withheld = sifted.kept, len(sifted.withheld)
        if not candidates:
            return WriteResult(outcomes=sifted.withheld, withheld=withheld)
        await mark_held(self._database, owner, candidates)
        judge = judging.Judge(self._embedder.model, met.read)
        planner = Planner(owner, self._embedder.model, options, met.at, judge)
        plan = await asyncio.to_thread(_make_plan, planner, candidates, met)
        vectors = await new_vectors(plan, embedded)
        complete = await self._write_memories(transaction, owner, plan, options, vectors)
        await self._write_entities(transaction, owner, plan, met)
        replaced = {one.target for one, _ in plan.relations if one.type is RelationType.SUPERSEDES}
        await entities.end(transaction, owner, replaced, met.at)
        linked = await self._write_relations(transaction, owner, plan, candidates, met, judge)
        await self._capture(transaction, owner, plan)
        if session is not None:
            await self._hold(transaction, owner, plan, session, met.at)
        outcomes = (*await hold_written(transaction, owner, plan.outcomes, plan.drafts), *sifted.withheld)
        return WriteResult({}, outcomes, linked, not complete, withheld, len(sifted.lifted))

    @asynccontextmanager
    async def _prefetch(self, owner: Owner, candidates: list[Candidate]) -> AsyncIterator[asyncio.Task[Neighbourhood]]:
        """Read the candidates' neighbourhood while the transaction that holds the owner's lock files."""
        task = asyncio.create_task(self._read_neighbourhood(owner, candidates))
        try:
            yield task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _read_neighbourhood(self, owner: Owner, candidates: Sequence[Candidate]) -> Neighbourhood:
        """The candidates' neighbourhood in the store, unchanged as long as the owner's lock is held."""
        now = datetime.now(UTC)
        if not candidates:
            return Neighbourhood(now)
        near, known = await asyncio.gather(
            find_neighbours(self._database.leader, owner, candidates, now, self._matters),
            entities.candidates(self._database.leader, owner, mentions_of(candidates)),
        )
        return Neighbourhood(now, near, known, await self._read(candidates, near))

    async def _read(self, candidates: Sequence[Candidate], near: Sequence[memories.Surroundings]) -> judging.Read:
        """The pair judge's readings of statements, their neighbours, relatives and named memories."""
        floor = judging.floor(self._embedder.model)
        beside = [one.text for around in near for one in around.near[: judging.NEAREST] if one.cosine >= floor]
        beside += [one.text for around in near for one in around.relatives[: judging.RELATED]]
        beside += [
            one.text
            for candidate, around in zip(candidates, near, strict=True)
            for one in (*around.near[judging.NEAREST :], *around.named)
            if one.id in candidate.touched
        ]
        own = [candidate.statement.text for candidate in candidates] if beside or len(candidates) > 1 else []
        return await judging.read_states(self._embedder, [*own, *beside])

    async def _write_memories(
        self,
        transaction: Transaction,
        owner: Owner,
        plan: Plan,
        options: WriteOptions,
        vectors: Sequence[Vectors | None],
    ) -> bool:
        """Write a plan's memories; return whether all have vectors. `vectors` are those of revised texts."""
        await memories.create(
            transaction,
            owner,
            [new_memory(draft, options, self._embedder.model) for draft in plan.drafts.values()],
        )
        await memories.reinforce(transaction, owner, plan.reinforced)
        await memories.revise(
            transaction,
            owner,
            [
                memories.Revised(
                    revision.id,
                    digest(revision.id, "version", revision.text),
                    revision.text,
                    revision.lesson,
                    None if vector is None else vector.tolist(),
                    revision.drawers,
                    revision.quote,
                    revision.now,
                    revision.recurrence,
                    revision.valid_until,
                )
                for revision, vector in zip(plan.revisions.values(), vectors, strict=True)
            ],
        )
        await set_correction_tombstones(transaction, owner, plan.closed, options.write_source.value)
        await memories.close(transaction, owner, plan.closed)
        return all(vector is not None for vector in (*(draft.vector for draft in plan.drafts.values()), *vectors))

    async def _write_entities(self, transaction: Transaction, owner: Owner, plan: Plan, met: Neighbourhood) -> None:
        said = [outcome for outcome in plan.outcomes if outcome.memory is not None]
        stated = [(outcome, fact) for outcome in said for fact in told_facts(outcome)]
        mentions = [mention for outcome in said for mention in outcome.candidate.statement.entities]
        mentions += [end for _, fact in stated for end in (fact.subject, fact.object)]
        if not mentions:
            return
        pairs = [
            (outcome.memory, mention.uri)
            for outcome in said
            if outcome.memory is not None
            for mention in outcome.candidate.statement.entities
        ]
        speakers = {
            mention.uri: outcome.candidate.message.speaker
            for outcome in said
            for mention in outcome.candidate.statement.entities
        }
        rows = entity_resolution.rows(mentions, met.known, speakers)
        await entities.merge(transaction, owner, rows, pairs, met.at)
        await entities.state(transaction, owner, [fact_row(outcome, fact) for outcome, fact in stated], met.at)

    async def _write_relations(
        self,
        transaction: Transaction,
        owner: Owner,
        plan: Plan,
        candidates: list[Candidate],
        met: Neighbourhood,
        judge: judging.Judge,
    ) -> int:
        # A verdict takes a millisecond and a batch may need hundreds, so they leave the event loop.
        found = await asyncio.to_thread(find_relations, plan, self._embedder.model, judge, candidates, met.near)
        kept = await propose_reviews(transaction, owner, plan, found, met.at)
        capacity = (await settings_of(self._database, owner)).of(None).capacity
        return await relations.link(transaction, owner, kept, met.at, limit=MOST_RELATIONS[capacity])

    async def _capture(self, transaction: Transaction, owner: Owner, plan: Plan) -> None:
        for draft in plan.drafts.values():
            message = draft.candidate.message
            if message.session is not None and draft.strength.importance >= tagging.CAPTURED_FROM:
                await memories.capture(
                    transaction,
                    owner,
                    session=message.session,
                    now=message.said_at,
                    factor=tagging.CAPTURED_STABILITY,
                )

    async def _hold(self, transaction: Transaction, owner: Owner, plan: Plan, session: str, now: datetime) -> None:
        """Put the new memories into the session's working memory, evicting the most faded ones."""
        said = {outcome.memory: outcome.importance for outcome in plan.outcomes if outcome.memory is not None}
        if not said:
            return
        if (rows := await sessions.working_set(transaction, owner, session)) is None:
            return  # the session ended before its messages were read
        held: tuple[working_memory.Item, ...] = tuple(
            working_memory.Item(row.memory, row.importance, row.access_count, row.last_accessed_at) for row in rows
        )
        evicted: set[str] = set()
        for memory, importance in said.items():
            held, gone = working_memory.put(held, working_memory.Item(memory, importance, 1, now), now=now)
            evicted |= {item.memory_id for item in gone}
        kept = {item.memory_id for item in held} & set(said)
        await sessions.hold(transaction, owner, session, sorted(kept), sorted(evicted), now)


def _make_plan(planner: Planner, candidates: Sequence[Candidate], met: Neighbourhood) -> Plan:
    """Plan every candidate with its neighbourhood."""
    for candidate, around in zip(candidates, met.near, strict=True):
        planner.add(candidate, around.near, around.further, around.stated, around.named)
    link_causes(planner.plan)
    return planner.plan
