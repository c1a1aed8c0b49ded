"""Recall: from a question to the memories and turns that answer it, each with the reason it was chosen.

    question → gate → router → parts → vector → memory arms + graph | turn arms → RRF → signals → best → context

Memories are weighed by a profile of signals, turns by relevance; a memory may speak for the turns it was made from. No
model is asked to write anything; one may route questions or order hits where the settings say so.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np

from graphmem.errors import EmbeddingError
from graphmem.language.coverage import wanted
from graphmem.language.query import names_in, query_terms, unnamed
from graphmem.language.question import understand
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.question import Intent, Understood
from graphmem.model.recall import MemoryHit, RecallResult, Strategy
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ops_log import OpsLog
from graphmem.services.retrieval import memory_evidence, turn_retrievers, turn_scoring, turn_search
from graphmem.services.retrieval.context import Context, render
from graphmem.services.retrieval.cross_language import reading_of
from graphmem.services.retrieval.hot_tier import HotTier
from graphmem.services.retrieval.memory_retrievers import Promised
from graphmem.services.retrieval.memory_search import NOTHING, Remembered, choose, remember
from graphmem.services.retrieval.model_help import ModelHelp
from graphmem.services.retrieval.options import DEFAULT, Options, check
from graphmem.services.retrieval.recall_log import operation
from graphmem.services.retrieval.reinforcement import Learner
from graphmem.services.retrieval.speakers import People
from graphmem.services.retrieval.verbatim_turns import quotes
from graphmem.services.scope import covers
from graphmem.services.text_judging import TextHeads, heads_of
from graphmem.services.usage import paid_by
from graphmem.store import recall as arms
from graphmem.store import tenants
from graphmem.store.database import Database


@dataclass(slots=True)
class _Search:
    """One question on its way through the stages."""

    owner: Owner
    understood: Understood
    options: Options
    terms: tuple[str, ...]
    heads: TextHeads | None = None
    """Say what is asked once the question's vector is there; None where a model said it."""
    latency: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage in milliseconds."""
        since = perf_counter()
        yield
        self.latency[name] = round((perf_counter() - since) * 1000, 2)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one question found."""

    turns: turn_scoring.Ranked = turn_scoring.NOTHING
    memories: tuple[MemoryHit, ...] = ()
    strategy: Strategy = Strategy.NONE


