"""Tombstones: values that must not be remembered again, in a list, and lifting them."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model import tombstone as model
from graphmem.services.tombstones import Lifted
from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.from_model import copy_fields
from graphmem_api.schema.memory_changes import BY
from graphmem_api.schema.problems import Failure, require_id, with_not_found

strawberry.enum(
    model.Reason,
    name="TombstoneReason",
    description="FORGOTTEN: somebody had a memory forgotten. DELETED: somebody deleted the turn. "
    "CORRECTED: it was said, or decided, that it never was so.",
)


@strawberry.type(
    description="A bar against remembering a value again. It holds no text: values are known by their keyed "
    "hashes. The owner lifts it by saying it again in a message."
)
class Tombstone:
    id: str = strawberry.field(description="The id for `lift`; its start will do.")
    memory: str | None = strawberry.field(description="The memory that went; null for a turn.")
    subject: str = strawberry.field(description="Its subject: user, other, or turn.")
    attribute: str = strawberry.field(description="The kind of value, in a word of the readers' lists.")
    reason: model.Reason
    by: str = strawberry.field(description="Through what it was set: api, command line, library, observer …")
    at: datetime
    values: int = strawberry.field(description="In how many spellings it is known.")
    hits: int = strawberry.field(description="How often it kept something out.")
    last_hit_at: datetime | None
    lifted_at: datetime | None = strawberry.field(description="Null while it stands.")
    lifted_by: str | None = strawberry.field(description='Through what; "told again" when its owner said it anew.')

    @classmethod
    def of(cls, stone: model.Tombstone) -> Tombstone:
        return copy_fields(cls, stone, memory=stone.memory or None)


@strawberry.type(description="A tombstone that bars nothing any more, with what came back.")
class LiftedTombstone:
    tombstone: Tombstone
    memories: int = strawberry.field(description="Memories that are believed again.")
    turns: int = strawberry.field(description="Verbatim turns that are found again.")

    @classmethod
    def of(cls, told: Lifted) -> LiftedTombstone:
        return cls(tombstone=Tombstone.of(told.tombstone), memories=told.memories, turns=told.turns)


LiftPayload = Annotated[
    LiftedTombstone | Failure, union("LiftPayload", description="The lifted tombstone, or the reason for none.")
]
Every = Annotated[bool, argument("Lifted ones, too.")]
TombstoneId = Annotated[
    str, argument("Of a tombstone, as `tombstones` gives it, or the start of its id; 12 digits or more to change it.")
]


async def tombstones(
    info: Info, every: Every = False, first: First = PAGE, after: After = None
) -> Connection[Tombstone]:
    page = await info.context.memory.tombstones.page(
        info.context.owner, every=every, first=first, after=decoded("tombstones", after)
    )
    count = partial(info.context.memory.sizes.tombstones, info.context.owner, every=every)
    return connection("tombstones", page, Tombstone.of, after, count)


@with_not_found()
async def lift(info: Info, id: TombstoneId) -> LiftPayload:
    return LiftedTombstone.of(await info.context.memory.tombstones.lift(info.context.owner, require_id(id), by=BY))
