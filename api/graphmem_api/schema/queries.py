"""The fields that read."""

from __future__ import annotations

from typing import Any

import strawberry

from graphmem.services.retrieval.options import BUDGET
from graphmem_api.context import Info
from graphmem_api.schema import arguments as given
from graphmem_api.schema import dream as dreams
from graphmem_api.schema.audit import AuditQuery
from graphmem_api.schema.connections import MOST, PAGE, After, Connection, First, FormerFirst, HowMany, many
from graphmem_api.schema.digest import DigestQuery
from graphmem_api.schema.drawer import DrawerPayload, placed_drawer
from graphmem_api.schema.dream import DreamPlanPayload, DreamRun, DreamRunPayload, TierCount
from graphmem_api.schema.entity import Entity
from graphmem_api.schema.entity_profile import EntityPayload, all_entities, entities, profile
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
from graphmem_api.schema.key import KeyQuery
from graphmem_api.schema.life import MemoryLifePayload, memory_life
from graphmem_api.schema.lifecycle_queries import LifecycleQuery
from graphmem_api.schema.memory import Memory, MemoryPayload, memories, memory_detail
from graphmem_api.schema.node import NodeQuery
from graphmem_api.schema.options import with_options
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
from graphmem_api.schema.recall import RecallPayload, recollection, recollection_for, searched
from graphmem_api.schema.retention import RetentionQuery
from graphmem_api.schema.review import Review, reviews
from graphmem_api.schema.schedule import Schedule, schedules
from graphmem_api.schema.session import Session, all_sessions, sessions
from graphmem_api.schema.settings import SettingsQuery
from graphmem_api.schema.space import SpaceQuery
from graphmem_api.schema.space_rules import SpaceRulesQuery
from graphmem_api.schema.subject import SubjectQuery
from graphmem_api.schema.usage import DailyUsage, daily_usage
from graphmem_api.schema.webhook import WebhookQuery
from graphmem_api.schema.workflow import WorkflowQuery


@with_options("session_in_context")
async def _recall(info: Info, query: given.Question, **options: Any) -> RecallPayload:
    return await answered(recollection(info.context, query, options))


@with_options("categories", "profile", "dormant", "without")
async def _recall_for(info: Info, messages: given.Messages, **options: Any) -> RecallPayload:
    return await answered(recollection_for(info.context, messages, options))


async def _search(info: Info, query: given.Typed, limit: given.Limit = 10) -> RecallPayload:
    return await answered(searched(info.context, query, limit))


async def _causal_chain(
    info: Info,
    ids: given.MemoryIds,
    direction: given.Direction = None,
    as_of: AsOf = None,
    limit: HowMany = PAGE,
    first: FormerFirst = None,
) -> CausalChainPayload:
    return await found(causal_chains(info.context, ids, direction, as_of, many(limit, first)))


async def _related(
    info: Info,
    id: given.MemoryId,
    hops: given.Hops = 1,
    types: given.LinkTypes = None,
    as_of: AsOf = None,
    limit: HowMany = PAGE,
    first: FormerFirst = None,
) -> RelatedPayload:
    return await found(related_memories(info.context, id, hops, types, as_of, many(limit, first)))


async def _entity_profile(
    info: Info, name: given.EntityName, as_of: AsOf = None, limit: HowMany = PAGE, first: FormerFirst = None
) -> EntityAsOfPayload:
    return await found(entity_as_of(info.context, name, as_of, many(limit, first)))


async def _timeline(
    info: Info,
    name: given.EntityName,
    after: given.From = None,
    before: given.Before = None,
    known_at: given.KnownAt = None,
    limit: HowMany = MOST,
    first: FormerFirst = None,
) -> TimelinePayload:
    return await found(timeline(info.context, name, after, before, known_at, many(limit, first)))


async def _activate(
    info: Info,
    task: given.Task = "",
    path: given.FilePath = None,
    project: given.OfProject = None,
    session: given.ShownSession = None,
    budget: given.Budget = BUDGET,
) -> ActivationPayload:
    return await answered(activated(info.context, task, path, project, session, budget))


async def _procedures(
    info: Info,
    task: given.FitsTask = None,
    path: given.FilePath = None,
    project: given.OfProject = None,
    first: First = PAGE,
    after: After = None,
) -> Connection[Procedure]:
    return await procedures(info.context, task, path, project, first, after)


async def _procedure(
    info: Info, name: given.ProcedureName, project: given.OfProject = None, tools: given.WithTools = None
) -> ProcedurePayload:
    return await found(procedure(info.context, name, project, tools))


async def _episodes(info: Info, first: First = PAGE, after: After = None) -> Connection[Episode]:
    return await episodes(info.context, first, after)


async def _memory_stats(info: Info) -> MemoryStats:
    return await stats(info.context)


async def _palace(info: Info, first: First = PAGE, after: After = None) -> Connection[Wing]:
    return await wings(info.context, first, after)


