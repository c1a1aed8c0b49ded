"""A person's changes of single memories: keep, protect, retract, relate; deletion of a verbatim turn."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model import relation
from graphmem.services.tombstones import Forgetting
from graphmem_api.context import Info
from graphmem_api.schema.arguments import MemoryId, PointerText
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.memory import MemoryDetail, MemoryPayload
from graphmem_api.schema.problems import Failure, require_id, with_not_found

BY = "api"


@strawberry.type(description="An edge from one memory to another.")
class Relation(FromModel):
    source: str = strawberry.field(description="Id of a memory.")
    target: str = strawberry.field(description="Id of the other one.")
    type: relation.RelationType
    confidence: float = strawberry.field(description="0 to 1.")
    detected_by: str = strawberry.field(description="manual, for what a person or an agent related.")


@strawberry.type(
    description="A memory that no recall returns any more, and that does not come back by being mined again."
)
class Forgotten:
    id: str
    forgotten: bool = strawberry.field(description="False when it had been forgotten before.")
    tombstone: str | None = strawberry.field(description="The id of the tombstone, for `lift`.")
    memories: int = strawberry.field(
        description="Memories that said the same, or were derived from it; they went, too."
    )
    turns: int = strawberry.field(
        description="Verbatim turns that say it. Nobody finds them; deleteDrawer deletes one."
    )

    @classmethod
    def of(cls, id_: str, told: Forgetting) -> Forgotten:
        return copy_fields(cls, told, id=id_, forgotten=told.tombstone is not None)


@strawberry.type(description="A verbatim turn that is gone for good.")
class DeletedDrawer:
    pointer: str = strawberry.field(description="As it was given.")
    memories: int = strawberry.field(description="Memories that only this turn said; they went with it.")


RelatePayload = Annotated[Relation | Failure, union("RelatePayload", description="The relation, or why there is none.")]
ForgetPayload = Annotated[
    Forgotten | Failure,
    union("ForgetPayload", description="The forgotten memory, or the reason why nothing was forgotten."),
]
DeleteDrawerPayload = Annotated[
    DeletedDrawer | Failure,
    union("DeleteDrawerPayload", description="The deleted turn, or the reason why nothing was deleted."),
]
Confidence = Annotated[float, argument("Above 0, at most 1.")]
Immutable = Annotated[bool, argument("False releases it.")]
NewText = Annotated[str, argument("1 to 2,000 characters.")]
Pinned = Annotated[bool, argument("False lets it go its way again.")]
RelationKind = Annotated[relation.RelationType, argument("How the first hangs together with the second.")]
Seen = Annotated[datetime | None, argument("`recordedAt` of the memory as you saw it: refused when it changed since.")]
WhyNot = Annotated[str, argument("At most 500 characters; kept with the memory.")]


@with_not_found()
async def pin(info: Info, id: MemoryId, pinned: Pinned = True) -> MemoryPayload:
    return MemoryDetail.of(await info.context.memory.memories.pin(info.context.owner, require_id(id), pinned=pinned))


@with_not_found()
async def set_immutable(info: Info, id: MemoryId, immutable: Immutable = True) -> MemoryPayload:
    context = info.context
    return MemoryDetail.of(
        await context.memory.memories.set_immutable(context.owner, require_id(id), immutable=immutable)
    )


@with_not_found()
async def forget(info: Info, id: MemoryId) -> ForgetPayload:
    return Forgotten.of(id, await info.context.memory.memories.forget(info.context.owner, require_id(id), by=BY))


@with_not_found()
async def relate(
    info: Info, source: MemoryId, target: MemoryId, type: RelationKind, confidence: Confidence = 1.0
) -> RelatePayload:
    context = info.context
    pair = require_id(source, "source"), require_id(target, "target")
    return Relation.of(await context.memory.memories.relate(context.owner, *pair, type, confidence=confidence))


@with_not_found()
async def edit(info: Info, id: MemoryId, text: NewText, seen: Seen = None) -> MemoryPayload:
    amendments = info.context.memory.amendments
    return MemoryDetail.of(await amendments.edit(info.context.owner, require_id(id), text, by=BY, seen=seen))


@with_not_found()
async def invalidate(info: Info, id: MemoryId, reason: WhyNot = "", seen: Seen = None) -> MemoryPayload:
    amendments = info.context.memory.amendments
    return MemoryDetail.of(await amendments.invalidate(info.context.owner, require_id(id), reason, by=BY, seen=seen))


@with_not_found()
async def restore(info: Info, id: MemoryId) -> MemoryPayload:
    return MemoryDetail.of(await info.context.memory.amendments.restore(info.context.owner, require_id(id), by=BY))


@with_not_found()
async def delete_drawer(info: Info, pointer: PointerText) -> DeleteDrawerPayload:
    memories = await info.context.memory.memories.delete_drawer(info.context.owner, pointer, by=BY)
    return DeletedDrawer(pointer=pointer, memories=memories)
