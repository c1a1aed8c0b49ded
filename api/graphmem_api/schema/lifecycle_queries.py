"""Queries about what time does to memories; a part of `Query`."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem_api.context import Info
from graphmem_api.schema.arguments import OfProject
from graphmem_api.schema.attention import HotTierPayload, WorkingMemoryPayload, hot_tier, working_memory
from graphmem_api.schema.due import DueMemory, due_memories
from graphmem_api.schema.problems import answered, found

OfSession = Annotated[
    str | None, strawberry.argument(description="As startSession gave it; all that go on when missing.")
]


@strawberry.type
class LifecycleQuery:
    @strawberry.field(
        description="Plans whose day is today, tomorrow or under way, or went by lately while nobody was told, the "
        "first to end first. Reading tells nobody of them: a block does, once."
    )
    async def due_memories(self, info: Info) -> list[DueMemory]:
        return await due_memories(info.context)

    @strawberry.field(
        description="What stands in every block without being asked for: semantic, of a utility of 0.8 or more, used "
        "ten times or more, not thirty days old, sure and true; up to five minutes old, as blocks have it."
    )
    async def hot_tier(self, info: Info, project: OfProject = None) -> HotTierPayload:
        return await answered(hot_tier(info.context, project))

    @strawberry.field(
        description="What a session has in mind now: what was said in it last and weighs most, which takes part in its "
        "recalls. Nothing of a session that has ended."
    )
    async def working_memory(self, info: Info, session: OfSession = None) -> WorkingMemoryPayload:
        return await found(working_memory(info.context, session))
