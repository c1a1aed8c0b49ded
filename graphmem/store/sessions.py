"""Sessions and their working memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.palace import Owner, Page
from graphmem.store import filing
from graphmem.store.cursors import cursor_of, page_of, position_of
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.queries import bind

_OPEN = bind("session/open_session", __name__)
_AGENT = bind("session/agent_of_session", __name__)
_TOUCH = bind("session/touch_session", __name__)
_KNOWN = bind("session/known_session", __name__)
_END = bind("session/end_session", __name__)
_IDLE = bind("session/idle_sessions", __name__)
_LIST = bind("session/sessions", __name__)
_WORKING_SET = bind("session/working_set", __name__)
_HELD_IN = bind("session/held_in_sessions", __name__)
_HOLD = bind("session/hold_memories", __name__)
_RECENT = bind("session/recent_messages", __name__)
_UNREAD = bind("session/unread_messages", __name__)
_BEFORE = bind("session/messages_before", __name__)
_CONTEXT = bind("session/context_of_session", __name__)

MOST_IN_CONTEXT = 500
"""Latest turns of a session that count as its agent's context."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A stored session; `held` counts its working memory."""

    id: str
    agent: str | None
    state: str
    started_at: datetime
    last_active_at: datetime
    ended_at: datetime | None
    messages: int
    held: int


@dataclass(frozen=True, slots=True)
class HeldRow:
    """A memory in a session's working memory."""

    memory: str
    importance: float
    added_at: datetime
    last_accessed_at: datetime
    access_count: int


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a session; `observed` if the write path has read it."""

    id: str
    text: str
    speaker: str
    role: str
    said_at: datetime | None
    language: str
    observed: bool
    embedding: list[float] | None = field(repr=False)
    project: str | None = None


async def start(
    database: Database, owner: Owner, id_: str, agent: str | None, now: datetime, *, anew: bool = False
) -> None:
    """Open or continue a session; with `anew` its agent's context is empty. Raises as `filing.lock`."""

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await transaction.run(_OPEN, owner=owner.key, id=id_, agent=agent, anew=anew, now=now)

    await database.write(work)


async def in_context(database: Database, owner: Owner, id_: str) -> tuple[frozenset[str], frozenset[str]]:
    """The session's turns since its context began, and the memories derived from them, by id."""
    (row,) = await database.run(_CONTEXT, owner=owner.key, session=id_, limit=MOST_IN_CONTEXT)
    return frozenset(row["turns"]), frozenset(row["memories"])


async def agent_of(database: Database, owner: Owner, id_: str) -> str | None:
    """The agent that the session was started for; None without one or without such a session."""
    rows = await database.run(_AGENT, owner=owner.key, id=id_)
    return rows[0]["agent"] if rows else None


async def session_exists(database: Database, owner: Owner, id_: str) -> bool:
    """Whether the owner has this session."""
    return bool((await database.run(_KNOWN, owner=owner.key, id=id_))[0]["found"])


async def touch(transaction: Transaction, owner: Owner, id_: str, now: datetime, messages: int) -> bool:
    """Record new messages; False if the owner has no such session."""
    return bool(await transaction.run(_TOUCH, owner=owner.key, id=id_, now=now, messages=messages))


async def end(database: Database, owner: Owner, id_: str, now: datetime, reason: str) -> list[str] | None:
    """End a session and clear its working memory; the released ids, None if there is no such session."""
    rows = await database.run(_END, owner=owner.key, id=id_, now=now, reason=reason)
    return list(rows[0]["released"]) if rows else None


async def idle_sessions(database: Database, before: datetime, limit: int) -> list[tuple[Owner, str]]:
    """Active sessions of all owners, unused since `before`."""
    rows = await database.run(_IDLE, before=before, limit=limit)
    return [(Owner(row["name"], row["owner"]), row["id"]) for row in rows]


async def page(database: Database, owner: Owner, *, first: int, after: str | None = None) -> Page[SessionRow]:
    """A page of the owner's sessions, the latest first."""
    at, id_ = position_of(after)
    rows = await database.run(_LIST, owner=owner.key, after_at=at, after_id=id_, limit=first + 1)
    return page_of(rows, first, lambda row: SessionRow(**row), lambda one: cursor_of(one.last_active_at, one.id))


async def working_set(transaction: Transaction, owner: Owner, id_: str) -> list[HeldRow] | None:
    """The session's working memory, locked until the transaction ends; None if it has ended."""
    rows = await transaction.run(_WORKING_SET, owner=owner.key, id=id_)
    return [HeldRow(**row) for row in rows if row["memory"] is not None] if rows else None


async def working_memories(database: Database, owner: Owner, ids: Sequence[str], now: datetime) -> list[Row]:
    """Working memories of sessions: session, memory as stored, added_at, last_accessed_at, access_count."""
    return await database.run(_HELD_IN, owner=owner.key, ids=list(ids), now=now)


async def hold(
    transaction: Transaction, owner: Owner, id_: str, held: Sequence[str], evicted: Sequence[str], now: datetime
) -> None:
    """Add memories to a session's working memory and remove others; does nothing if `held` is empty."""
    if held:
        await transaction.run(_HOLD, owner=owner.key, id=id_, held=sorted(held), evicted=sorted(evicted), now=now)


async def recent_messages(database: Database, owner: Owner, conversation: str, limit: int) -> list[Message]:
    """The last messages of a conversation, oldest first."""
    rows = await database.run(_RECENT, owner=owner.key, conversation=conversation, limit=limit)
    return [Message(**row) for row in rows]


async def unread_messages(database: Database, owner: Owner, conversation: str, limit: int) -> list[Message]:
    """The first messages of a conversation that the write path has not read, oldest first."""
    rows = await database.run(_UNREAD, owner=owner.key, conversation=conversation, limit=limit)
    return [Message(**row) for row in rows]


async def messages_before(database: Database, owner: Owner, conversation: str, id_: str, limit: int) -> list[Message]:
    """The last messages of a conversation filed before the one with this id, oldest first."""
    rows = await database.run(_BEFORE, owner=owner.key, conversation=conversation, id=id_, limit=limit)
    return [Message(**row) for row in rows]
