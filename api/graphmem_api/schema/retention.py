"""Memories that the rules of retention remove."""

from __future__ import annotations

from typing import Annotated

import strawberry
from strawberry import union

from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, HowMany
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.problems import InvalidInput, with_invalid_input


@strawberry.type(description="A memory that has been kept for longer than a rule says.")
class OutlivedMemory(FromModel):
    memory: Memory
    rule: str


@strawberry.type(description="Memories that the rules remove, or would.")
class Retained(FromModel):
    dry: bool
    count: int = strawberry.field(description="How many memories.")
    outlived: list[OutlivedMemory] = strawberry.field(description="The first of them.")


RetentionPayload = Annotated[
    Retained | InvalidInput,
    union("RetentionPayload", description="The removed memories, or those to remove, or the error about the request."),
]


@with_invalid_input()
async def _retention(info: Info, limit: HowMany = PAGE) -> RetentionPayload:
    rules = info.context.memory.background.retention
    return Retained.of(await rules.apply(info.context.owner, dry=True, limit=limit))


@with_invalid_input()
async def _apply(info: Info, limit: HowMany = PAGE) -> RetentionPayload:
    rules = info.context.memory.background.retention
    return Retained.of(await rules.apply(info.context.owner, dry=False, limit=limit))


@strawberry.type
class RetentionQuery:
    retention: RetentionPayload = strawberry.field(
        resolver=_retention, description="Memories that the setting `retention` would remove now; nothing is written."
    )


@strawberry.type
class RetentionMutation:
    apply_retention: RetentionPayload = strawberry.mutation(
        resolver=_apply,
        description="Remove the memories that the setting `retention` covers; each dream of the night does it, too.",
    )
