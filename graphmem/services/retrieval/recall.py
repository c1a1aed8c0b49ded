"""Recall finds the memories and turns that answer a question, each with the reason for its rank.

    question → router → parts → vector → memory retrievers + graph | turn retrievers → RRF → signals → context

A profile of signals scores memories, relevance scores turns; a memory is also evidence for the turns it was made from.
No chat model writes any text here. Where the settings allow it, one routes questions or reorders hits.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from graphmem.errors import EmbeddingError
from graphmem.language.doc import doc_of
from graphmem.language.query import names_in, query_terms, unnamed
from graphmem.model.due import Due
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.question import Understood
from graphmem.model.recall import MemoryHit, RecallResult, Strategy
from graphmem.model.situation import Said, Situation
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ops_log import OpsLog
from graphmem.services.owner_settings import choices_of, is_off, settings_of
from graphmem.services.privacy import shielding
from graphmem.services.prospective import Prospective
from graphmem.services.retrieval import memory_evidence, memory_retrievers, seen_context, turn_retrievers, turn_search
from graphmem.services.retrieval.admission import admits
from graphmem.services.retrieval.agenda import add_plans
from graphmem.services.retrieval.answer_verdict import judge_answer
from graphmem.services.retrieval.block import assemble_block, depth
from graphmem.services.retrieval.confidence import add_confidences
from graphmem.services.retrieval.context import Context
from graphmem.services.retrieval.cross_language import reading_of
from graphmem.services.retrieval.graph_signals import add_graph_signals
from graphmem.services.retrieval.hot_tier import HotTier
from graphmem.services.retrieval.joint_ranking import join
from graphmem.services.retrieval.later_updates import NOTHING_LATER, LaterUpdates, find_later_updates, find_replacements
from graphmem.services.retrieval.memory_retrievers import VectorTask
from graphmem.services.retrieval.memory_search import NOTHING, MemoryResult, choose, mmr_ids, scope_of, search_memories
from graphmem.services.retrieval.model_help import ModelHelp
from graphmem.services.retrieval.options import DEFAULT, RecallOptions, check
from graphmem.services.retrieval.own_options import own_options
from graphmem.services.retrieval.parts import part_of, parts_of
from graphmem.services.retrieval.query_hits import QueryHits, SubQueryResult
from graphmem.services.retrieval.reactivation import remove_dormant, wake_shown
from graphmem.services.retrieval.recall_log import operation
from graphmem.services.retrieval.reinforcement import Learner
from graphmem.services.retrieval.search import Search, background_task
from graphmem.services.retrieval.seen_context import NO_CONTEXT, NOTHING_SHOWN, ShownBefore, ShownContext
from graphmem.services.retrieval.situations import add_asker, remove_own_messages, situation_of
from graphmem.services.retrieval.speakers import People
from graphmem.services.retrieval.turn_scoring import NOTHING as NO_TURNS
from graphmem.services.retrieval.turn_scoring import RankedTurns
from graphmem.services.retrieval.turn_tokens import add_tokens
from graphmem.services.retrieval.understanding import settle_intent, understand_query, understand_talk
from graphmem.services.retrieval.vital_questions import keep_vital_hits, vital_question
from graphmem.services.usage import charge_to
from graphmem.store import recall as retrievers
from graphmem.store import tenants
from graphmem.store.blocks import Block
from graphmem.store.database import Database
from graphmem.store.first_look import FirstLook


class Recall:
    """Answers questions over one database with one embedder; caches speakers and the hot tier."""

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
        self.prospective = Prospective(database)
        self._people = People(database)
        self.shown = ShownBefore(database)

    async def recall(self, owner: Owner, query: str, options: RecallOptions = DEFAULT) -> RecallResult:
        """Return at most `limit` turns and `limit` memories that answer the query.
        Small talk, a blank query, an empty store and a failing embedder each give a result with a note. Raises
        InvalidInputError only for options or a query out of bounds."""
        options = await own_options(self._database, owner, options)
        search, found = await self._search(owner, query, options)
        found = await search.judged(found)
        await wake_shown(self._database, owner, found.memories[: options.limit], options)
        later = await find_replacements(self._database, owner, found, options)
        return self._build_result(search, found, options, later=later)

    async def recall_for(
        self, owner: Owner, messages: Sequence[Said], options: RecallOptions = DEFAULT
    ) -> RecallResult:
        """Recall for the next turn of a conversation, given its last messages.

        The user's last message is the question, completed by the people and things it refers to; the mood is that of
        all messages. The block omits these messages and, with a session, what earlier blocks of it showed. Raises
        InvalidInputError as `recall` does, and for too many messages or none of the user's.
        """
        options = await own_options(self._database, owner, options)
        situation = add_asker(situation_of(messages), messages, await self._people.names(owner))
        async with background_task(self.shown.to(owner, options.session)) as shown:
            search, found = await self._search(owner, situation.query, options, situation)
            found = await search.judged(remove_own_messages(found, messages))
            await wake_shown(self._database, owner, found.memories[: options.limit], options)
            later = await find_later_updates(self._database, owner, found, options, await shown)
            return self._build_result(search, found, options, await shown, later)

    def _build_result(
        self, search: Search, found: QueryHits, options: RecallOptions, shown: ShownContext = NOTHING_SHOWN,
        later: LaterUpdates = NOTHING_LATER,
    ) -> RecallResult:  # fmt: skip
        """Build the result and its block, with `later` updates beside older entries, and note the block."""
        new, left = seen_context.split_off_shown(remove_dormant(found), shown)
        with shielding(search.settings.privacy):
            block = assemble_block(new, options, later=later)
        block = replace(block, left_out=(*left, *block.left_out))
        if left and not block.text:
            search.notes.append("All that is sure enough was shown before in this session.")
        block_id = self._note(search.owner, new, block, options, later)
        verdict = judge_answer(found)
        understood = search.understood
        result = RecallResult(
            query=found.query,
            hits=found.turns.hits[: options.limit],
            language=understood.language.value,
            strategy=found.strategy,
            terms=search.terms,
            candidates=found.turns.candidates,
            latency_ms=search.latency,
            notes=tuple(search.notes),
            memories=found.memories[: options.limit],
            intent=understood.intent,
            intent_reason=understood.intent_reason,
            skipped=understood.skip,
            sub_queries=understood.sub_queries,
            expansions=understood.expansions if options.has("hyde") else (),
            context=block.text,
            block_id=block_id,
            context_tokens=block.tokens,
            entries=block.entries,
            answerable=verdict.answerable,
            answerable_reason=verdict.reason,
            tip_of_the_tongue=verdict.tip_of_the_tongue,
        )
        self._ops_log.write(operation(search.owner, result, block))
        return result

    def _note(
        self, owner: Owner, found: QueryHits, block: Context, options: RecallOptions, later: LaterUpdates
    ) -> str | None:
        """Record what the block shows and return its id; None if it is empty or nothing may be written."""
        if not (options.touch and self._learner is not None and block.text):
            return None
        known = {hit.memory.id: hit.memory for hit in found.memories} | {memory.id: memory for memory in found.hot}
        known |= later.memories
        memories = [known[id_] for id_ in block.shown if id_ in known]
        noted = Block(
            secrets.token_hex(16), options.session or "", tuple(memory.id for memory in memories),
            tuple(seen_context.mark(memory) for memory in memories), block.turns, datetime.now(UTC),
        )  # fmt: skip
        self.shown.note(owner, noted)
        # Only memories that were found and shown grow stronger: not unsure ones left out, nor the hot tier.
        used = {hit.memory.id for hit in found.memories}
        told = [one.memory.id for one in found.due if one.memory.id in block.shown]
        self.prospective.mark_announced(owner, told)
        question = doc_of(found.query, found.language)
        self._learner.note(owner, noted, [memory for memory in memories if memory.id in used], question, told)
        return noted.id

    async def query_hits(self, owner: Owner, query: str, options: RecallOptions = DEFAULT) -> QueryHits:
        """Return the hits that `recall` makes its block of; writes nothing. Raises InvalidInputError alike."""
        search, found = await self._search(owner, query, options)
        return await search.judged(found)

    async def _search(
        self, owner: Owner, query: str, options: RecallOptions, situation: Situation | None = None
    ) -> tuple[Search, QueryHits]:
        check(query, options)
        settings = await settings_of(self._database, owner)
        chosen = await choices_of(self._database, owner, options.session)
        model = self._help if chosen.chat_model else None
        notes: list[str] = []
        by_rules = understood = understand_talk(situation, options) if situation else understand_query(query, options)
        if await is_off(self._database, owner, options.session):
            understood = replace(understood, skip=True, skip_reason="recall is off for this agent")
        elif model is not None and options.has("router"):
            understood = await model.understood(owner, understood, notes)
        deep = replace(options, limit=depth(options))
        search = Search(
            owner, understood, deep, query_terms(query, understood.language), understood is by_rules, notes=notes
        )
        search.settings, search.mood = settings, None if situation is None else situation.mood
        with search.stage("total"), charge_to(owner):
            async with background_task(seen_context.in_context(self._database, owner, options)) as search.own:
                parts = await self._search_parts(search)
                _, said_here = await search.own
            turns, memories = join(parts, deep.limit, self._embedder.model, by_confidence=options.has("confidence"))
            hot = await self._hot(owner, search.understood, options)
            due = await self._due(owner, search.understood, options)
        if model is not None and (model.reranks if chosen.rerank is None else chosen.rerank):
            search.judge = model.judge
        spoken, embedder = understood.language, self._embedder.model
        return search, QueryHits(query, spoken, embedder, parts, turns, memories, hot, due, said_here)

    async def turn_hits(self, owner: Owner, query: str, options: RecallOptions = DEFAULT) -> list[turn_search.TurnHits]:
        """Return the turn retrievers' hits for each part of the question, before `recall` ranks them.

        Empty where `recall` would not search. Writes nothing, asks no model. Raises InvalidInputError as `recall` does.
        """
        check(query, options)
        understood = understand_query(query, options)
        search = Search(owner, understood, options, query_terms(query, understood.language), by_rules=True)
        counts = await tenants.counts(self._database, owner)
        if not query.strip() or understood.skip or counts.drawers == 0:
            return []
        found = []
        for one in parts_of(search):
            await settle_intent(one)
            async with background_task(self._vector(one)) as vector:
                found.append((await self._run_retrievers(one, await self._look(one), vector))[1])
        return found

    def forget(self, owner: Owner) -> None:
        """Drop everything cached of the owner."""
        self.hot.forget(owner)
        self.prospective.forget(owner)
        self._people.forget(owner)
        self.shown.forget(owner)

    async def _hot(self, owner: Owner, understood: Understood, options: RecallOptions) -> tuple[Memory, ...]:
        """The hot tier of the asked file and project; empty for small talk and for recalls of the past."""
        if understood.skip or not options.as_of.is_present:
            return ()
        return tuple(one for one in await self.hot.memories(owner, options.of_project) if admits(options, one))

    async def _due(self, owner: Owner, understood: Understood, options: RecallOptions) -> tuple[Due, ...]:
        """Due plans not yet told; none if this recall writes nothing, as telling must be recorded."""
        if not options.touch or self._learner is None or not options.as_of.is_present or understood.skip:
            return ()
        return tuple(one for one in await self.prospective.unannounced(owner) if admits(options, one.memory))

    async def _search_parts(self, search: Search) -> tuple[SubQueryResult, ...]:
        """Search for each part of the question; no parts if the query is empty or the gate skips it."""
        if not search.understood.query.strip():
            search.notes.append("The query is empty.")
            return ()
        if search.understood.skip:
            search.notes.append(f"Nothing is asked: {search.understood.skip_reason}.")
            return ()
        searches = parts_of(search)
        if len(searches) < 2:
            return await self._add_extra_parts(search, (await self._search_part(search),))
        answers = await asyncio.gather(*(self._search_part(one) for one in searches))
        first = searches[0].understood
        search.understood = replace(
            search.understood, intent=first.intent, intent_reason=first.intent_reason, hyde_kind=first.hyde_kind
        )
        search.notes += dict.fromkeys(note for one in searches for note in one.notes)
        search.latency |= {
            name: max(one.latency.get(name, 0.0) for one in searches) for one in searches for name in one.latency
        }
        return await self._add_extra_parts(search, answers)

    async def _add_extra_parts(self, search: Search, answers: Sequence[SubQueryResult]) -> tuple[SubQueryResult, ...]:
        """Add vital facts (an allergy, a diet) and the plans of the days asked about to the parts."""
        matter, words = vital_question(answers)
        if matter:
            answers = (*answers, keep_vital_hits(await self._search_part(part_of(search, words)), matter))
        return await add_plans(self._database, search, answers)

    async def _search_part(self, search: Search) -> SubQueryResult:
        """Send one question through all retrievers."""
        await settle_intent(search)  # first: every retriever depends on the intent
        if search.understood.skip:
            search.notes.append(f"Nothing is asked: {search.understood.skip_reason}.")
            return _part_result(search)
        # Retrieval by words, names and working memory runs while the question is embedded.
        async with background_task(self._vector(search)) as vector:
            return await self._search_with(search, vector)

    async def _search_with(self, search: Search, vector: VectorTask) -> SubQueryResult:
        look = await self._look(search)
        counts = look.counts
        if not (counts.drawers or counts.remembered):
            await vector  # so that an empty memory also reports a broken embedder
            search.notes.append("Nothing is remembered yet: mine a conversation first.")
            return _part_result(search)
        if counts.pending:
            search.notes.append(f"{counts.pending} turns wait for their embedding and are found by their words only.")
        remembered, found = await self._run_retrievers(search, look, vector)
        strategy = Strategy.WHOLE if counts.drawers <= turn_retrievers.WHOLE_UP_TO else Strategy.POOL
        one = self._people.is_one_user(search.owner)
        chosen = replace(await self._rank(search, found, remembered), strategy=strategy, of_one_user=one)
        model = self._embedder.model
        return await add_graph_signals(self._database, search, add_confidences(chosen, model), model)

    async def _look(self, search: Search) -> FirstLook:
        """Search by words and names while the question is embedded."""
        scope = scope_of(search.owner, search.understood.route, search.options, search.now)
        with search.stage("words"):
            return await memory_retrievers.search_words(
                self._database, scope, search.terms, search.understood.language, search.options,
                turn_retrievers.TEXT_DEPTHS,
            )  # fmt: skip

    async def _run_retrievers(
        self, search: Search, look: FirstLook, vector: VectorTask
    ) -> tuple[MemoryResult, turn_search.TurnHits]:
        """Run all retrievers; the ranked memories serve as one more retriever of turns."""
        turns, memories = await search.own if search.own else NO_CONTEXT
        remembered, hits = await asyncio.gather(
            self._memories(search, look, vector, memories), self._turns(search, look, vector)
        )
        hits = {retriever: seen_context.hits_without(found, turns) for retriever, found in hits.items()}
        if search.options.has("evidence") and remembered.candidates:
            hits = {**hits, "memory": memory_evidence.turns_of(remembered.ranked, remembered.candidates)}
        stated = remembered.stated if search.options.has("statements") else {}
        query, language = search.understood.query, search.understood.language
        reading = reading_of(query, language, self._embedder.model)
        return remembered, turn_search.TurnHits(query, language, search.terms, hits, stated, reading)

    async def _memories(self, search: Search, look: FirstLook, vector: VectorTask, own: frozenset[str]) -> MemoryResult:
        if not search.options.has("memories"):
            return NOTHING
        with search.stage("memories"):
            return await search_memories(
                self._database, search.owner, search.understood, search.terms, vector, search.options,
                self._embedder.model, await self._people.names(search.owner),
                deep=turn_retrievers.memory_depth(look.counts), mood=search.mood, look=look, now=search.now, own=own,
            )  # fmt: skip

    async def _turns(self, search: Search, look: FirstLook, vector: VectorTask) -> dict[str, retrievers.Hits]:
        with search.stage("turns"):
            return await turn_retrievers.search(
                self._database, search.owner, look.counts, vector=vector, by_text=look.turns,
                until=search.options.as_of.said_by, project=search.options.of_project,
            )  # fmt: skip

    async def _rank(self, search: Search, found: turn_search.TurnHits, remembered: MemoryResult) -> SubQueryResult:
        """Rank the turns by relevance, add token signals, and choose the memories to show."""
        pool = turn_search.pool_turns(found, search.options)
        as_of, best = search.options.as_of, turn_search.ids_to_read(pool, search.options)
        beside = mmr_ids(remembered.ranked, search.options)
        with search.stage("describe"):
            described, vectors = await retrievers.describe_beside(
                self._database, search.owner, best, beside, until=as_of.said_by, known=as_of.known_at
            )
        turns = turn_search.rank_turns(found, pool, described, search.options)
        with search.stage("tokens"):
            turns, tokens = await add_tokens(self._embedder, search.understood.query, turns, described, search.options)
        return replace(_part_result(search, turns, choose(remembered.ranked, vectors, search.options)), tokens=tokens)

    async def _vector(self, search: Search) -> Vectors | None:
        """The mean unit vector of the query and its variants; None with a note if the embedder fails."""
        if not search.options.has("vector"):
            return None
        texts = [search.understood.query]
        if search.options.has("hyde"):
            texts += search.understood.expansions
        if search.options.has("unnamed"):
            texts += await self._strip_names(search)
        with search.stage("embed"):
            try:
                vectors = await self._embedder.embed(texts, Purpose.QUERY)
            except EmbeddingError as error:
                search.notes.append(f"Searched by words only: {error.message}")
                return None
        mean: Vectors = np.asarray(vectors).mean(axis=0)
        length = float(np.linalg.norm(mean))
        return mean / length if length else mean

    async def _strip_names(self, search: Search) -> list[str]:
        """The question without speakers' names, which would pull in every turn of theirs."""
        query = search.understood.query
        names = names_in(query, await self._people.names(search.owner))
        return [unnamed(query, names)] if names else []


def _part_result(
    search: Search, turns: RankedTurns = NO_TURNS, memories: tuple[MemoryHit, ...] = (),
    strategy: Strategy = Strategy.NONE,
) -> SubQueryResult:  # fmt: skip
    """The result of one question under its present intent."""
    understood = search.understood
    return SubQueryResult(understood.query, understood.language, understood.intent, turns, memories, strategy)
