"""Sessions: stretches of use with a working memory of their own."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.errors import InvalidInputError
from graphmem_api.context import Info
from graphmem_api.schema.connections import (
    PAGE,
    After,
    Connection,
    First,
    FormerFirst,
    HowMany,
    connection,
    decoded,
    many,
)
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.problems import Failure, InvalidInput, with_invalid_input, with_not_found


@strawberry.type(description="A stretch of use. It ends by endSession, or after 30 minutes in which nothing was said.")
class Session(FromModel):
    id: str
    agent: str | None = strawberry.field(description="The agent that talks with the owner in it.")
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
    union("StartSessionPayload", description="The session, or what is wrong with its id."),
]
EndSessionPayload = Annotated[
    EndedSession | Failure, union("EndSessionPayload", description="The session that ended, or why none did.")
]
Agent = Annotated[str | None, argument("The agent that talks with the owner.")]
Anew = Annotated[
    bool,
    argument(
        "The agent has nothing before it any more of what was said and shown in the session, as after its "
        "context was cleared or compacted: both may be shown again."
    ),
]
NewSession = Annotated[str | None, argument("1 to 200 characters, or none and one is made; a known one goes on.")]
SessionId = Annotated[str, argument("As startSession gave it.")]


@with_invalid_input()
async def start_session(
    info: Info, id: NewSession = None, agent: Agent = None, anew: Anew = False
) -> StartSessionPayload:
    own = info.context.access.agent
    if own is not None and agent not in (None, own):
        raise InvalidInputError(
            f"This key speaks as {own!r} alone, not as {agent!r}.", field="agent", remedy="Leave the agent out."
        )
    id = await info.context.memory.sessions.start(info.context.owner, id, agent=own or agent, anew=anew)
    return StartedSession(id=id)


@with_not_found()
async def end_session(info: Info, id: SessionId) -> EndSessionPayload:
    return EndedSession(id=id, released=await info.context.memory.sessions.end(info.context.owner, id))


async def all_sessions(info: Info, first: First = PAGE, after: After = None) -> Connection[Session]:
    context = info.context
    page = await context.memory.sessions.page(context.owner, first=first, after=decoded("sessions", after))
    return connection("sessions", page, Session.of, after, partial(context.memory.sizes.sessions, context.owner))


async def sessions(info: Info, limit: HowMany = PAGE, first: FormerFirst = None) -> list[Session]:
    first = many(limit, first)
    return [Session.of(row) for row in await info.context.memory.sessions.all(info.context.owner, limit=first)]
