"""The fields that read."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import strawberry

from graphmem.cognition.profiles import ProfileName
from graphmem.model.category import Category
from graphmem.model.entity import EntityType
from graphmem.model.exploration import LinkType
from graphmem.model.job import JobKind, JobState
from graphmem.model.question import CausalDirection
from graphmem.model.recall import BlockFormat
from graphmem.services.retrieval.activation import BUDGET
from graphmem.services.retrieval.options import DEFAULT, LEFT_OUT, Options
from graphmem_api.context import Info
from graphmem_api.schema import dream as dreams
from graphmem_api.schema.connections import MOST, PAGE, After, Connection, First
from graphmem_api.schema.drawer import DrawerPayload, placed_drawer
from graphmem_api.schema.dream import DreamPlanPayload, DreamRun, DreamRunPayload, TierCount
from graphmem_api.schema.entity import Entity, EntityPayload, entities, profile
from graphmem_api.schema.exploration import (
    ActivationPayload,
    CausalChainPayload,
    EntityAsOfPayload,
    RelatedPayload,
    TimelinePayload,
    activated,
    causal_chains,
    entity_as_of,
    related_memories,
    timeline,
)
from graphmem_api.schema.forgetting_roots import ForgettingQuery
from graphmem_api.schema.health import Health, health
from graphmem_api.schema.instant import AsOf
from graphmem_api.schema.job import Job, jobs
from graphmem_api.schema.memory import Memory, MemoryFilter, MemoryPayload, memories, memory_detail
from graphmem_api.schema.palace import Wing, wings
from graphmem_api.schema.problems import answered, found
from graphmem_api.schema.procedure import (
    Episode,
    MemoryStats,
    Procedure,
    ProcedurePayload,
    episodes,
    procedure,
    procedures,
    stats,
)
from graphmem_api.schema.recall import RecallPayload, TalkInput, recollection, recollection_for, searched
from graphmem_api.schema.review import Review, reviews
from graphmem_api.schema.session import Session, sessions
from graphmem_api.schema.usage import DailyUsage, daily_usage

Question = Annotated[
    str,
    strawberry.argument(
        description="A question or some words, English or Turkish, at most 200,000 characters. No query syntax: every "
        "character means itself."
    ),
]
Limit = Annotated[int, strawberry.argument(description="How many memories and as many turns, 1 to 200.")]
InSession = Annotated[
    str | None,
    strawberry.argument(description="A session: what was said in it is lifted, what it has in mind takes part."),
]
Categories = Annotated[
    list[Category] | None,
    strawberry.argument(description="Only memories of these; what the question wants if missing."),
]
Profile = Annotated[ProfileName, strawberry.argument(description="Which signals count how much.")]
FilePath = Annotated[
    str | None,
    strawberry.argument(
        description="A file, relative to what the globs are: only memories whose scope covers it, or that have none."
    ),
]
Dormant = Annotated[bool, strawberry.argument(description="Dormant memories, too.")]
Touch = Annotated[
    bool, strawberry.argument(description="False writes nothing; else a recall strengthens what it returns.")
]
Without = Annotated[
    list[str] | None,
    strawberry.argument(
        description="Stages to leave out, like router, causes or mmr; a wrong name is answered with all there are. "
        "When missing, those that cost more than they found where they were measured."
    ),
]
Messages = Annotated[
    list[TalkInput],
    strawberry.argument(
        description="The last messages in their order, 1 to 100; the last eight are read. The user's last one asks."
    ),
]
SeenSession = Annotated[
    str | None,
    strawberry.argument(
        description="A session: as for `recall`; what its blocks of the last twelve hours showed is not shown again "
        "unless it changed."
    ),
]
Typed = Annotated[str, strawberry.argument(description="Some words, English or Turkish. No query syntax.")]
MemoryIds = Annotated[list[str], strawberry.argument(description="Of memories, as `recall` and `memories` give them.")]
Direction = Annotated[CausalDirection | None, strawberry.argument(description="Both ways when missing.")]
Hops = Annotated[int, strawberry.argument(description="How many links away at the most, 1 to 4.")]
LinkTypes = Annotated[list[LinkType] | None, strawberry.argument(description="Only over such links; all when missing.")]
EntityName = Annotated[
    str, strawberry.argument(description="Its address, like entity://person/ayse, its name or another spelling.")
]
From = Annotated[str | None, strawberry.argument(description="What began at this time or later, like 2026-05-08.")]
Before = Annotated[str | None, strawberry.argument(description="What began before this time.")]
KnownAt = Annotated[str | None, strawberry.argument(description="As it was known then; now when missing.")]
Task = Annotated[str, strawberry.argument(description="What the agent is about to do; finds procedures for it.")]
FitsTask = Annotated[
    str | None, strawberry.argument(description="Only what fits it, those that helped before first; else all by name.")
]
ProcedureName = Annotated[str, strawberry.argument(description="However it is spelt.")]
Budget = Annotated[int, strawberry.argument(description="Tokens, 1 to 20,000.")]
BlockBudget = Annotated[int, strawberry.argument(description="Tokens that `context` may take, 100 to 20,000.")]
MinConfidence = Annotated[
    float | None,
    strawberry.argument(
        description="How sure what stands in `context` must be, 0 to 1; 0 asks for what is weak, too. When missing, "
        "there is a block wherever something is likely to answer."
    ),
]
BlockFormatArgument = Annotated[BlockFormat, strawberry.argument(description="The form of `context`.")]
PointerText = Annotated[
    str, strawberry.argument(description="Like § W-042/R-11/D-007; the sign and leading zeros may be missing.")
]
MemoryId = Annotated[
    str, strawberry.argument(description="Of a memory, as `memories` gives it, or the start of its id.")
]
Filters = Annotated[MemoryFilter | None, strawberry.argument(description="Which ones; what is true now when missing.")]
DreamRunId = Annotated[
    str, strawberry.argument(description="Of a dream, as `dreamRuns` gives it, or the start of its id.")
]
EntityUri = Annotated[str, strawberry.argument(description="Like entity://person/ayse.")]
OfType = Annotated[EntityType | None, strawberry.argument(description="Only those of this type.")]
States = Annotated[list[JobState] | None, strawberry.argument(description="Only those in one of these states.")]
Kinds = Annotated[list[JobKind] | None, strawberry.argument(description="Only those of one of these kinds.")]
Since = Annotated[date | None, strawberry.argument(description="First day, UTC; 30 days before `until` when missing.")]
Until = Annotated[date | None, strawberry.argument(description="The day after the last one; tomorrow when missing.")]


async def _recall(
    info: Info,
    query: Question,
    limit: Limit = 10,
    session: InSession = None,
    as_of: AsOf = None,
    categories: Categories = None,
    profile: Profile = DEFAULT.profile,
    path: FilePath = None,
    dormant: Dormant = False,
    budget: BlockBudget = DEFAULT.budget,
    min_confidence: MinConfidence = None,
    format: BlockFormatArgument = DEFAULT.format,
    touch: Touch = True,
    without: Without = None,
) -> RecallPayload:
    options = Options(
        limit=limit,
        session=session,
        categories=None if categories is None else tuple(categories),
        profile=profile,
        path=path,
        dormant=dormant,
        budget=budget,
        min_confidence=min_confidence,
        format=format,
        touch=touch,
        without=LEFT_OUT if without is None else frozenset(without),
    )
    return await answered(recollection(info.context, query, options, as_of))


async def _recall_for(
    info: Info,
    messages: Messages,
    limit: Limit = 10,
    session: SeenSession = None,
    as_of: AsOf = None,
    path: FilePath = None,
    touch: Touch = True,
) -> RecallPayload:
    options = Options(limit=limit, session=session, path=path, touch=touch)
    return await answered(recollection_for(info.context, messages, options, as_of))


async def _search(info: Info, query: Typed, limit: Limit = 10) -> RecallPayload:
    return await answered(searched(info.context, query, limit))


async def _causal_chain(
    info: Info, ids: MemoryIds, direction: Direction = None, as_of: AsOf = None, first: First = PAGE
) -> CausalChainPayload:
    return await found(causal_chains(info.context, ids, direction, as_of, first))


async def _related(
    info: Info, id: MemoryId, hops: Hops = 1, types: LinkTypes = None, as_of: AsOf = None, first: First = PAGE
) -> RelatedPayload:
    return await found(related_memories(info.context, id, hops, types, as_of, first))


async def _entity_profile(info: Info, name: EntityName, as_of: AsOf = None, first: First = PAGE) -> EntityAsOfPayload:
    return await found(entity_as_of(info.context, name, as_of, first))


async def _timeline(
    info: Info,
    name: EntityName,
    after: From = None,
    before: Before = None,
    known_at: KnownAt = None,
    first: First = MOST,
) -> TimelinePayload:
    return await found(timeline(info.context, name, after, before, known_at, first))


async def _activate(info: Info, task: Task = "", path: FilePath = None, budget: Budget = BUDGET) -> ActivationPayload:
    return await answered(activated(info.context, task, path, budget))


async def _procedures(
    info: Info, task: FitsTask = None, path: FilePath = None, first: First = PAGE, after: After = None
) -> Connection[Procedure]:
    return await procedures(info.context, task, path, first, after)


async def _procedure(info: Info, name: ProcedureName) -> ProcedurePayload:
    return await found(procedure(info.context, name))


async def _episodes(info: Info, first: First = PAGE, after: After = None) -> Connection[Episode]:
    return await episodes(info.context, first, after)


async def _memory_stats(info: Info) -> MemoryStats:
    return await stats(info.context)


async def _palace(info: Info, first: First = PAGE, after: After = None) -> Connection[Wing]:
    return await wings(info.context, first, after)


async def _drawer(info: Info, pointer: PointerText) -> DrawerPayload:
    return await found(placed_drawer(info.context, pointer))


async def _memory(info: Info, id: MemoryId) -> MemoryPayload:
    return await found(memory_detail(info.context, id))


async def _memories(
    info: Info, filters: Filters = None, as_of: AsOf = None, first: First = PAGE, after: After = None
) -> Connection[Memory]:
    return await memories(info.context, filters, as_of, first, after)


async def _reviews(info: Info, first: First = PAGE, after: After = None) -> Connection[Review]:
    return await reviews(info.context, first, after)


async def _dream(info: Info, first: First = PAGE) -> DreamPlanPayload:
    return await answered(dreams.planned(info.context, first))


async def _dream_runs(info: Info, first: First = PAGE, after: After = None) -> Connection[DreamRun]:
    return await dreams.dream_runs(info.context, first, after)


async def _dream_run(info: Info, id: DreamRunId, first: First = PAGE, after: After = None) -> DreamRunPayload:
    return await found(dreams.dream_run(info.context, id, first, after))


async def _tiers(info: Info) -> list[TierCount]:
    return await dreams.tier_counts(info.context)


async def _entity(info: Info, uri: EntityUri) -> EntityPayload:
    return await found(profile(info.context, uri))


async def _entities(info: Info, type: OfType = None, first: First = PAGE) -> list[Entity]:
    return await entities(info.context, type, first)


async def _sessions(info: Info, first: First = PAGE) -> list[Session]:
    return await sessions(info.context, first)


async def _jobs(
    info: Info, states: States = None, kinds: Kinds = None, first: First = PAGE, after: After = None
) -> Connection[Job]:
    return await jobs(info.context, states or [], kinds or [], first, after)


async def _usage(info: Info, since: Since = None, until: Until = None) -> list[DailyUsage]:
    return await daily_usage(info.context, since, until)


async def _health(info: Info) -> Health:
    return await health(info.context)


@strawberry.type(description="Everything that reads. All of it is about the asking owner's memory only.")
class Query(ForgettingQuery):
    recall: RecallPayload = strawberry.field(
        resolver=_recall,
        description="The memories and turns that answer a question best, each with the reason it was chosen.",
    )
    recall_for: RecallPayload = strawberry.field(
        resolver=_recall_for,
        description="What memory has for the turn that an agent is about to write, given the last messages of its "
        "conversation: their last question in words that stand by themselves, under the mood they were said in.",
    )
    search: RecallPayload = strawberry.field(
        resolver=_search,
        description="What is like some words, by meaning and by text alone, for a search box. Writes nothing.",
    )
    causal_chain: CausalChainPayload = strawberry.field(
        resolver=_causal_chain, description="What led to these memories, and what they led to, in one or two steps."
    )
    related: RelatedPayload = strawberry.field(
        resolver=_related,
        description="What a memory hangs together with, breadth first: over relations, and over what both name.",
    )
    entity_profile: EntityAsOfPayload = strawberry.field(
        resolver=_entity_profile,
        description="Somebody or something by name, with the facts and memories that held at an instant.",
    )
    timeline: TimelinePayload = strawberry.field(
        resolver=_timeline,
        description="What was ever true of somebody or something, in the order it began, with what replaced it.",
    )
    activate: ActivationPayload = strawberry.field(
        resolver=_activate,
        description="The standing context of an agent at work: what always matters, what is used, what helps with the "
        "task, under a token budget.",
    )
    procedures: Connection[Procedure] = strawberry.field(
        resolver=_procedures,
        description="How things are done here, step by step: all by name, or the best that fit a task.",
    )
    procedure: ProcedurePayload = strawberry.field(
        resolver=_procedure, description="A procedure by its name, with the steps it had before."
    )
    episodes: Connection[Episode] = strawberry.field(
        resolver=_episodes, description="What an agent recorded of its work, the last to happen first."
    )
    memory_stats: MemoryStats = strawberry.field(
        resolver=_memory_stats, description="What the memory holds, by category, tier and source, counted anew."
    )
    palace: Connection[Wing] = strawberry.field(
        resolver=_palace, description="The palace: wings by number, with rooms, closets and drawers within."
    )
    drawer: DrawerPayload = strawberry.field(resolver=_drawer, description="The turn that a pointer cites.")
    memory: MemoryPayload = strawberry.field(
        resolver=_memory, description="A memory with its sources, relations, former texts and tiers."
    )
    memories: Connection[Memory] = strawberry.field(
        resolver=_memories, description="What was derived from all that was said, the latest statement first."
    )
    reviews: Connection[Review] = strawberry.field(
        resolver=_reviews,
        description="Pairs of which the gate was not sure whether the newer statement ended the older, the last found "
        "first; `decideReview` decides.",
    )
    dream: DreamPlanPayload = strawberry.field(
        resolver=_dream,
        description="What a dream would change now, memory by memory; nothing is written. `applyDream` carries it out.",
    )
    dream_runs: Connection[DreamRun] = strawberry.field(
        resolver=_dream_runs, description="Dreams that were carried out, or wait for a confirmation, the last first."
    )
    dream_run: DreamRunPayload = strawberry.field(
        resolver=_dream_run, description="A dream with what it changed, in the order of its plan."
    )
    tiers: list[TierCount] = strawberry.field(resolver=_tiers, description="How many memories each tier has.")
    entity: EntityPayload = strawberry.field(
        resolver=_entity, description="Somebody or something with what is stated of it, now or ever, and what names it."
    )
    entities: list[Entity] = strawberry.field(
        resolver=_entities, description="Whom and what memories name, those named most often first."
    )
    sessions: list[Session] = strawberry.field(resolver=_sessions, description="Stretches of use, the latest first.")
    jobs: Connection[Job] = strawberry.field(
        resolver=_jobs, description="Background work, last asked for first, with its errors."
    )
    usage: list[DailyUsage] = strawberry.field(
        resolver=_usage, description="What model calls cost, by day, source and model."
    )
    health: Health = strawberry.field(resolver=_health, description="What answers, and how much is remembered.")
