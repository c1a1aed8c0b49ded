"""Root fields for tombstones, and for memories that wait for a review before a recall returns them."""

from __future__ import annotations

from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model.review import Verdict
from graphmem_api.context import Info
from graphmem_api.schema.arguments import MemoryId
from graphmem_api.schema.connections import PAGE, Connection, HowMany, many
from graphmem_api.schema.memory import Memory, MemoryPayload
from graphmem_api.schema.memory_changes import edit, invalidate, restore
from graphmem_api.schema.problems import Failure, require_id, with_not_found
from graphmem_api.schema.review import BY
from graphmem_api.schema.tombstone import LiftPayload, Tombstone, lift, tombstones

Choice = Annotated[Verdict, argument("ACCEPT: recalls find it from now on. DISMISS: it is forgotten.")]


@strawberry.type(description="The result for a held memory.")
class DecidedQuarantine:
    memory: str = strawberry.field(description="Its whole id.")
    verdict: Verdict


DecideQuarantinePayload = Annotated[
    DecidedQuarantine | Failure, union("DecideQuarantinePayload", description="The decision, or the reason for none.")
]


async def quarantine(info: Info, limit: HowMany = PAGE) -> list[Memory]:
    limit = many(limit, None)
    page = await info.context.memory.memories.quarantine.page(info.context.owner, first=limit)
    return [Memory.of(one) for one in page.items]


@with_not_found()
async def decide_quarantine(info: Info, id: MemoryId, verdict: Choice) -> DecideQuarantinePayload:
    whole = await info.context.memory.memories.quarantine.decide(info.context.owner, require_id(id), verdict, by=BY)
    return DecidedQuarantine(memory=whole, verdict=verdict)


@strawberry.type
class ForgettingQuery:
    quarantine: list[Memory] = strawberry.field(
        resolver=quarantine,
        description="Held memories: statements of tools and documents about people that no recall returns yet, the "
        "last recorded first.",
    )
    tombstones: Connection[Tombstone] = strawberry.field(
        resolver=tombstones,
        description="Tombstones, which bar forgotten values from being remembered again, the last forgotten first.",
    )


@strawberry.type
class ForgettingMutation:
    edit: MemoryPayload = strawberry.mutation(
        resolver=edit,
        description="Put another text in the place of a memory's, and answer the new one; `restore` takes it back.",
    )
    invalidate: MemoryPayload = strawberry.mutation(
        resolver=invalidate,
        description="Believe a memory no longer; who asks what was known finds it, and `restore` takes that back.",
    )
    restore: MemoryPayload = strawberry.mutation(
        resolver=restore,
        description="Believe a memory again that was invalidated, edited or corrected, with what went with it.",
    )
    decide_quarantine: DecideQuarantinePayload = strawberry.mutation(
        resolver=decide_quarantine, description="Let a memory that is held be recalled, or forget it."
    )
    lift: LiftPayload = strawberry.mutation(
        resolver=lift,
        description="Let what a tombstone bars be remembered again, and bring back what was forgotten with it.",
    )
