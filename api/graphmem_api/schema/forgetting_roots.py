"""The root fields of what must not come back."""

from __future__ import annotations

import strawberry

from graphmem_api.schema.connections import Connection
from graphmem_api.schema.memory import Memory, MemoryPayload
from graphmem_api.schema.memory_changes import edit, invalidate, restore
from graphmem_api.schema.quarantine import DecideQuarantinePayload, decide_quarantine, quarantine
from graphmem_api.schema.tombstone import LiftPayload, Tombstone, lift, tombstones


@strawberry.type
class ForgettingQuery:
    quarantine: list[Memory] = strawberry.field(
        resolver=quarantine,
        description="What tools and documents state about people and no recall returns yet, the last recorded first.",
    )
    tombstones: Connection[Tombstone] = strawberry.field(
        resolver=tombstones, description="What must not be remembered again, the last forgotten first."
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
