"""Spaces and the rights in them: edges between owners, with both clocks at the database's time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.model.interval import FOREVER
from graphmem.model.palace import Owner
from graphmem.model.space import PREFIX, Grant, Right, Space
from graphmem.store import filing
from graphmem.store.database import Database, Row, Runner, Transaction
from graphmem.store.queries import bind

_CREATE = bind("space/create_space", __name__)
_ADD = bind("space/add_grant", __name__)
_END = bind("space/end_grants", __name__)
_OF = bind("space/spaces_of", __name__)
_EVER = bind("space/spaces_ever_of", __name__)
_MEMBERS = bind("space/members", __name__)
_TURNS = bind("space/turns_of_author", __name__)
_UNNAME = bind("space/unname_giver", __name__)
_COPIES = bind("space/copies_of", __name__)
_STRAYED = bind("space/strayed_copies", __name__)
_RULES = bind("space/team_rules", __name__)
_KEEP = bind("space/keep_copy", __name__)
_KEEPING = bind("space/set_keeping", __name__)

_COPY, _WITHDRAWN = "memory ", "withdrawn memory "
_NONE = "\t"
"""A prefix that no conversation has."""


@dataclass(frozen=True, slots=True)
class Strayed:
    """A copy in a space whose source has changed since.

    It has its turn, its author's name (None if gone), the memory that replaced the source by an edit, and whether the
    space keeps the copy.
    """

    drawer: str
    pointer: str
    author: str | None
    becomes: str | None
    kept: bool


async def create(transaction: Transaction, space: Owner, title: str) -> None:
    """Make a space of an unused owner. Raises as `filing.lock`."""
    await filing.lock(transaction, space)
    await transaction.run(_CREATE, owner=space.key, title=title)


async def add(
    transaction: Transaction, space: Owner, member: Owner, id_: str, right: Right, *,
    agent: str | None, until: datetime | None, by: str,
) -> bool:  # fmt: skip
    """Give a member a right; False without such a space, or for a space as member. The space is locked."""
    await filing.lock(transaction, member)
    given = {"right": right.value, "agent": agent, "until": until, "by": by, "forever": FOREVER}
    return bool(await transaction.run(_ADD, owner=space.key, member=member.key, id=id_, **given))


async def end(
    transaction: Transaction, space: Owner, member: Owner, agent: str | None, *, every: bool = False
) -> list[str]:
    """End a member's rights, those of one of the member's agents, or `every` one; returns their ids."""
    given = {"agent": agent, "every": every, "forever": FOREVER}
    rows = await transaction.run(_END, owner=space.key, member=member.key, **given)
    return [row["id"] for row in rows]


async def of_owner(runner: Runner, owner: Owner) -> list[Space]:
    """The owner's present spaces, each with the widest right of the acting agent, or of no agent."""
    agent = None if owner.by is None else owner.by.agent
    widest: dict[str, Space] = {}
    for row in await runner.run(_OF, owner=owner.key, agent=agent):
        space = _space(row)
        known = widest.get(space.id)
        widest[space.id] = space if known is None or space.right.holds(known.right) else known
    return list(widest.values())


async def ever_of(database: Database, owner: Owner) -> list[Owner]:
    """All spaces in which the owner ever had a right, as owners."""
    return [Owner.named(row["space"]) for row in await database.leader.run(_EVER, owner=owner.key)]


async def members(runner: Runner, space: Owner, at: datetime | None, known: datetime | None) -> list[Grant]:
    """The rights in a space at an instant, as known at another; None means now."""
    return [_grant(row) for row in await runner.run(_MEMBERS, owner=space.key, at=at, known=known)]


async def turns_of(database: Database, space: Owner, conversation: str, author: str, limit: int) -> list[str]:
    """Pointers of an author's turns in conversations with this prefix."""
    given = {"conversation": conversation, "author": author, "limit": limit}
    return [row["pointer"] for row in await database.run(_TURNS, owner=space.key, **given)]


def copy_of(memory: str) -> str:
    """The source id of a copy's turn, made from the author's own memory."""
    return f"{_COPY}{memory}"


async def copies_of(database: Database, space: Owner, conversation: str, author: str, source: str) -> list[Row]:
    """An author's turns in a space that are copies of a memory, with the memories derived from each."""
    given = {"conversation": conversation, "author": author, "sources": [copy_of(source), f"{_WITHDRAWN}{source}"]}
    return await database.leader.run(_COPIES, owner=space.key, **given)


async def strayed(
    database: Database,
    space: Owner,
    drawers: Sequence[str] = (),
    memories: Sequence[str] = (),
    conversation: str = _NONE,
) -> list[Strayed]:
    """The strayed copies in a space's turns, in turns of its memories, and in conversations with a prefix."""
    given = {"drawers": list(drawers), "memories": list(memories), "conversation": conversation}
    given |= {"copy": _COPY, "withdrawn": _WITHDRAWN}
    rows = await database.leader.run(_STRAYED, owner=space.key, now=datetime.now(UTC), **given)
    return [Strayed(**row) for row in rows]


async def rules(database: Database, space: Owner, categories: Sequence[str], now: datetime, limit: int) -> list[str]:
    """Ids of the live memories of a space that a curator confirmed as rules, the last used first."""
    given = {"categories": list(categories), "now": now, "limit": limit}
    return list((await database.run(_RULES, owner=space.key, **given))[0]["ids"])


def is_withdrawn(source: str | None) -> bool:
    """Whether a turn is a copy that was kept after its source ended."""
    return source is not None and source.startswith(_WITHDRAWN)


async def keep(database: Database, space: Owner, drawer: str) -> None:
    """Mark a copy as one whose source was withdrawn."""
    await database.run(_KEEP, owner=space.key, drawer=drawer, withdrawn=_WITHDRAWN)


async def set_keeping(transaction: Transaction, space: Owner, *, keeps: bool) -> None:
    """Set whether a space keeps copies whose source has ended. The space is locked already."""
    await transaction.run(_KEEPING, owner=space.key, keeps=keeps)


async def unname(transaction: Transaction, space: Owner, name: str) -> None:
    """Remove a name from the rights that its owner gave. The space is locked already."""
    await transaction.run(_UNNAME, owner=space.key, name=name)


def _space(row: Row) -> Space:
    id_ = row["space"].removeprefix(PREFIX)
    return Space(
        id_, row["title"], Right(row["right"]), row["since"].astimezone(UTC), _end(row["until"]), row["keeps_copies"]
    )


def _grant(row: Row) -> Grant:
    return Grant(
        id=row["id"],
        member=row["member"] or "",
        right=Right(row["right"]),
        since=row["since"].astimezone(UTC),
        until=_end(row["until"]),
        recorded_at=row["recorded_at"].astimezone(UTC),
        retracted_at=_end(row["retracted_at"]),
        by=row["by"],
        agent=row["agent"],
    )


def _end(moment: datetime) -> datetime | None:
    return None if moment.astimezone(UTC) >= FOREVER else moment.astimezone(UTC)