class Recall:
    """Answers questions over one database with one embedder. Of owners it keeps for a while which memories are hot
    and who speaks."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        learner: Learner | None = None,
        help_: ModelHelp | None = None,
        ops_log: OpsLog | None = None,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._learner = learner
        self._help = help_
        self._ops_log = ops_log or OpsLog(None)
        self.hot = HotTier(database)
        self._people = People(database)

    async def recall(self, owner: Owner, query: str, options: Options = DEFAULT) -> RecallResult:
        """What the owner's memory answers: at most `limit` turns and as many memories.

        Small talk, a blank query, an empty store and an embedder that is down all give a proper result with a note;
        only options or a query out of bounds raise InvalidInputError.
        """
        check(query, options)
        notes: list[str] = []
        by_rules = understood = _understood(query, options)
        if self._help is not None and options.has("router"):
            understood = await self._help.understood(owner, understood, notes)
        heads = heads_of(self._embedder.model) if understood is by_rules else None
        search = _Search(owner, understood, options, query_terms(query, understood.language), heads, notes=notes)
        with search.stage("total"), paid_by(owner):
            answer = await self._answered(search)
            if self._help is not None:
                ordered = await self._help.ordered(owner, query, answer.memories, notes)
                answer = replace(answer, memories=ordered)
            understood = search.understood
            hot = await self._hot(owner, understood, options)
        block = _block(search, answer, hot)
        if options.touch and self._learner is not None:
            # What is too unsure to be shown must not grow stronger by being found.
            self._learner.note(owner, [hit.memory for hit in answer.memories if hit.memory.id in block.shown])
        result = RecallResult(
            query=query,
            hits=answer.turns.hits,
            language=understood.language.value,
            strategy=answer.strategy,
            terms=search.terms,
            candidates=answer.turns.candidates,
            latency_ms=search.latency,
            notes=tuple(search.notes),
            memories=answer.memories,
            intent=understood.intent,
            intent_reason=understood.intent_reason,
            skipped=understood.skip,
            sub_queries=understood.sub_queries,
            expansions=understood.expansions if options.has("hyde") else (),
            context=block.text,
        )
        self._ops_log.write(operation(owner, result, block))
        return result

    async def gathered(self, owner: Owner, query: str, options: Options = DEFAULT) -> list[turn_search.Arms]:
        """What `recall` would order turns by, for each part of the question; empty where it would search for nothing.

        Nothing is written or learned, and no model is asked. Raises InvalidInputError as `recall` does.
        """
        check(query, options)
        understood = _understood(query, options)
        heads = heads_of(self._embedder.model)
        search = _Search(owner, understood, options, query_terms(query, understood.language), heads)
        counts = await tenants.counts(self._database, owner)
        if not query.strip() or understood.skip or counts.drawers == 0:
            return []
        found = []
        for one in _parts(search):
            async with self._promised(one) as vector:
                found.append((await self._arms(one, counts, vector))[1])
        return found

    def forget(self, owner: Owner) -> None:
        """Keep nothing of the owner here."""
        self.hot.forget(owner)
        self._people.forget(owner)

    async def _hot(self, owner: Owner, understood: Understood, options: Options) -> tuple[Memory, ...]:
        """What is shown with every answer about the present, as far as it concerns the file asked about."""
        if understood.skip or not options.as_of.is_present:
            return ()
        return tuple(memory for memory in await self.hot.memories(owner) if covers(memory.scope, options.path))

    async def _answered(self, search: _Search) -> _Answer:
        if not search.understood.query.strip():
            search.notes.append("The query is empty.")
            return _Answer()
        if search.understood.skip:
            search.notes.append(f"Nothing is asked: {search.understood.skip_reason}.")
            return _Answer()
        searches = _parts(search)
        if len(searches) < 2:
            return await self._asked(search)
        answers = await asyncio.gather(*(self._asked(one) for one in searches))
        first = searches[0].understood
        search.understood = replace(
            search.understood, intent=first.intent, intent_reason=first.intent_reason, hyde_kind=first.hyde_kind
        )
        search.notes += dict.fromkeys(note for one in searches for note in one.notes)
        search.latency |= {
            name: max(one.latency.get(name, 0.0) for one in searches) for one in searches for name in one.latency
        }
        return _joined(answers, search.options.limit)

    async def _asked(self, search: _Search) -> _Answer:
        """One question through all arms."""
        # Words, names and what the session has in mind are looked for while the question is embedded.
        async with self._promised(search) as vector:
            return await self._in_arms(search, vector)

    @asynccontextmanager
    async def _promised(self, search: _Search) -> AsyncIterator[Promised]:
        """The query's vector while it is being made; it is not left behind when an arm fails."""
        vector = asyncio.ensure_future(self._vector(search))
        try:
            yield vector
        finally:
            vector.cancel()
            await asyncio.gather(vector, return_exceptions=True)

    async def _in_arms(self, search: _Search, vector: Promised) -> _Answer:
        counts = await tenants.counts(self._database, search.owner)
        if counts.drawers == 0:
            await vector  # a broken embedder is told by an empty memory, too
            search.notes.append("Nothing is remembered yet: mine a conversation first.")
            return _Answer()
        if counts.pending:
            search.notes.append(f"{counts.pending} turns wait for their embedding and are found by their words only.")
        remembered, found = await self._arms(search, counts, vector)
        if search.understood.skip:
            search.notes.append(f"Nothing is asked: {search.understood.skip_reason}.")
            return _Answer()
        turns, chosen = await asyncio.gather(
            self._turns(search, found), choose(self._database, search.owner, remembered.ranked, search.options)
        )
        strategy = Strategy.WHOLE if counts.drawers <= turn_retrievers.WHOLE_UP_TO else Strategy.POOL
        return _Answer(turns, chosen, strategy)

    async def _arms(
        self, search: _Search, counts: tenants.OwnerCounts, vector: Promised
    ) -> tuple[Remembered, turn_search.Arms]:
        """What every arm found, with the memories' voice among those for turns."""
        remembered, hits = await asyncio.gather(
            self._remembered(search, counts, vector), self._turn_arms(search, counts, vector)
        )
        if search.options.has("evidence") and remembered.candidates:
            hits = {**hits, "memory": memory_evidence.turns_of(remembered.ranked, remembered.candidates)}
        stated = remembered.stated if search.options.has("statements") else {}
        query, language = search.understood.query, search.understood.language
        reading = reading_of(query, language, self._embedder.model)
        return remembered, turn_search.Arms(query, language, search.terms, hits, stated, reading)

    async def _remembered(self, search: _Search, counts: tenants.OwnerCounts, vector: Promised) -> Remembered:
        if not search.options.has("memories"):
            return NOTHING
        with search.stage("memories"):
            return await remember(
                self._database, search.owner, search.understood, search.terms, vector, search.options,
                self._embedder.model, await self._people.names(search.owner), heard=lambda: search.understood,
                deep=turn_retrievers.memory_depth(counts),
            )  # fmt: skip

    async def _turn_arms(self, search: _Search, counts: tenants.OwnerCounts, vector: Promised) -> dict[str, arms.Hits]:
        terms = search.terms if search.options.has("text") else ()
        with search.stage("turns"):
            return await turn_retrievers.search(
                self._database, search.owner, counts, vector=vector, terms=terms,
                language=search.understood.language.value, until=search.options.as_of.said_by,
            )  # fmt: skip

    async def _turns(self, search: _Search, found: turn_search.Arms) -> turn_scoring.Ranked:
        """Turns ranked by relevance."""
        pool = turn_search.pooled(found, search.options)
        as_of, best = search.options.as_of, turn_search.to_read(pool, search.options)
        with search.stage("describe"):
            described = await arms.describe(
                self._database, search.owner, best, until=as_of.said_by, known=as_of.known_at
            )
        return turn_search.ordered(found, pool, described, search.options)

    async def _vector(self, search: _Search) -> Vectors | None:
        """The query's vector (the mean of it and its variants), or None with a note when it cannot be had."""
        if not search.options.has("vector"):
            return None
        texts = [search.understood.query]
        if search.options.has("hyde"):
            texts += search.understood.expansions
        if search.options.has("unnamed"):
            texts += await self._without_names(search)
        with search.stage("embed"):
            try:
                vectors = await self._embedder.embed(texts, Purpose.QUERY)
            except EmbeddingError as error:
                search.notes.append(f"Searched by words only: {error.message}")
                return None
        if search.heads is not None:
            search.understood = _heard(search.heads, search.understood, vectors[0], search.options)
        mean: Vectors = np.asarray(vectors).mean(axis=0)
        length = float(np.linalg.norm(mean))
        return mean / length if length else mean

    async def _without_names(self, search: _Search) -> list[str]:
        """The question without the names of those who speak, which every turn of theirs is about."""
        query = search.understood.query
        names = names_in(query, await self._people.names(search.owner))
        return [unnamed(query, names)] if names else []


