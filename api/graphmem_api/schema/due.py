"""Plans whose day has come."""

from __future__ import annotations

from datetime import date, datetime

import strawberry

from graphmem.model import due as model
from graphmem_api.context import Context
from graphmem_api.schema.memory import Memory


@strawberry.type(
    description="A plan whose day is today, tomorrow or under way, or what recurs then; a block tells of each once."
)
class DueMemory:
    memory: Memory
    first: date = strawberry.field(description="The first day of it, UTC.")
    last: date = strawberry.field(description="The last one, included; a plan sleeps after it.")
    told_at: datetime | None = strawberry.field(description="When a block told of it; null while none has.")
    later: Memory | None = strawberry.field(
        description="The newest statement of which an open review asks whether it ended the plan."
    )

    @classmethod
    def of(cls, due: model.Due) -> DueMemory:
        later = Memory.of(due.later) if due.later else None
        return cls(memory=Memory.of(due.memory), first=due.first, last=due.last, told_at=due.told_at, later=later)


async def due_memories(context: Context) -> list[DueMemory]:
    """The owner's plans that are due."""
    return [DueMemory.of(one) for one in await context.memory.prospective.due(context.owner)]
