"""Drawers: verbatim turns, and the lookup of one by its pointer."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import union

from graphmem_api.context import Info
from graphmem_api.schema.arguments import PointerText
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.problems import Failure, with_not_found


@strawberry.type(description="One turn of a conversation, word for word.")
class Drawer(FromModel):
    pointer: str = strawberry.field(description="Cites this turn for good, like § W-042/R-11/D-007.")
    text: str = strawberry.field(description="The words of the turn, verbatim.")
    speaker: str = strawberry.field(description="The speaker.")
    role: str = strawberry.field(description="user, assistant, system, tool, document, feed or other.")
    said_at: datetime | None = strawberry.field(description="When, in UTC; null when the source told no time.")
    position: int = strawberry.field(description="Place within its room, counted from 0.")
    tags: list[str] = strawberry.field(
        description="Mentions: @p people, @l places, @e events, @i items, @t times; @d its page."
    )
    language: str = strawberry.field(description="en or tr.")
    embedded: bool = strawberry.field(description="Whether it can be found by meaning, not only by its words.")
    source_id: str | None = strawberry.field(
        description="The id the source gave this turn; of a paragraph its section."
    )
    ended_at: datetime | None = strawberry.field(
        description="When its document was found to say it no longer; null while it does, and for what was said."
    )


@strawberry.type(description="A turn with where it lies and what was said around it.")
class PlacedDrawer(FromModel):
    drawer: Drawer
    wing: str = strawberry.field(description="Name of the person, project or topic.")
    room: str = strawberry.field(description="Title of the conversation's session.")
    closet: str = strawberry.field(description="Topic within the room.")
    previous: str | None = strawberry.field(description="Pointer of the turn before.")
    next: str | None = strawberry.field(description="Pointer of the turn after.")


DrawerPayload = Annotated[
    PlacedDrawer | Failure,
    union("DrawerPayload", description="The turn, or why there is none. Ask `... on Problem` for the why."),
]


@with_not_found()
async def drawer(info: Info, pointer: PointerText) -> DrawerPayload:
    return PlacedDrawer.of(await info.context.memory.drawer(pointer, owner=info.context.owner))
