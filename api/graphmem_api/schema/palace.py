"""The palace: wings, rooms, closets and drawers; each level is one query, however many parents."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import strawberry

from graphmem.model import palace as model
from graphmem_api.context import Context, Info
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.drawer import Drawer
from graphmem_api.schema.from_model import copy_fields


async def _drawers(
    root: strawberry.Parent[Closet], info: Info, first: First = PAGE, after: After = None
) -> Connection[Drawer]:
    page = await info.context.drawers.load(root.id, first, decoded("drawers", after))
    return connection("drawers", page, Drawer.of, after, partial(info.context.drawer_counts.load, root.id))


@strawberry.type(description="A topic within a room.")
class Closet:
    id: strawberry.Private[str]
    number: int = strawberry.field(description="Place among the room's closets.")
    topic: str
    drawer_count: int = strawberry.field(description="Turns in it.")

    drawers: Connection[Drawer] = strawberry.field(
        resolver=_drawers, description="The turns, in the order they were said."
    )

    @classmethod
    def of(cls, closet: model.Closet) -> Closet:
        return copy_fields(cls, closet, drawer_count=closet.drawers)


async def _closets(
    root: strawberry.Parent[Room], info: Info, first: First = PAGE, after: After = None
) -> Connection[Closet]:
    page = await info.context.closets.load(root.id, first, decoded("closets", after))
    return connection("closets", page, Closet.of, after, partial(info.context.closet_counts.load, root.id))


@strawberry.type(description="A time slice of a wing, usually one session of a conversation.")
class Room:
    id: strawberry.Private[str]
    number: int = strawberry.field(description="R-11 in pointers; stable.")
    title: str
    started_at: datetime | None = strawberry.field(description="First turn, UTC; null when the source told no time.")
    ended_at: datetime | None = strawberry.field(description="Last turn, UTC.")
    drawer_count: int = strawberry.field(description="Turns in it.")

    closets: Connection[Closet] = strawberry.field(
        resolver=_closets, description="Its topics, in the order they came up."
    )

    @classmethod
    def of(cls, room: model.Room) -> Room:
        return copy_fields(cls, room, drawer_count=room.drawers)


strawberry.enum(model.WingKind, description="The kind of subject of a wing.")


async def _rooms(
    root: strawberry.Parent[Wing], info: Info, first: First = PAGE, after: After = None
) -> Connection[Room]:
    page = await info.context.rooms.load(root.id, first, decoded("rooms", after))
    return connection("rooms", page, Room.of, after, root.room_count)


@strawberry.type(description="A person, project or topic that conversations are filed under.")
class Wing:
    id: strawberry.Private[str]
    number: int = strawberry.field(description="W-042 in pointers; stable.")
    name: str
    slug: str
    kind: model.WingKind = strawberry.field(
        description="A person or agent who speaks in it, a project by its name, else a topic."
    )
    room_count: int = strawberry.field(description="Rooms in it.")

    rooms: Connection[Room] = strawberry.field(resolver=_rooms, description="Its rooms, by number.")

    @classmethod
    def of(cls, wing: model.Wing) -> Wing:
        return copy_fields(cls, wing, room_count=wing.rooms)


async def palace(info: Info, first: First = PAGE, after: After = None) -> Connection[Wing]:
    page = await info.context.memory.browse.wings(info.context.owner, first=first, after=decoded("wings", after))
    return connection("wings", page, Wing.of, after, lambda: _wings(info.context))


async def _wings(context: Context) -> int:
    return (await context.memory.counts(owner=context.owner)).wings
