"""Sessions: stretches of use with a working memory that is cleared at their end."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.cognition.working_memory import Item, score
from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.model.attention import Held
from graphmem.model.audit import Verb
from graphmem.model.palace import Owner, Page
from graphmem.services.audit import audited
from graphmem.store import sessions
from graphmem.store.cursors import require_count
from graphmem.store.database import Database, Row
from graphmem.store.memory_views import memory_of
from graphmem.store.sessions import SessionRow

IDLE = timedelta(minutes=30)
"""A session that is unused for so long ends."""

ACTIVE = "active"
"""State of a running session."""

SWEEP = 200
MAX_ID = 200
MOST = 100


@dataclass(frozen=True, slots=True)
class Sessions:
    """Start, end and list the owner's sessions."""

    database: Database

    @audited(Verb.START_SESSION, lambda id_: [id_])
    async def start(self, owner: Owner, id_: str | None = None, *, agent: str | None = None, anew: bool = False) -> str:
        """Start a session, or continue one by its id; returns the id. Raises InvalidInputError.

        `anew`: the agent's context has lost what was said and shown in the session, so all of it may be shown again.
        """
        id_ = id_ if id_ is not None else f"s-{secrets.token_hex(8)}"
        if not id_.strip() or len(id_) > MAX_ID:
            raise InvalidInputError(
                f"{id_[:40]!r} is no session id.", field="id", remedy=f"Use 1 to {MAX_ID} characters, or none."
            )
        if agent is not None and len(agent) > MAX_ID:
            raise InvalidInputError(
                f"agent has {len(agent):,} characters.", field="agent", remedy=f"Use at most {MAX_ID}."
            )
        await sessions.start(self.database, owner, id_, agent, datetime.now(UTC), anew=anew)
        return id_

    @audited(Verb.END_SESSION, lambda _: [])
    async def end(self, owner: Owner, id_: str) -> list[str]:
        """End a session; returns the ids of its working memory. Raises NotFoundError."""
        released = await sessions.end(self.database, owner, id_, datetime.now(UTC), "ended")
        if released is None:
            raise NotFoundError(f"No session {id_[:80]!r}.", field="id", remedy="Start one with startSession.")
        return released

    async def all(self, owner: Owner, *, limit: int = 20) -> list[SessionRow]:
        """The owner's sessions, the latest first. Raises InvalidInputError for `limit` out of 1 to 100."""
        return list((await sessions.page(self.database, owner, first=require_count(limit, field="limit"))).items)

    async def page(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[SessionRow]:
        """A page of sessions, the latest first. Raises InvalidInputError."""
        return await sessions.page(self.database, owner, first=require_count(first), after=after)

    async def working_memory(self, owner: Owner, id_: str | None = None, *, now: datetime | None = None) -> list[Held]:
        """The working memory of a session, or of the last active ones; the most attended memory first.
        An ended session has none. Raises NotFoundError for an unknown session."""
        at = now or datetime.now(UTC)
        if id_ is None:
            ids = [row.id for row in await self.all(owner, limit=MOST) if row.state == ACTIVE]
        elif await sessions.session_exists(self.database, owner, id_):
            ids = [id_]
        else:
            raise NotFoundError(f"No session {id_[:80]!r}.", field="session", remedy="Start one with startSession.")
        held = [_held(row, at) for row in await sessions.working_memories(self.database, owner, ids, at)]
        return sorted(held, key=lambda one: (-one.attention, one.session, one.memory.id))

    async def end_idle(self, now: datetime | None = None) -> int:
        """End all owners' idle sessions, those of dead processes included; returns their number."""
        moment = now or datetime.now(UTC)
        ended = 0
        for owner, id_ in await sessions.idle_sessions(self.database, moment - IDLE, SWEEP):
            ended += await sessions.end(self.database, owner, id_, moment, "idle") is not None
        return ended


def _held(row: Row, now: datetime) -> Held:
    memory = memory_of(row["memory"])
    item = Item(memory.id, memory.importance, row["access_count"], row["last_accessed_at"])
    return Held(
        memory, row["session"], score(item, now=now), item.access_count, row["added_at"], row["last_accessed_at"]
    )
