"""Outcomes: whether what an agent was given helped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import strawberry

from graphmem_api.context import Context
from graphmem_api.schema.problems import InvalidInput, NotFound, named


@strawberry.type(description="Uses of memories that were counted.")
class RecordedOutcome:
    memories: int = strawberry.field(description="How many memories were named, each counted once.")
    success: bool


OutcomePayload = Annotated[
    RecordedOutcome | NotFound | InvalidInput,
    strawberry.union("OutcomePayload", description="What was counted, or why nothing was."),
]


async def recorded(
    context: Context,
    ids: Sequence[str] | None,
    procedure: str | None,
    block: str | None,
    project: str | None,
    *,
    success: bool,
) -> RecordedOutcome:
    """The owner's memories, or those of a block, reviewed; of procedures the project's own before the one of none."""
    if ids is not None:
        ids = [named(id_, "ids") for id_ in ids]
    if procedure is not None:
        followed = (await context.memory.procedures.named(context.owner, procedure, project=project)).memory.id
        ids = [*(ids or ()), followed]
    counted = await context.memory.outcomes.told(context.owner, ids, block, success=success)
    return RecordedOutcome(memories=counted, success=success)
