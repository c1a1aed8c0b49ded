"""What is in mind without being asked for: working memory, and the hot tier."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.cognition.working_memory import CAPACITY
from graphmem_api.context import Context
from graphmem_api.schema.copied import Copied
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.problems import InvalidInput, NotFound


@strawberry.type(description="A memory that a session has in mind.")
class HeldMemory(Copied):
    memory: Memory
    session: str = strawberry.field(description="Id of the session.")
    attention: float = strawberry.field(
        description="Importance, times 1/e for each half hour in which nobody touched it, and a tenth more for each "
        "access; the least makes room for what comes."
    )
    accesses: int = strawberry.field(description="How often it was told in the session.")
    held_since: datetime
    touched_at: datetime = strawberry.field(description="When it was last told in the session.")


@strawberry.type(description="What sessions have in mind now.")
class WorkingMemory:
    capacity: int = strawberry.field(description="Memories that one session holds at the most.")
    held: list[HeldMemory] = strawberry.field(description="The most attended first.")


@strawberry.type(description="A memory that stands in every block of a recall, and what made it one of those.")
class HotMemory(Copied):
    memory: Memory
    utility: float = strawberry.field(description="How often it helped, 0 to 1.")
    accesses: int = strawberry.field(description="How often it was used.")
    age_days: float = strawberry.field(description="Days since it was made.")


@strawberry.type(description="What stands in every block; at most fifteen, of the last thirty days.")
class HotTier:
    memories: list[HotMemory] = strawberry.field(description="The most useful first, as blocks have them.")


WorkingMemoryPayload = Annotated[
    WorkingMemory | NotFound | InvalidInput,
    strawberry.union("WorkingMemoryPayload", description="What is in mind, or why nothing is told."),
]
HotTierPayload = Annotated[
    HotTier | InvalidInput,
    strawberry.union("HotTierPayload", description="The hot tier, or what is wrong with the project."),
]


async def working_memory(context: Context, session: str | None) -> WorkingMemory:
    """What the owner's session has in mind, or all that go on have."""
    held = await context.memory.sessions.working_memory(context.owner, session)
    return WorkingMemory(capacity=CAPACITY, held=[HeldMemory.of(one) for one in held])


async def hot_tier(context: Context, project: str | None) -> HotTier:
    """The owner's hot tier."""
    return HotTier(memories=[HotMemory.of(one) for one in await context.memory.hot.told(context.owner, project)])