async def _drawer(info: Info, pointer: given.PointerText) -> DrawerPayload:
    return await found(placed_drawer(info.context, pointer))


async def _memory(info: Info, id: given.MemoryId) -> MemoryPayload:
    return await found(memory_detail(info.context, id))


async def _memories(
    info: Info, filters: given.Filters = None, as_of: AsOf = None, first: First = PAGE, after: After = None
) -> Connection[Memory]:
    return await memories(info.context, filters, as_of, first, after)


async def _reviews(info: Info, first: First = PAGE, after: After = None) -> Connection[Review]:
    return await reviews(info.context, first, after)


async def _dream(
    info: Info, limit: HowMany = PAGE, steps: dreams.DreamSteps = None, first: FormerFirst = None
) -> DreamPlanPayload:
    return await answered(dreams.planned(info.context, steps, many(limit, first)))


async def _dream_runs(info: Info, first: First = PAGE, after: After = None) -> Connection[DreamRun]:
    return await dreams.dream_runs(info.context, first, after)


async def _dream_run(info: Info, id: given.DreamRunId, first: First = PAGE, after: After = None) -> DreamRunPayload:
    return await found(dreams.dream_run(info.context, id, first, after))


async def _why(info: Info, id: given.MemoryId) -> MemoryLifePayload:
    return await found(memory_life(info.context, id))


async def _schedules(info: Info) -> list[Schedule]:
    return await schedules(info.context)


async def _tiers(info: Info) -> list[TierCount]:
    return await dreams.tier_counts(info.context)


async def _entity(info: Info, uri: given.EntityUri) -> EntityPayload:
    return await found(profile(info.context, uri))


async def _entities(
    info: Info, type: given.OfType = None, limit: HowMany = PAGE, first: FormerFirst = None
) -> list[Entity]:
    return await entities(info.context, type, many(limit, first))


async def _sessions(info: Info, limit: HowMany = PAGE, first: FormerFirst = None) -> list[Session]:
    return await sessions(info.context, many(limit, first))


async def _all_entities(
    info: Info, type: given.OfType = None, first: First = PAGE, after: After = None
) -> Connection[Entity]:
    return await all_entities(info.context, type, first, after)


async def _all_sessions(info: Info, first: First = PAGE, after: After = None) -> Connection[Session]:
    return await all_sessions(info.context, first, after)


async def _jobs(
    info: Info, states: given.States = None, kinds: given.Kinds = None, first: First = PAGE, after: After = None
) -> Connection[Job]:
    return await jobs(info.context, states or [], kinds or [], first, after)


async def _usage(info: Info, since: given.Since = None, until: given.Until = None) -> list[DailyUsage]:
    return await daily_usage(info.context, since, until)


async def _health(info: Info) -> Health:
    return await health(info.context)


@strawberry.type(description="Everything that reads. All of it is about the asking owner's memory only.")
class Query(
    DigestQuery, ForgettingQuery, LifecycleQuery, KeyQuery, AuditQuery, SettingsQuery, NodeQuery, RetentionQuery,
    SpaceQuery, SpaceRulesQuery, SubjectQuery, WebhookQuery, WorkflowQuery,
):  # fmt: skip
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
    why: MemoryLifePayload = strawberry.field(
        resolver=_why,
        description="What became of a memory and why: told, climbed, put to sleep, woken, by which dream and rule.",
    )
    schedules: list[Schedule] = strawberry.field(
        resolver=_schedules,
        description="When memory dreams by itself, and what became of it; `setSchedule` changes it.",
    )
    tiers: list[TierCount] = strawberry.field(resolver=_tiers, description="How many memories each tier has.")
    entity: EntityPayload = strawberry.field(
        resolver=_entity, description="Somebody or something with what is stated of it, now or ever, and what names it."
    )
    entities: list[Entity] = strawberry.field(
        resolver=_entities,
        description="Whom and what memories name, those named most often first.",
        deprecation_reason="`allEntities` pages.",
    )
    all_entities: Connection[Entity] = strawberry.field(
        resolver=_all_entities,
        description="Whom and what memories name, those named most often first, by what names each without those "
        "merged into it.",
    )
    sessions: list[Session] = strawberry.field(
        resolver=_sessions,
        description="Stretches of use, the latest first.",
        deprecation_reason="`allSessions` pages.",
    )
    all_sessions: Connection[Session] = strawberry.field(
        resolver=_all_sessions, description="Stretches of use, the latest first."
    )
    jobs: Connection[Job] = strawberry.field(
        resolver=_jobs, description="Background work, last asked for first, with its errors."
    )
    usage: list[DailyUsage] = strawberry.field(
        resolver=_usage, description="What model calls cost, by day, source and model."
    )
    health: Health = strawberry.field(resolver=_health, description="What answers, and how much is remembered.")
