"""Sessions: stretches of use with a working memory of their own."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry

from graphmem.errors import InvalidInputError
from graphmem_api.context import Context
from graphmem_api.schema.connections import Connection, connection, decoded
from graphmem_api.schema.copied import Copied
from graphmem_api.schema.problems import InvalidInput, NotFound


@strawberry.type(description="A stretch of use. It ends by endSession, or after 30 minutes in which nothing was said.")
class Session(Copied):
    id: str
    agent: str | None = strawberry.field(description="Who talks with the owner in it.")
    state: str = strawberry.field(description="active or ended.")
    started_at: datetime
    last_active_at: datetime
    ended_at: datetime | None
    messages: int
    held: int = strawberry.field(description="Memories it has in mind, at most nine.")


@strawberry.type(description="A session that goes on now.")
class StartedSession:
    id: str = strawberry.field(description="Pass it to `observe`, `learn` and `endSession`.")


@strawberry.type(description="A session that ended; its working memory is empty.")
class EndedSession:
    id: str
    released: list[str] = strawberry.field(description="Ids of the memories it had in mind; they live on.")


StartSessionPayload = Annotated[
    StartedSession | InvalidInput,
    strawberry.union("StartSessionPayload", description="The session, or what is wrong with its id."),
]
EndSessionPayload = Annotated[
    EndedSession | NotFound | InvalidInput,
    strawberry.union("EndSessionPayload", description="The session that ended, or why none did."),
]


async def started(context: Context, id_: str | None, agent: str | None, anew: bool) -> StartedSession:
    """A session of the owner, new or gone on with."""
    own = context.access.agent
    if own is not None and agent not in (None, own):
        raise InvalidInputError(
            f"This key speaks as {own!r} alone, not as {agent!r}.", field="agent", remedy="Leave the agent out."
        )
    id_ = await context.memory.sessions.start(context.owner, id_, agent=own or agent, anew=anew)
    return StartedSession(id=id_)


async def ended(context: Context, id_: str) -> EndedSession:
    """The owner's session, ended."""
    return EndedSession(id=id_, released=await context.memory.sessions.end(context.owner, id_))


async def all_sessions(context: Context, first: int, after: str | None) -> Connection[Session]:
    """A page of the owner's sessions."""
    page = await context.memory.sessions.page(context.owner, first=first, after=decoded("sessions", after))
    return connection("sessions", page, Session.of, after, partial(context.memory.sizes.sessions, context.owner))


async def sessions(context: Context, first: int) -> list[Session]:
    """The owner's sessions, the latest first."""
    return [Session.of(row) for row in await context.memory.sessions.all(context.owner, limit=first)]
