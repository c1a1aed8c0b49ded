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


async def _due(info: Info) -> list[DueMemory]:
    return await due_memories(info.context)


async def _hot_tier(info: Info, project: OfProject = None) -> HotTierPayload:
    return await answered(hot_tier(info.context, project))


async def _working_memory(info: Info, session: OfSession = None) -> WorkingMemoryPayload:
    return await found(working_memory(info.context, session))


@strawberry.type
class LifecycleQuery:
    due_memories: list[DueMemory] = strawberry.field(
        resolver=_due,
        description="Plans whose day is today, tomorrow or under way, or went by lately while nobody was told, the "
        "first to end first. Reading tells nobody of them: a block does, once.",
    )
    hot_tier: HotTierPayload = strawberry.field(
        resolver=_hot_tier,
        description="What stands in every block without being asked for: semantic, of a utility of 0.8 or more, used "
        "ten times or more, not thirty days old, sure and true; up to five minutes old, as blocks have it.",
    )
    working_memory: WorkingMemoryPayload = strawberry.field(
        resolver=_working_memory,
        description="What a session has in mind now: what was said in it last and weighs most, which takes part in its "
        "recalls. Nothing of a session that has ended.",
    )
