"""Outcomes: reports whether the memories given to an agent helped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.errors import InvalidInputError
from graphmem_api.context import Info
from graphmem_api.schema.problems import Failure, require_id, with_not_found


@strawberry.type(description="Uses of memories that were counted.")
class RecordedOutcome:
    memories: int = strawberry.field(description="How many memories were named, each counted once.")
    success: bool


@strawberry.input(description="A tool with the version that was used, a word each, like node and 22.3.")
class ToolVersionInput:
    name: str
    version: str = strawberry.field(description="Its first number counts: 22.3 and 22.11 are taken for the same.")


@strawberry.input(description="How and where a procedure was followed.")
class ProcedureUseInput:
    step: str | None = strawberry.field(
        default=None, description="The step that failed: its number from 1, or its text."
    )
    version: int | None = strawberry.field(default=None, description="The version; the latest when missing.")
    tools: list[ToolVersionInput] = strawberry.field(default_factory=list, description="At most ten.")


def tools_of(tools: Sequence[ToolVersionInput] | None) -> dict[str, str]:
    """Versions by the names of tools."""
    return {one.name: one.version for one in tools or ()}


OutcomePayload = Annotated[
    RecordedOutcome | Failure,
    union("OutcomePayload", description="The counted uses, or the reason why none was counted."),
]
AtWorkOn = Annotated[str | None, argument("The project at work on which a procedure was recorded, and followed.")]
BlockId = Annotated[
    str | None,
    argument(
        "The `blockId` of a recall of the last 30 days: all that its block showed, and what was made of "
        "the turns in it. Telling the same of it again changes nothing."
    ),
]
OfProcedure = Annotated[str | None, argument("Name of a procedure that was followed.")]
OfUse = Annotated[ProcedureUseInput | None, argument("Of a procedure: which step failed, and where.")]
Success = Annotated[bool, argument("Whether they helped.")]
UsedIds = Annotated[list[str] | None, argument("Of memories, as `recall` and `memories` give them; or a block.")]


@with_not_found()
async def record_outcome(
    info: Info,
    success: Success,
    ids: UsedIds = None,
    procedure: OfProcedure = None,
    block: BlockId = None,
    project: AtWorkOn = None,
    use: OfUse = None,
) -> OutcomePayload:
    context = info.context
    if procedure is not None and ids is None and block is None:
        told = vars(use or ProcedureUseInput())
        how = {"step": told["step"], "version": told["version"], "tools": tools_of(told["tools"])}
        await context.memory.outcomes.used(context.owner, procedure, success=success, project=project, **how)
        return RecordedOutcome(memories=1, success=success)
    if use is not None:
        raise InvalidInputError(
            "A use is told of no procedure alone.", field="use", remedy="Name a procedure, and neither ids nor a block."
        )
    if ids is not None:
        ids = [require_id(id_, "ids") for id_ in ids]
    if procedure is not None:
        followed = (await context.memory.procedures.named(context.owner, procedure, project=project)).memory.id
        ids = [*(ids or ()), followed]
    counted = await context.memory.outcomes.report(context.owner, ids, block, success=success)
    return RecordedOutcome(memories=counted, success=success)
