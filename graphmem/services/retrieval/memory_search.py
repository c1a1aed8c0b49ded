"""Searches the memories for one question: retrievers, candidates, scores and order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from graphmem.cognition.calibration import trust
from graphmem.cognition.mmr import diversify
from graphmem.cognition.profiles import TOGETHER_FROM
from graphmem.language.coverage import query_words
from graphmem.language.doc import doc_of
from graphmem.language.emotion import feel
from graphmem.language.temporal import resolve
from graphmem.model.emotion import Feeling
from graphmem.model.language import Language
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.model.question import Route, Understood
from graphmem.model.recall import MemoryHit
from graphmem.services.retrieval.cross_language import reading_of
from graphmem.services.retrieval.memory_retrievers import (
    DEPTH,
    MemoryQuery,
    RetrievedMemories,
    VectorTask,
    run_retrievers,
    search_again,
)
from graphmem.services.retrieval.memory_scoring import Question, weigh
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.rerank_newest import put_newer_first
from graphmem.store import memory_recall
from graphmem.store.database import Database
from graphmem.store.first_look import NOTHING_SEEN, FirstLook
from graphmem.store.memory_recall import Candidate, Scope

WEIGHED = 40
"""Candidates that are read from the store and scored: the best of rank fusion."""

DIVERSE, AMONG = 10, 15
"""MMR chooses DIVERSE of the best AMONG memories, whatever the caller's limit; the others follow.
Each of the AMONG costs reading its vector."""

MOST_READ = 500
"""Characters of a query that are searched for dates."""

AGAIN = "says little that a better one does not"
"""Reason of a memory that MMR put behind others with lower scores."""

AWAKE = (Tier.WORKING, Tier.EPISODIC, Tier.SEMANTIC)


@dataclass(frozen=True, slots=True)
class MemoryResult:
    """Scored hits, best first; candidates by id; (1 + cosine)/2 by turn id of its nearest memory."""

    ranked: tuple[MemoryHit, ...] = ()
    candidates: dict[str, Candidate] | None = None
    stated: Mapping[str, float] = field(default_factory=dict)


NOTHING = MemoryResult()


async def search_memories(
    database: Database,
    owner: Owner,
    understood: Understood,
    terms: Sequence[str],
    vector: VectorTask,
    options: RecallOptions,
    model: str,
    speakers: frozenset[str] = frozenset(),
    deep: int = DEPTH,
    mood: Feeling | None = None,
    look: FirstLook = NOTHING_SEEN,
    now: datetime | None = None,
    own: frozenset[str] = frozenset(),
) -> MemoryResult:
    """Retrieve and score the memories for one question.
    `speakers` are the names of the owner's speakers. The nearest `deep` memories contribute to `stated`. `mood`
    overrides the mood of the question. `look` holds the hits by words and names in the scope of `understood` at `now`.
    `own` are ids of memories to leave out."""
    now = now or datetime.now(UTC)
    route = understood.route
    asked = MemoryQuery(
        query=understood.query,
        terms=tuple(terms),
        language=understood.language,
        vector=vector,
        route=route,
        direction=understood.causal_direction,
        scope=scope_of(owner, route, options, now),
        options=options,
        trust=trust(model, understood.language.value),
        speakers=speakers,
        deep=deep,
        mood=mood,
        look=look,
    )
    found = await run_retrievers(database, asked)
    if not found.fused and options.categories is None and asked.route.categories:
        # The route's categories hold nothing, such as no stated preference: search all categories.
        asked = await search_again(database, replace(asked, scope=replace(asked.scope, categories=None)))
        found = await run_retrievers(database, asked)
    found.fused = {id_: score for id_, score in found.fused.items() if id_ not in own}
    return await _weigh_hits(database, asked, found, model, now)


async def _weigh_hits(
    database: Database, asked: MemoryQuery, found: RetrievedMemories, model: str, now: datetime
) -> MemoryResult:
    if not found.fused:
        return NOTHING
    options, owner = asked.options, asked.scope.owner
    best = sorted(found.fused, key=lambda id_: -found.fused[id_])[:WEIGHED]
    described = await memory_recall.describe(
        database,
        owner,
        best,
        vector=await asked.vector,
        near=found.near,
        session=options.session,
        together=TOGETHER_FROM,
        known=asked.options.as_of.known_at,
    )
    question = Question(
        feeling=asked.mood or feel(doc_of(asked.query, asked.language)),
        time=_time(asked.query, asked.language, now),
        route=asked.route,
        model=model,
        now=now,
        reading=reading_of(asked.query, asked.language, model),
        words=query_words(asked.query, asked.language),
    )
    ranked = put_newer_first(weigh(question, options, found, described), described.disputed)
    return MemoryResult(ranked, described.candidates, found.stated)


def mmr_ids(ranked: Sequence[MemoryHit], options: RecallOptions) -> list[str]:
    """Ids of the memories whose vectors `choose` compares; empty if MMR is off or has nothing to choose."""
    return [] if not options.has("mmr") or len(ranked) <= DIVERSE else [hit.memory.id for hit in ranked[:AMONG]]


def choose(
    ranked: Sequence[MemoryHit], vectors: Mapping[str, Sequence[float]], options: RecallOptions
) -> tuple[MemoryHit, ...]:
    """The best `options.limit` hits by score, with those that MMR finds redundant behind the others.

    The order is the same for every limit.
    """
    ids = mmr_ids(ranked, options)
    if not ids:
        return tuple(ranked[: options.limit])
    pool = ranked[:AMONG]
    highest = max(max(hit.score for hit in pool), 1e-9)
    kept = set(diversify(ids, [hit.score / highest for hit in pool], vectors, DIVERSE))
    new = [hit for hit in pool if hit.memory.id in kept]
    again = [replace(hit, reason=f"{hit.reason}, {AGAIN}") for hit in pool if hit.memory.id not in kept]
    return (*new, *again, *ranked[AMONG:])[: options.limit]


def scope_of(owner: Owner, route: Route, options: RecallOptions, now: datetime) -> Scope:
    """The instant, tiers and categories to search; the caller's options override the route's."""
    as_of = options.as_of
    if as_of.is_present and route.superseded:
        as_of = replace(as_of, timeline=True)
    tiers = (*AWAKE, Tier.DORMANT) if options.dormant or not options.as_of.is_present else AWAKE
    categories = options.categories if options.categories is not None else route.categories or None
    return Scope(owner, as_of.bounds(now), tiers, categories, options.of_project)


def _time(query: str, language: Language, now: datetime) -> tuple[datetime, datetime] | None:
    """The interval [first day, day after the last) that the question names; None if it names none."""
    read = resolve(query[:MOST_READ], language, now)
    if not read.expressions:
        return None
    days = [day for day in (read.valid_from, read.valid_until) if day is not None] or [now.date()]
    return _midnight(min(days)), _midnight(max(days)) + timedelta(days=1)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
