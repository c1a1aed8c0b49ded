"""Outcomes: whether what an agent was given helped."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem_api.context import Context
from graphmem_api.schema.problems import InvalidInput, NotFound


@strawberry.type(description="Uses of memories that were counted.")
class RecordedOutcome:
    memories: int = strawberry.field(description="How many memories were named, each counted once.")
    success: bool


OutcomePayload = Annotated[
    RecordedOutcome | NotFound | InvalidInput,
    strawberry.union("OutcomePayload", description="What was counted, or why nothing was."),
]


async def recorded(context: Context, ids: list[str], *, success: bool) -> RecordedOutcome:
    """The owner's memories, reviewed."""
    counted = await context.memory.outcomes.record(context.owner, ids, success=success)
    return RecordedOutcome(memories=counted, success=success)
