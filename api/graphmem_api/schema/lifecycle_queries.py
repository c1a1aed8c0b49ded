"""Queries about what time does to memories; a part of `Query`."""

from __future__ import annotations

import strawberry

from graphmem_api.context import Info
from graphmem_api.schema.due import DueMemory, due_memories


async def _due(info: Info) -> list[DueMemory]:
    return await due_memories(info.context)


@strawberry.type
class LifecycleQuery:
    due_memories: list[DueMemory] = strawberry.field(
        resolver=_due,
        description="Plans whose day is today, tomorrow or under way, or went by lately while nobody was told, the "
        "first to end first. Reading tells nobody of them: a block does, once.",
    )
