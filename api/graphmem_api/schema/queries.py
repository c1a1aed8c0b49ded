"""The fields that read."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import strawberry

from graphmem.model.entity import EntityType
from graphmem.model.job import JobKind, JobState
from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, After, Connection, First
from graphmem_api.schema.drawer import DrawerPayload, placed_drawer
from graphmem_api.schema.entity import Entity, EntityPayload, entities, profile
from graphmem_api.schema.health import Health, health
from graphmem_api.schema.job import Job, jobs
from graphmem_api.schema.memory import Memory, MemoryFilter, MemoryPayload, memories, memory_detail
from graphmem_api.schema.palace import Wing, wings
from graphmem_api.schema.problems import answered, found
from graphmem_api.schema.recall import RecallPayload, recollection
from graphmem_api.schema.session import Session, sessions
from graphmem_api.schema.usage import DailyUsage, daily_usage

Question = Annotated[
    str,
    strawberry.argument(
        description="A question or some words, English or Turkish, at most 200,000 characters. No query syntax: every "
        "character means itself."
    ),
]
Limit = Annotated[int, strawberry.argument(description="How many hits, 1 to 200.")]
PointerText = Annotated[
    str, strawberry.argument(description="Like § W-042/R-11/D-007; the sign and leading zeros may be missing.")
]
MemoryId = Annotated[str, strawberry.argument(description="Of a memory, as `memories` gives it.")]
Filters = Annotated[MemoryFilter | None, strawberry.argument(description="Which ones; what is true now when missing.")]
EntityUri = Annotated[str, strawberry.argument(description="Like entity://person/ayse.")]
OfType = Annotated[EntityType | None, strawberry.argument(description="Only those of this type.")]
States = Annotated[list[JobState] | None, strawberry.argument(description="Only those in one of these states.")]
Kinds = Annotated[list[JobKind] | None, strawberry.argument(description="Only those of one of these kinds.")]
Since = Annotated[date | None, strawberry.argument(description="First day, UTC; 30 days before `until` when missing.")]
Until = Annotated[date | None, strawberry.argument(description="The day after the last one; tomorrow when missing.")]


async def _recall(info: Info, query: Question, limit: Limit = 10) -> RecallPayload:
    return await answered(recollection(info.context, query, limit))


async def _palace(info: Info, first: First = PAGE, after: After = None) -> Connection[Wing]:
    return await wings(info.context, first, after)


async def _drawer(info: Info, pointer: PointerText) -> DrawerPayload:
    return await found(placed_drawer(info.context, pointer))


async def _memory(info: Info, id: MemoryId) -> MemoryPayload:
    return await found(memory_detail(info.context, id))


async def _memories(
    info: Info, filters: Filters = None, first: First = PAGE, after: After = None
) -> Connection[Memory]:
    return await memories(info.context, filters, first, after)


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
class Query:
    recall: RecallPayload = strawberry.field(
        resolver=_recall, description="The turns that answer a question best, each with the reason it was chosen."
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
