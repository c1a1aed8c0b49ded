"""Entities that memories name, and the facts about them."""

from __future__ import annotations

from datetime import datetime

import strawberry

from graphmem.model import entity as model
from graphmem.model import views
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.global_id import Node

strawberry.enum(model.EntityType, description="Kinds of entities; two of different kinds are never merged.")


@strawberry.type(description="Somebody or something that memories name.")
class Entity(Node):
    id: strawberry.ID = strawberry.field(description="Its address.")
    uri: str = strawberry.field(description="Its address, like entity://person/ayse.")
    type: model.EntityType
    name: str
    aliases: list[str] = strawberry.field(description="Other spellings it was met under.")
    mentions: int = strawberry.field(description="How many memories name it.")
    own_type: str | None = strawberry.field(description="A type that the owner declared; null for none.")

    @classmethod
    def of(cls, row: views.EntityRow) -> Entity:
        return copy_fields(cls, row, id=strawberry.ID(row.uri))

    @classmethod
    def named(cls, view: views.EntityView) -> Entity:
        return cls.of(views.EntityRow(view.uri, view.type, view.name, view.aliases, view.mentions, view.own_type))


@strawberry.type(description="A statement between two entities, with both clocks.")
class Fact(FromModel):
    id: str
    subject: str = strawberry.field(description="Name of the entity it is about.")
    subject_uri: str
    predicate: str = strawberry.field(description="In snake case, like lives_in.")
    object: str = strawberry.field(description="Name of the other entity.")
    object_uri: str
    text: str = strawberry.field(description="The clause that says it.")
    confidence: float = strawberry.field(description="0 to 1.")
    memory: str = strawberry.field(description="Id of the memory it was read from.")
    valid_from: datetime = strawberry.field(description="Since when it is true, UTC.")
    valid_until: datetime | None = strawberry.field(description="Until when; null while it is still true.")
    recorded_at: datetime = strawberry.field(description="Since when it is known here.")
    retracted_at: datetime | None = strawberry.field(description="Until when it was believed; null while it is.")
