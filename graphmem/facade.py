"""GraphMem, the one facade: it opens all parts in order and closes them in reverse order.

This is the only place where rooms are wired together: server, embedder, schema, and the services over them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any, cast

from graphmem import opening, tracing
from graphmem.config import Settings, load_settings
from graphmem.model.erasure import Receipt
from graphmem.model.palace import Actor, Owner, PlacedDrawer, Pointer
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Conversation
from graphmem.model.usage import DailyUsage, Usage
from graphmem.opened import OnePlace, Placing, Whose
from graphmem.owned import OwnedMemory
from graphmem.ports import Chat, Embedder, Progress, UsageSink, silent
from graphmem.providers.batch_state import forget_batches
from graphmem.providers.cache import CachedEmbedder
from graphmem.providers.factory import open_chat
from graphmem.providers.usage import UsageCounter
from graphmem.providers.webhook import Poster
from graphmem.server import RunningServer, damaged
from graphmem.services.amendments import Amendments
from graphmem.services.archive.archives import Archives
from graphmem.services.audit import Audit
from graphmem.services.backfill import backfill_all, reindex
from graphmem.services.background import Background
from graphmem.services.contributions import WITHDRAWN, Contributions
from graphmem.services.entities import Entities
from graphmem.services.forget_requests import ForgetRequests
from graphmem.services.ingestion.documents import MinedFile, mine_document, mine_file
from graphmem.services.ingestion.memory_import import MemoryImporter
from graphmem.services.ingestion.mine import Miner, MineReport
from graphmem.services.ingestion.model_trial import examine_model, trial_problem
from graphmem.services.ingestion.observe import Observer
from graphmem.services.ingestion.recorder import Recorder
from graphmem.services.ingestion.reform import Reformer, Reforming
from graphmem.services.ingestion.submission import read_submission
from graphmem.services.keys import Keys
from graphmem.services.late_interaction import axes_of
from graphmem.services.lifecycle.diary import Diary
from graphmem.services.lifecycle.dreams import Dreams
from graphmem.services.lifecycle.model_words import ModelWords
from graphmem.services.memories import Memories
from graphmem.services.model_calls import Asker
from graphmem.services.ops_log import OpsLog
from graphmem.services.owner_settings import SettingsService, lets_model_read
from graphmem.services.owner_settings import forget as forget_settings
from graphmem.services.readiness import Readiness, readiness
from graphmem.services.retrieval.across_spaces import SpaceRecall
from graphmem.services.retrieval.activation import Activator
from graphmem.services.retrieval.model_help import help_of
from graphmem.services.retrieval.options import DEFAULT, RecallOptions
from graphmem.services.retrieval.outcomes import Outcomes
from graphmem.services.retrieval.procedures import Procedures
from graphmem.services.retrieval.query_hits import QueryHits
from graphmem.services.retrieval.recall import Recall
from graphmem.services.retrieval.reinforcement import Learner
from graphmem.services.retrieval.situations import messages_of
from graphmem.services.retrieval.traversal import Explorer
from graphmem.services.retrieval.turn_search import TurnHits
from graphmem.services.reviews import Reviews
from graphmem.services.sessions import Sessions
from graphmem.services.sharing import Sharing
from graphmem.services.spaces import Spaces
from graphmem.services.text_caches import forget_texts
from graphmem.services.usage import UsageLedger
from graphmem.services.webhooks import Webhooks
from graphmem.services.workflows import Workflows
from graphmem.store import palace, schema, tenants
from graphmem.store.database import Database
from graphmem.store.doctor import Finding, examine, of_downloads
from graphmem.store.list_sizes import ListSizes
from graphmem.store.memory_walks import Walks
from graphmem.store.palace import Browse
from graphmem.store.pulse import Pulse


class GraphMem:
    """Long-term memory of any number of owners. Use `async with GraphMem.open() as memory:`.

    `ada = memory.owner("ada")` is one owner's memory with every verb of daily use. The verbs here take the owner;
    without one it is the settings' (`GRAPHMEM_OWNER`, "local").
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        embedder: CachedEmbedder,
        usage: UsageCounter,
        browser_url: str | None = None,
        *,
        ledger: UsageLedger | None = None,
        ops_log: OpsLog | None = None,
        chat: Chat | None = None,
        pulse: Pulse | None = None,
    ) -> None:
        self.database, self.embedder, self.usage = database, embedder, usage
        self.ledger = ledger or UsageLedger(database)
        self.pulse, self.ops_log = pulse or Pulse(), ops_log or OpsLog(None)
        self.settings, self.browser_url, self.actor = settings, browser_url, Actor("library")
        self.owner_settings, self.audit = SettingsService(database), Audit(database)
        self.browse, self.sizes, self.walks = Browse(database), ListSizes(database), Walks(database)
        self.memories, self.keys = Memories(database, self.ops_log), Keys(database)
        self.tombstones, self.amendments = self.memories.tombstones, Amendments(database, embedder)
        self.reviews, self.entities = Reviews(database), Entities(database)
        self.sessions, self.spaces = Sessions(database), Spaces(database)
        how: Any = {"allows": partial(lets_model_read, database), "tries": settings.chat_trial}
        asker = self.asker = None if chat is None else Asker(chat, self.ops_log, self.ledger.sink, **how)
        quiet = Recall(database, embedder)  # asks no model and leaves nothing behind
        self.observer = Observer(database, embedder, asker, self.ops_log, ForgetRequests(database, quiet))
        self._miner = Miner(database, embedder, asker, self.ops_log)
        self.importer = MemoryImporter(self.observer, self._miner)
        self.learner = Learner(database, self.ops_log)
        self.contributions = Contributions(database, self.observer, self.memories, self.spaces)
        self.sharing = Sharing(database, self.contributions, self.ledger)
        help_, words = help_of(settings, asker, trial_problem), None if asker is None else ModelWords(asker)
        self._recall = SpaceRecall(database, embedder, quiet, self.learner, help_, self.ops_log, self.sharing)
        self.explorer, self.diary, self.outcomes = Explorer(database), Diary(database), Outcomes(database, self.learner)
        self.procedures, self.recorder = Procedures(database, embedder), Recorder(database, embedder, self.ops_log)
        self.workflows = Workflows(database, self.recorder)
        self.activator = Activator(database, self._recall, self.procedures, self.learner, self.sharing)
        self.hot, self.prospective = self._recall.hot, self._recall.prospective
        self.dreams = Dreams(database, self._recall.hot.forget, recall=quiet, words=words)
        self.webhooks = Webhooks(database, Poster(private=settings.webhook_private), private=settings.webhook_private)
        self.background = Background(
            database, embedder, self._miner, self.observer, self.sessions, self.dreams, self.webhooks,
            dream_schedule=settings.dream_schedule, rehearsal_schedule=settings.rehearsal_schedule,
            time_zone=settings.zone, workflows=self.workflows,
        )  # fmt: skip
        self.archives = Archives(database, embedder, self._recall.forget, self.background.close_cut_off)
        self.jobs, self.schedules = self.background.jobs, self.background.schedules
        self.placing: Placing = OnePlace()  # of several databases: the finder of an owner's
        self.warm: bool | None = None  # whether the first recall was tried, if a server tries it

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        settings: Settings | None = None,
        *,
        embedder: Embedder | None = None,
        chat: Chat | None = None,
        progress: Progress = silent,
        check_embedder: bool = True,
    ) -> AsyncIterator[GraphMem]:
        """Start (or find) Neo4j, open the embedder, prepare the schema; undo all of it at the end.

        A caller's `embedder` or `chat` model goes before the settings' own, and the caller closes it.
        `check_embedder=False` opens a store with another embedder's vectors, which only `reindex` may do.
        """
        settings = settings or load_settings()
        if settings.otel:
            tracing.begin()
        usage = UsageCounter()
        sinks: list[UsageSink] = [usage]

        def count(report: Usage) -> None:
            for sink in sinks:
                sink(report)

        pulse = Pulse()
        async with AsyncExitStack() as stack:
            if chat is None and (own_chat := open_chat(settings, usage)) is not None:
                stack.push_async_callback(own_chat.aclose)
                chat = own_chat
            # The JVM and the model start side by side; each takes seconds, neither needs the other.
            opened = await asyncio.gather(
                opening.server_of(settings, stack, pulse, progress),
                opening.embedder_of(settings, stack, count, progress, given=embedder),
                return_exceptions=True,  # so that both have ended, and are closed, if one failed
            )
            for outcome in opened:
                if isinstance(outcome, BaseException):
                    raise outcome
            server, embeds = cast("tuple[RunningServer | None, CachedEmbedder]", tuple(opened))
            database = await opening.database_of(settings, server)
            stack.push_async_callback(opening.in_time, pulse, database.aclose)
            if check_embedder:
                if embedder is None and (own := await opening.embedder_of_store(settings, database)) is not None:
                    settings = settings.model_copy(update={"embedder": own})
                    embeds = await opening.embedder_of(settings, stack, count, progress)
                record = schema.EmbedderRecord(embeds.model, embeds.dimensions)
                await schema.migrate(database, record, progress)
            opening.watch(settings, server, database, pulse, stack)
            ledger, ops_log = UsageLedger(database), OpsLog(settings.ops_log)
            sinks.append(ledger.embedded)
            stack.push_async_callback(asyncio.to_thread, ops_log.close)
            stack.push_async_callback(
                opening.in_time, pulse, partial(opening.ended, asyncio.create_task(ledger.run(), name="usage"))
            )
            memory = cls(
                settings, database, embeds, usage, f"{server.http_url}/browser/" if server else None,
                ledger=ledger, ops_log=ops_log, chat=chat, pulse=pulse,
            )  # fmt: skip
            stack.push_async_callback(opening.in_time, pulse, memory.learner.drain)
            if check_embedder:
                await memory.background.close_cut_off()
            yield memory

    def owner(self, name: Whose = None) -> OwnedMemory:
        """The memory of the named owner, or of the settings' owner: a handle with the verbs of daily use.
        It is valid until the owner is erased; take a new one afterwards. InvalidInputError for an invalid name.
        """
        if not isinstance(name, Owner):
            name = Owner.named(self.settings.owner if name is None else name, self.actor)
        return OwnedMemory(name, self)

    async def recall(
        self, query: str, *, owner: Whose = None, limit: int = 10, options: RecallOptions | None = None
    ) -> RecallResult:
        """The memories and turns that answer `query` best, with reasons. See `services.recall.Recall.recall`.

        `options` say more than a limit, and go before it.
        """
        return await self._recall.recall(self.owner(owner), query, options or RecallOptions(limit=limit))

    async def query_hits(self, query: str, *, owner: Whose = None, options: RecallOptions = DEFAULT) -> QueryHits:
        """The hits of a question before its block is made; see `services.recall.Recall.query_hits`."""
        return await self._recall.query_hits(self.owner(owner), query, options)

    async def context_for(
        self, messages: Sequence[Mapping[str, object]], *, owner: Whose = None, options: RecallOptions = DEFAULT
    ) -> RecallResult:
        """The block for the next turn of a conversation, given its last messages in a chat API's form.

        With `options.session`, memories shown in it are not shown again. See `services.recall.Recall.recall_for`.
        """
        return await self._recall.recall_for(self.owner(owner), messages_of(messages), options)

    async def turn_hits(self, query: str, *, owner: Whose = None, options: RecallOptions = DEFAULT) -> list[TurnHits]:
        """The retrievers' hits on turns before their ranking; see `services.recall.Recall.turn_hits`."""
        return await self._recall.turn_hits(self.owner(owner), query, options)

    async def mine(
        self,
        conversation: Conversation,
        *,
        owner: Whose = None,
        wing: str | None = None,
        memories: bool = True,
        progress: Progress = silent,
        idempotency_key: str | None = None,
    ) -> MineReport:
        """File a conversation verbatim, with its memories, once. See `services.mine.Miner.mine`."""
        return await self._miner.mine(
            self.owner(owner), conversation, wing=wing, memories=memories, progress=progress,
            idempotency_key=idempotency_key,
        )  # fmt: skip

    async def mine_turns(
        self,
        title: str,
        turns: Sequence[Mapping[str, object]],
        *,
        owner: Whose = None,
        wing: str | None = None,
        key: str | None = None,
        idempotency_key: str | None = None,
    ) -> MineReport:
        """File turns as mappings of `text`, `speaker` or `role`, and optionally `time` and `id`.

        The same `key` (made from the title and the first turn when missing) continues the same conversation; turns
        filed before are skipped. The notes name the rejected parts of turns. Raises InvalidInputError.
        """
        submission = read_submission(title=title, turns=turns, key=key, wing=wing)
        notes = tuple(f"Turn {turn.index}: {turn.reason}" for turn in submission.rejected)
        if submission.conversation is None:
            return MineReport(key or title, title, notes=notes)
        report = await self.mine(submission.conversation, owner=owner, idempotency_key=idempotency_key)
        return replace(report, notes=(*notes, *report.notes))

    async def mine_document(self, name: str, data: bytes | None, *, owner: Whose = None, **how: Any) -> MineReport:
        """File a document or feed by its bytes; see `services.ingestion.documents.mine_document` for `how`."""
        return await mine_document(self._miner, self.owner(owner), name, data, **how)

    async def mine_file(self, path: Path, *, owner: Whose = None, **how: Any) -> MinedFile:
        """File a transcript, document or feed; see `services.ingestion.documents.mine_file` for `how`."""
        return await mine_file(self._miner, self.owner(owner), path, **how)

    async def drawer(self, pointer: str, *, owner: Whose = None) -> PlacedDrawer:
        """The drawer that an AAAK pointer cites."""
        return await palace.drawer(self.database, self.owner(owner), Pointer.parse(pointer))

    async def counts(self, *, owner: Whose = None) -> tenants.OwnerCounts:
        """The numbers of the owner's turns and memories."""
        return await tenants.counts(self.database, self.owner(owner))

    async def erase(self, *, owner: str, progress: Progress = silent) -> Receipt:
        """Erase all data of an owner for good and return a receipt.

        The bearer keys, the lines of the ops log and this process's caches go, too. The receipt names the parts that it
        does not reach. Raises GraphMemError if only the ops log could not be rewritten, OwnerMovedError for an owner
        who moves just now.
        """
        erased = Owner.named(owner)
        await self.placing.require_here(erased)
        self.ledger.forget(erased)
        withdrawn = await self.contributions.withdraw(erased)
        removed = await tenants.erase(self.database, erased, progress) | ({WITHDRAWN: withdrawn} if withdrawn else {})
        await self.placing.erased(erased)
        self.keys.withdrawn()
        self.ledger.forget(erased)  # usage counted meanwhile
        self._recall.forget(erased)
        self.dreams.forget(erased)
        forget_settings(self.database, erased)
        self.embedder.clear()
        await asyncio.to_thread(forget_texts)
        await asyncio.to_thread(forget_batches, self.settings.home, erased.key)
        await asyncio.to_thread(self.ops_log.erase, erased, datetime.now(UTC))
        return Receipt(erased.name, erased.key, datetime.now(UTC), removed)

    async def usage_report(
        self, owner: Owner, since: date | None = None, until: date | None = None
    ) -> list[DailyUsage]:
        """The costs of the owner's model calls, by day (UTC), source and model.

        `until` is excluded; a missing bound leaves that side open. Sums not written yet are included.
        """
        return await self.ledger.report(owner, since=since or date.min, until=until or date.max)

    async def backfill(self, *, owner: Whose = None, progress: Progress = silent) -> int:
        """Add missing embeddings and token states, and return their number."""
        return await backfill_all(self.database, self.embedder, self.owner(owner), progress)

    async def reform(
        self, *, owner: Whose = None, everyone: bool = False, dry_run: bool = False, progress: Progress = silent
    ) -> dict[str, Reforming]:
        """Rebuild the rule-made memories of an owner, or of `everyone`, from their drawers; by owner's name."""
        reformer = Reformer(self.database, self.embedder)
        owners = [one for one, _ in await tenants.all_owners(self.database)] if everyone else [self.owner(owner)]
        return {one.name: await reformer.reform(one, dry_run=dry_run, progress=progress) for one in owners}

    def forget_cached_queries(self) -> None:
        """Empty the query cache, as at the end of a session, or to measure the cost of a new question."""
        self.embedder.clear()

    async def reindex(self, *, schema_only: bool = False, progress: Progress = silent) -> int:
        """Rebuild the indexes and embed the data of every owner with the configured embedder.

        With `schema_only` it only creates missing parts of the schema. Returns the number of embedded drawers.
        """
        if schema_only:
            await schema.rebuild(self.database, None, progress)
            return 0
        return await reindex(self.database, self.embedder, progress)

    async def outline(self, *, owner: Whose = None) -> list[dict[str, Any]]:
        """Wings with their rooms, at most 100 of each, for a first look."""
        return await palace.outline(self.database, self.owner(owner))

    async def doctor(self, progress: Progress = silent, *, repair: bool = False, model: bool = True) -> list[Finding]:
        """Check the graph's invariants, its size, the chat model and the downloads; `repair` mends safe cases."""
        known = (await opening.store_bytes(self.settings), axes_of(self.embedder.model))
        found = await examine(self.database, progress, *known, repair=repair)
        found += await examine_model(self.asker if model else None, self.owner())
        return [*found, of_downloads(await asyncio.to_thread(damaged, self.settings))]

    async def readiness(self) -> Readiness:
        """Whether requests can be served now; never raises the failures that it reports."""
        return (await readiness(self.database)).beside(self.background.works).tried(self.warm)

    async def health(self, *, owner: Whose = None) -> dict[str, Any]:
        """The state of server and models, the owner's sizes and jobs, and this process's fallbacks."""
        counts = await self.counts(owner=owner)
        jobs = await self.jobs.counts(self.owner(owner))
        await schema.check_indexes(self.database)
        return {
            "neo4j": await self.database.server_version(),
            "address": self.database.address.uri,
            "embedder": self.embedder.model,
            "dimensions": self.embedder.dimensions,
            "schema": "ok",
            "owner": self.owner(owner).name,
            "wings": counts.wings,
            "drawers": counts.drawers,
            "pending_embeddings": counts.pending,
            "chat": None if self.asker is None else self.asker.state,
            "worker": _WORKER[self.background.works],
            "jobs_waiting_seconds": jobs.waiting_seconds,
            "jobs_open": jobs.open,
            "jobs_failed": jobs.failed,
            "jobs_dead": jobs.dead,
            "fallbacks": self.ops_log.fallbacks,
            "ops_log_dropped": self.ops_log.dropped,
        }


_WORKER = {True: "works", False: "stalled", None: "none in this process: a running server does the jobs"}
