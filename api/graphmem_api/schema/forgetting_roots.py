"""The root fields of what must not come back."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, After, Connection, First
from graphmem_api.schema.problems import found
from graphmem_api.schema.tombstone import LiftPayload, Tombstone, lifted, tombstones

Every = Annotated[bool, strawberry.argument(description="Lifted ones, too.")]
TombstoneId = Annotated[
    str, strawberry.argument(description="Of a tombstone, as `tombstones` gives it, or the start of its id.")
]


async def _tombstones(
    info: Info, every: Every = False, first: First = PAGE, after: After = None
) -> Connection[Tombstone]:
    return await tombstones(info.context, every, first, after)


async def _lift(info: Info, id: TombstoneId) -> LiftPayload:
    return await found(lifted(info.context, id))


@strawberry.type
class ForgettingQuery:
    tombstones: Connection[Tombstone] = strawberry.field(
        resolver=_tombstones, description="What must not be remembered again, the last forgotten first."
    )


@strawberry.type
class ForgettingMutation:
    lift: LiftPayload = strawberry.mutation(
        resolver=_lift,
        description="Let what a tombstone bars be remembered again, and bring back what was forgotten with it.",
    )
