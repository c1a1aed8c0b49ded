"""The root fields of what must not come back."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, After, Connection, First, HowMany, many
from graphmem_api.schema.memory import Memory, MemoryPayload
from graphmem_api.schema.memory_changes import edited, invalidated, restored
from graphmem_api.schema.problems import found
from graphmem_api.schema.quarantine import Choice, DecideQuarantinePayload, held, reviewed
from graphmem_api.schema.tombstone import LiftPayload, Tombstone, lifted, tombstones

MemoryId = Annotated[
    str,
    strawberry.argument(
        description="Of a memory, as `memories` gives it, or the start of its id; 12 digits or more to change it."
    ),
]
NewText = Annotated[str, strawberry.argument(description="1 to 2,000 characters.")]
WhyNot = Annotated[str, strawberry.argument(description="At most 500 characters; kept with the memory.")]
Seen = Annotated[
    datetime | None,
    strawberry.argument(description="`recordedAt` of the memory as you saw it: refused when it changed since."),
]
Every = Annotated[bool, strawberry.argument(description="Lifted ones, too.")]
TombstoneId = Annotated[
    str,
    strawberry.argument(
        description="Of a tombstone, as `tombstones` gives it, or the start of its id; 12 digits or more to change it."
    ),
]


async def _tombstones(
    info: Info, every: Every = False, first: First = PAGE, after: After = None
) -> Connection[Tombstone]:
    return await tombstones(info.context, every, first, after)


async def _edit(info: Info, id: MemoryId, text: NewText, seen: Seen = None) -> MemoryPayload:
    return await found(edited(info.context, id, text, seen))


async def _invalidate(info: Info, id: MemoryId, reason: WhyNot = "", seen: Seen = None) -> MemoryPayload:
    return await found(invalidated(info.context, id, reason, seen))


async def _restore(info: Info, id: MemoryId) -> MemoryPayload:
    return await found(restored(info.context, id))


async def _lift(info: Info, id: TombstoneId) -> LiftPayload:
    return await found(lifted(info.context, id))


async def _quarantine(info: Info, limit: HowMany = PAGE) -> list[Memory]:
    return await held(info.context, many(limit, None))


async def _decide_quarantine(info: Info, id: MemoryId, verdict: Choice) -> DecideQuarantinePayload:
    return await found(reviewed(info.context, id, verdict))


@strawberry.type
class ForgettingQuery:
    quarantine: list[Memory] = strawberry.field(
        resolver=_quarantine,
        description="What tools and documents state about people and no recall returns yet, the last recorded first.",
    )
    tombstones: Connection[Tombstone] = strawberry.field(
        resolver=_tombstones, description="What must not be remembered again, the last forgotten first."
    )


@strawberry.type
class ForgettingMutation:
    edit: MemoryPayload = strawberry.mutation(
        resolver=_edit,
        description="Put another text in the place of a memory's, and answer the new one; `restore` takes it back.",
    )
    invalidate: MemoryPayload = strawberry.mutation(
        resolver=_invalidate,
        description="Believe a memory no longer; who asks what was known finds it, and `restore` takes that back.",
    )
    restore: MemoryPayload = strawberry.mutation(
        resolver=_restore,
        description="Believe a memory again that was invalidated, edited or corrected, with what went with it.",
    )
    decide_quarantine: DecideQuarantinePayload = strawberry.mutation(
        resolver=_decide_quarantine, description="Let a memory that is held be recalled, or forget it."
    )
    lift: LiftPayload = strawberry.mutation(
        resolver=_lift,
        description="Let what a tombstone bars be remembered again, and bring back what was forgotten with it.",
    )
