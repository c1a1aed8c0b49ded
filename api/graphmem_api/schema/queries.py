"""The root fields that read."""

from __future__ import annotations

import strawberry

from graphmem_api.schema.attention import LifecycleQuery
from graphmem_api.schema.audit import AuditQuery
from graphmem_api.schema.connections import Connection
from graphmem_api.schema.drawer import DrawerPayload, drawer
from graphmem_api.schema.dream import (
    DreamPlanPayload,
    DreamRun,
    DreamRunPayload,
    TierCount,
    dream,
    dream_run,
    dream_runs,
    tiers,
)
from graphmem_api.schema.entity import Entity
from graphmem_api.schema.entity_profile import EntityPayload, all_entities, entities, entity
from graphmem_api.schema.exploration import (
    ActivationPayload,
    CausalChainPayload,
    EntityAsOfPayload,
    RelatedPayload,
    TimelinePayload,
    activate,
    causal_chain,
    entity_profile,
    related,
    timeline,
)
from graphmem_api.schema.forgetting_roots import ForgettingQuery
from graphmem_api.schema.health import Health, health
from graphmem_api.schema.job import Job, jobs
from graphmem_api.schema.key import KeyQuery
from graphmem_api.schema.life import MemoryLifePayload, why
from graphmem_api.schema.memory import Memory, MemoryPayload, memories, memory
from graphmem_api.schema.node import NodeQuery
from graphmem_api.schema.palace import Wing, palace
from graphmem_api.schema.procedure import (
    Episode,
    MemoryStats,
    Procedure,
    ProcedurePayload,
    episodes,
    memory_stats,
    procedure,
    procedures,
)
from graphmem_api.schema.recall import RecallPayload, recall, recall_for, search
from graphmem_api.schema.retention import RetentionQuery
from graphmem_api.schema.review import Review, reviews
from graphmem_api.schema.schedule import Schedule, schedules
from graphmem_api.schema.session import Session, all_sessions, sessions
from graphmem_api.schema.settings import SettingsQuery
from graphmem_api.schema.space import SpaceQuery
from graphmem_api.schema.subject import DigestQuery, SubjectQuery
from graphmem_api.schema.usage import DailyUsage, usage
from graphmem_api.schema.webhook import WebhookQuery
from graphmem_api.schema.workflow import WorkflowQuery


@strawberry.type(description="Everything that reads. All of it is about the asking owner's memory only.")
class Query(
    DigestQuery, ForgettingQuery, LifecycleQuery, KeyQuery, AuditQuery, SettingsQuery, NodeQuery, RetentionQuery,
    SpaceQuery, SubjectQuery, WebhookQuery, WorkflowQuery,
):  # fmt: skip
    recall: RecallPayload = strawberry.field(
        resolver=recall,
        description="The memories and turns that answer a question best, each with the reason it was chosen.",
    )
    recall_for: RecallPayload = strawberry.field(
        resolver=recall_for,
        description="The memories for an agent's next turn, given the last messages of its conversation: their last "
        "question in words that stand by themselves, under the mood they were said in.",
    )
    search: RecallPayload = strawberry.field(
        resolver=search,
        description="Memories and turns that resemble some words, by meaning and by text alone, for a search box. "
        "Writes nothing.",
    )
    causal_chain: CausalChainPayload = strawberry.field(
        resolver=causal_chain, description="Causes and effects of these memories, in one or two steps."
    )
    related: RelatedPayload = strawberry.field(
        resolver=related,
        description="Memories around a memory, breadth first: over relations, and over entities that both name.",
    )
    entity_profile: EntityAsOfPayload = strawberry.field(
        resolver=entity_profile,
        description="Somebody or something by name, with the facts and memories that held at an instant.",
    )
    timeline: TimelinePayload = strawberry.field(
        resolver=timeline,
        description="The history of an entity, in the order it began, with replacements.",
    )
    activate: ActivationPayload = strawberry.field(
        resolver=activate,
        description="The standing context of an agent at work: what always matters, what is used, what helps with the "
        "task, under a token budget.",
    )
    procedures: Connection[Procedure] = strawberry.field(
        resolver=procedures,
        description="How things are done here, step by step: all by name, or the best that fit a task.",
    )
    procedure: ProcedurePayload = strawberry.field(
        resolver=procedure, description="A procedure by its name, with the steps it had before."
    )
    episodes: Connection[Episode] = strawberry.field(
        resolver=episodes, description="An agent's episodes, its records of its work, the last to happen first."
    )
    memory_stats: MemoryStats = strawberry.field(
        resolver=memory_stats, description="The size of the memory, by category, tier and source, counted anew."
    )
    palace: Connection[Wing] = strawberry.field(
        resolver=palace, description="The palace: wings by number, with rooms, closets and drawers within."
    )
    drawer: DrawerPayload = strawberry.field(resolver=drawer, description="The turn that a pointer cites.")
    memory: MemoryPayload = strawberry.field(
        resolver=memory, description="A memory with its sources, relations, former texts and tiers."
    )
    memories: Connection[Memory] = strawberry.field(
        resolver=memories, description="Memories, the statements derived from all turns, the latest statement first."
    )
    reviews: Connection[Review] = strawberry.field(
        resolver=reviews,
        description="Pairs of which the gate was not sure whether the newer statement ended the older, the last found "
        "first; `decideReview` decides.",
    )
    dream: DreamPlanPayload = strawberry.field(
        resolver=dream,
        description="The changes that a dream would make now, memory by memory; nothing is written. `applyDream` "
        "carries it out.",
    )
    dream_runs: Connection[DreamRun] = strawberry.field(
        resolver=dream_runs, description="Dreams that were carried out, or wait for a confirmation, the last first."
    )
    dream_run: DreamRunPayload = strawberry.field(
        resolver=dream_run, description="A dream with what it changed, in the order of its plan."
    )
    why: MemoryLifePayload = strawberry.field(
        resolver=why,
        description="The life of a memory with reasons: told, climbed, put to sleep, woken, by which dream and rule.",
    )
    schedules: list[Schedule] = strawberry.field(
        resolver=schedules, description="When memory dreams by itself, and what became of it; `setSchedule` changes it."
    )
    tiers: list[TierCount] = strawberry.field(resolver=tiers, description="How many memories each tier has.")
    entity: EntityPayload = strawberry.field(
        resolver=entity, description="Somebody or something with what is stated of it, now or ever, and what names it."
    )
    entities: list[Entity] = strawberry.field(
        resolver=entities,
        description="Entities that memories name, those named most often first.",
        deprecation_reason="`allEntities` pages.",
    )
    all_entities: Connection[Entity] = strawberry.field(
        resolver=all_entities,
        description="Entities that memories name, those named most often first; the count of each leaves out those "
        "merged into it.",
    )
    sessions: list[Session] = strawberry.field(
        resolver=sessions, description="Stretches of use, the latest first.", deprecation_reason="`allSessions` pages."
    )
    all_sessions: Connection[Session] = strawberry.field(
        resolver=all_sessions, description="Stretches of use, the latest first."
    )
    jobs: Connection[Job] = strawberry.field(
        resolver=jobs, description="Background work, last asked for first, with its errors."
    )
    usage: list[DailyUsage] = strawberry.field(
        resolver=usage, description="Costs of model calls, by day, source and model."
    )
    health: Health = strawberry.field(
        resolver=health, description="The state of each part, and the size of the memory."
    )