def _block(search: _Search, answer: _Answer, hot: Sequence[Memory]) -> Context:
    """The block of an answer."""
    words = wanted(search.understood.query, search.understood.language)
    quoted, left = quotes(answer.turns.hits, words, search.options)
    block = render(answer.memories, quoted, hot=hot)
    return replace(block, left_out=(*block.left_out, *left))


def _understood(query: str, options: Options) -> Understood:
    """The question as the stages that take part understand it."""
    understood = understand(query)
    if not options.has("gate"):
        understood = replace(understood, skip=False, skip_reason=None)
    if not options.has("router"):
        understood = replace(understood, intent=Intent.GENERAL, causal_direction=None)
    if not options.has("decomposition"):
        understood = replace(understood, sub_queries=())
    return understood


def _parts(search: _Search) -> list[_Search]:
    """The parts of a question as searches of their own; itself when it has fewer than two."""
    parts = search.understood.sub_queries
    return [search] if len(parts) < 2 else [_part(search, part) for part in parts]


def _heard(heads: TextHeads, by_rules: Understood, vector: Vectors, options: Options) -> Understood:
    """The question as the heads understand it, where the stages that they would say it to take part."""
    heard = heads.understood(by_rules, vector, may_skip=options.has("gate"))
    return heard if heard.skip or options.has("router") else by_rules


def _part(search: _Search, part: str) -> _Search:
    """A sub-query as a search of its own; it is not taken apart again."""
    understood = replace(_understood(part, search.options), sub_queries=(), skip=False)
    # A part is not passed over as small talk: the whole asks something.
    without = search.options.without | {"gate"}
    options = replace(search.options, limit=max(search.options.limit, turn_search.JOINED), without=without)
    return _Search(search.owner, understood, options, query_terms(part, understood.language), search.heads)


def _joined(answers: Sequence[_Answer], limit: int) -> _Answer:
    """Answers to the parts of a question as one, each part's best first; what several parts found counts once.

    A memory's score is its share of the best one's in its part, since scores of different questions do not compare.
    """
    memories: dict[str, MemoryHit] = {}
    for hit in (hit for answer in answers for hit in _shares(answer.memories)):
        known = memories.setdefault(hit.memory.id, hit)
        memories[hit.memory.id] = max(known, hit, key=lambda one: one.score)
    return _Answer(
        turn_search.joined([answer.turns for answer in answers], limit),
        tuple(sorted(memories.values(), key=lambda hit: -hit.score)[:limit]),
        answers[0].strategy,
    )


def _shares(hits: Sequence[MemoryHit]) -> list[MemoryHit]:
    highest = max((hit.score for hit in hits), default=0.0) or 1.0
    return [replace(hit, score=round(hit.score / highest, 4)) for hit in hits]
