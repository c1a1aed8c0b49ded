"""What a person does to single memories: keep, protect, retract, relate; and the deletion of a verbatim turn."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.model import relation
from graphmem.services.tombstones import Forgetting
from graphmem_api.context import Context
from graphmem_api.schema.copied import Copied, copied
from graphmem_api.schema.memory import MemoryDetail
from graphmem_api.schema.problems import InvalidInput, NotFound, named

BY = "api"


@strawberry.type(description="An edge from one memory to another.")
class Relation(Copied):
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
    tombstone: str | None = strawberry.field(description="What keeps it so; `lift` takes it back.")
    memories: int = strawberry.field(
        description="Memories that said the same, or were derived from it; they went, too."
    )
    turns: int = strawberry.field(
        description="Verbatim turns that say it. Nobody finds them; deleteDrawer deletes one."
    )

    @classmethod
    def of(cls, id_: str, told: Forgetting) -> Forgotten:
        return copied(cls, told, id=id_, forgotten=told.tombstone is not None)


@strawberry.type(description="A verbatim turn that is gone for good.")
class DeletedDrawer:
    pointer: str = strawberry.field(description="As it was given.")
    memories: int = strawberry.field(description="Memories that only this turn said; they went with it.")


RelatePayload = Annotated[
    Relation | NotFound | InvalidInput,
    strawberry.union("RelatePayload", description="The relation, or why there is none."),
]
ForgetPayload = Annotated[
    Forgotten | NotFound | InvalidInput,
    strawberry.union("ForgetPayload", description="What was forgotten, or why nothing was."),
]
DeleteDrawerPayload = Annotated[
    DeletedDrawer | NotFound | InvalidInput,
    strawberry.union("DeleteDrawerPayload", description="What was deleted, or why nothing was."),
]


async def kept(context: Context, id_: str, *, pinned: bool) -> MemoryDetail:
    """The memory, kept or let go."""
    return MemoryDetail.of(await context.memory.memories.pin(context.owner, named(id_), pinned=pinned))


async def made_immutable(context: Context, id_: str, *, immutable: bool) -> MemoryDetail:
    """The memory, protected or released."""
    return MemoryDetail.of(await context.memory.memories.set_immutable(context.owner, named(id_), immutable=immutable))


async def forgotten(context: Context, id_: str) -> Forgotten:
    """The memory, retracted."""
    return Forgotten.of(id_, await context.memory.memories.forget(context.owner, named(id_), by=BY))


async def related(
    context: Context, source: str, target: str, kind: relation.RelationType, confidence: float
) -> Relation:
    """The edge between two memories."""
    pair = named(source, "source"), named(target, "target")
    return Relation.of(await context.memory.memories.relate(context.owner, *pair, kind, confidence=confidence))


async def edited(context: Context, id_: str, text: str, seen: datetime | None) -> MemoryDetail:
    """The memory that took another's place."""
    amendments = context.memory.amendments
    return MemoryDetail.of(await amendments.edit(context.owner, named(id_), text, by=BY, seen=seen))


async def invalidated(context: Context, id_: str, reason: str, seen: datetime | None) -> MemoryDetail:
    """The memory, believed no longer."""
    amendments = context.memory.amendments
    return MemoryDetail.of(await amendments.invalidate(context.owner, named(id_), reason, by=BY, seen=seen))


async def restored(context: Context, id_: str) -> MemoryDetail:
    """The memory, believed again."""
    return MemoryDetail.of(await context.memory.amendments.restore(context.owner, named(id_), by=BY))


async def deleted_drawer(context: Context, pointer: str) -> DeletedDrawer:
    """The turn, deleted."""
    memories = await context.memory.memories.delete_drawer(context.owner, pointer, by=BY)
    return DeletedDrawer(pointer=pointer, memories=memories)
