"""Mutations that do single steps of a dream; a part of `Mutation`."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.model.dream import COMPACTING, CONSOLIDATING, REHEARSING
from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, FormerFirst, HowMany, many
from graphmem_api.schema.dream import ApplyDreamPayload, ConfirmDream, some_steps
from graphmem_api.schema.problems import answered

Apply = Annotated[
    bool, strawberry.argument(description="True carries it out; else the plan is shown and nothing is written.")
]
ShownPlan = Annotated[
    str | None,
    strawberry.argument(
        description="Id of the plan that this showed: that is carried out, or nothing when it changed."
    ),
]

_HOW = "Dry unless `apply`; brakes, `dreamRuns` and `undoDream` are those of a dream."


async def _rehearse(
    info: Info,
    apply: Apply = False,
    plan: ShownPlan = None,
    confirm: ConfirmDream = False,
    limit: HowMany = PAGE,
    first: FormerFirst = None,
) -> ApplyDreamPayload:
    return await answered(some_steps(info.context, REHEARSING, apply, plan, confirm, many(limit, first)))


async def _consolidate(
    info: Info,
    apply: Apply = False,
    plan: ShownPlan = None,
    confirm: ConfirmDream = False,
    limit: HowMany = PAGE,
    first: FormerFirst = None,
) -> ApplyDreamPayload:
    return await answered(some_steps(info.context, CONSOLIDATING, apply, plan, confirm, many(limit, first)))


async def _compact(
    info: Info,
    apply: Apply = False,
    plan: ShownPlan = None,
    confirm: ConfirmDream = False,
    limit: HowMany = PAGE,
    first: FormerFirst = None,
) -> ApplyDreamPayload:
    return await answered(some_steps(info.context, COMPACTING, apply, plan, confirm, many(limit, first)))


@strawberry.type
class LifecycleMutation:
    rehearse: ApplyDreamPayload = strawberry.mutation(
        resolver=_rehearse,
        description="Go over the memories, at most fifty, whose retention fell below 0.3: their stability grows by "
        f"half and they fade more slowly. It counts as no use of them. {_HOW}",
    )
    consolidate: ApplyDreamPayload = strawberry.mutation(
        resolver=_consolidate,
        description="List what was said of one thing (themes), and what is best supported of each category of ten "
        f"statements or more (summaries), in the words it was said in. {_HOW}",
    )
    compact: ApplyDreamPayload = strawberry.mutation(
        resolver=_compact,
        description="Of two memories that say the same one goes to sleep and points to the other. Indexes keep "
        "themselves; what lacks its vector, and is found by words alone, is asked to get one in the background when "
        f"this is applied. {_HOW}",
    )
