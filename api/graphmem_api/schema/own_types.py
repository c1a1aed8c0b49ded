"""What an entity is by the types that its owner declared."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem_api.context import Info
from graphmem_api.schema.entity_profile import EntityPayload, EntityProfile
from graphmem_api.schema.problems import found


@strawberry.input(description="A field of a type of the owner's own, with its value.")
class EntityFieldInput:
    name: str
    value: str = strawberry.field(description="As it is written: a text, a number, true or false.")


Uri = Annotated[str, strawberry.argument(description="Its address, like entity://item/menemen.")]
OfOwnType = Annotated[str | None, strawberry.argument(description="A declared type; null: it is of none.")]
Given = Annotated[list[EntityFieldInput] | None, strawberry.argument(description="All of its fields.")]


@found()
async def _describe(info: Info, uri: Uri, own_type: OfOwnType = None, fields: Given = None) -> EntityPayload:
    told = {field.name: field.value for field in fields or ()}
    entities = info.context.memory.entities
    return EntityProfile.of(await entities.describe(info.context.owner, uri, own_type, told))


@strawberry.type
class OwnTypesMutation:
    describe_entity: EntityPayload = strawberry.mutation(
        resolver=_describe,
        description="Say which of the owner's own types an entity is of, with its fields; no reading changes it again.",
    )
