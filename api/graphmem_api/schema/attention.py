"""Memories in mind without a question: working memory, the hot tier, and plans whose day has come."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.cognition.working_memory import CAPACITY
from graphmem_api.context import Info
from graphmem_api.schema.arguments import OfProject
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.problems import Failure, InvalidInput, with_invalid_input, with_not_found


@strawberry.type(description="A memory that a session has in mind.")
class HeldMemory(FromModel):
    memory: Memory
    session: str = strawberry.field(description="Id of the session.")
    attention: float = strawberry.field(
        description="Importance, times 1/e for each half hour without an access, and a tenth more for each access. A "
        "new memory takes the place of the one with the least."
    )
    accesses: int = strawberry.field(description="How often the session stated it.")
    held_since: datetime
    touched_at: datetime = strawberry.field(description="When the session last stated it.")


@strawberry.type(description="Working memories of sessions that are active now.")
class WorkingMemory:
    capacity: int = strawberry.field(description="Memories that one session holds at the most.")
    held: list[HeldMemory] = strawberry.field(description="The most attended first.")


@strawberry.type(description="A memory that stands in every block of a recall, with the figures that qualify it.")
class HotMemory(FromModel):
    memory: Memory
    utility: float = strawberry.field(description="How well it helped by its outcomes, 0 to 1.")
    accesses: int = strawberry.field(description="How often it was used.")
    age_days: float = strawberry.field(description="Days since it was made.")


@strawberry.type(
    description="The hot tier, which stands in every block; at most fifteen memories of the last thirty days."
)
class HotTier:
    memories: list[HotMemory] = strawberry.field(description="The most useful first, as blocks have them.")


WorkingMemoryPayload = Annotated[
    WorkingMemory | Failure, union("WorkingMemoryPayload", description="The working memories, or the reason for none.")
]
HotTierPayload = Annotated[
    HotTier | InvalidInput, union("HotTierPayload", description="The hot tier, or what is wrong with the project.")
]
OfSession = Annotated[str | None, argument("Id of a session; the active sessions when missing.")]


@with_not_found()
async def working_memory(info: Info, session: OfSession = None) -> WorkingMemoryPayload:
    held = await info.context.memory.sessions.working_memory(info.context.owner, session)
    return WorkingMemory(capacity=CAPACITY, held=[HeldMemory.of(one) for one in held])


@with_invalid_input()
async def hot_tier(info: Info, project: OfProject = None) -> HotTierPayload:
    context = info.context
    return HotTier(
        memories=[HotMemory.of(one) for one in await context.memory.hot.with_reasons(context.owner, project)]
    )


@strawberry.type(
    description="A plan for today or tomorrow, one under way, or what recurs then; a block announces each once."
)
class DueMemory(FromModel):
    memory: Memory
    first: date = strawberry.field(description="Its first day, UTC.")
    last: date = strawberry.field(description="Its last day, UTC; after it a dream puts the plan to sleep.")
    told_at: datetime | None = strawberry.field(description="When a block announced it; null before that.")
    later: Memory | None = strawberry.field(
        description="The newest statement that may have ended the plan, by an open review."
    )


async def due(info: Info) -> list[DueMemory]:
    return [DueMemory.of(one) for one in await info.context.memory.prospective.due(info.context.owner)]


@strawberry.type
class LifecycleQuery:
    due_memories: list[DueMemory] = strawberry.field(
        resolver=due,
        description="Plans for today or tomorrow, plans under way, and recent ones that no block announced, the first "
        "to end first. Reading this list announces nothing.",
    )
    hot_tier: HotTierPayload = strawberry.field(
        resolver=hot_tier,
        description="The hot tier, which stands in every block: semantic memories with a utility of 0.8 or more, ten "
        "uses or more and less than thirty days of age, sure and true. Like blocks, it may be five minutes behind.",
    )
    working_memory: WorkingMemoryPayload = strawberry.field(
        resolver=working_memory,
        description="A session's working memory: its latest and most important memories, which take part in its "
        "recalls. An ended session has none.",
    )
