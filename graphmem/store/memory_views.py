"""Reads of single memories and lists, and a person's changes of one memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

from graphmem.errors import NotFoundError
from graphmem.model.category import Category, Priority
from graphmem.model.ids import shown
from graphmem.model.instant import BEGINNING, PRESENT, AsOf
from graphmem.model.interval import FOREVER
from graphmem.model.memory import DataSource, Memory, Quote, SubTier, TemporalType, Tier, WriteSource
from graphmem.model.palace import Owner, Page
from graphmem.model.views import EntityRef, Link, MemoryView, Source, Spell, Version
from graphmem.store import entities
from graphmem.store.cursors import cursor_of, position_of, require_count
from graphmem.store.database import Database, Row, Runner
from graphmem.store.queries import bind
from graphmem.store.rows import row_of

_BY_ID = bind("memory/memory_by_id", __name__)
_LIST = bind("memory/list_memories", __name__)
_LISTS = {
    "entity": bind("memory/list_memories_naming", __name__),
    "session": bind("memory/list_memories_of_session", __name__),
    "speaker": bind("memory/list_memories_of_speaker", __name__),
    "category": bind("memory/list_memories_of_category", __name__),
    "tier": bind("memory/list_memories_of_tier", __name__),
}
"""Queries by the filter whose index they follow, the most selective first."""
_COUNT = bind("memory/count_memories", __name__)
_FLAG = bind("memory/flag_memory", __name__)
_SOURCES = bind("memory/sources_of_memories", __name__)
_FORGET = bind("memory/forget_memories", __name__)
_EXISTING = bind("memory/existing_memories", __name__)
_SPAN = bind("memory/time_span", __name__)

_ENUMS: dict[str, type] = {
    "category": Category,
    "priority": Priority,
    "tier": Tier,
    "sub_tier": SubTier,
    "write_source": WriteSource,
    "data_source": DataSource,
    "temporal_type": TemporalType,
}


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a list of memories; None filters nothing. `as_of` None includes all former ones.

    Times are UTC; each range includes its start and excludes its end.
    """

    category: str | None = None
    tier: str | None = None
    entity: str | None = None
    session: str | None = None
    speaker: str | None = None
    said_from: datetime = BEGINNING
    said_until: datetime = FOREVER
    recorded_from: datetime = BEGINNING
    recorded_until: datetime = FOREVER
    as_of: AsOf | None = PRESENT

    def row(self) -> dict[str, Any]:
        """The parameters of the queries."""
        bounds = (self.as_of or PRESENT).bounds(datetime.now(UTC))
        return {**row_of(self), **row_of(bounds), "within": self.as_of is not None}


async def memory(database: Database, owner: Owner, id_: str) -> MemoryView:
    """One memory with its surroundings. Raises NotFoundError, also for another owner's memory."""
    rows = await database.run(_BY_ID, owner=owner.key, id=id_)
    if not rows:
        raise _unknown(id_)
    row = rows[0]
    return MemoryView(
        memory=memory_of(row["memory"]),
        sources=tuple(Source(**source) for source in row["sources"]),
        relations=tuple(Link(**link) for link in row["relations"]),
        versions=tuple(version_of(version) for version in row["versions"]),
        tiers=tuple(Spell(**spell) for spell in row["tiers"]),
        entities=tuple(EntityRef(**entity) for entity in row["entities"]),
    )


async def sources(database: Database, owner: Owner, ids: Sequence[str], limit: int) -> dict[str, tuple[Source, ...]]:
    """The source turns of each memory, `limit` each at most, the earliest first."""
    rows = await database.run(_SOURCES, owner=owner.key, ids=list(ids), limit=limit) if ids else []
    return {row["memory"]: tuple(Source(**source) for source in row["sources"]) for row in rows}


async def memories(
    database: Database, owner: Owner, filters: Filters, *, first: int, after: str | None
) -> Page[Memory]:
    """A page of memories, the last said first. Raises InvalidInputError."""
    require_count(first)
    after_at, after_id = position_of(after)
    query = next((query for name, query in _LISTS.items() if getattr(filters, name) is not None), _LIST)
    given = {**filters.row(), "owner": owner.key, "after_at": after_at, "after_id": after_id, "limit": first + 1}
    rows = await database.run(query, **{name: given[name] for name in query.params})
    cursors = tuple(cursor_of(row["memory"]["said_at"], row["memory"]["id"]) for row in rows[:first])
    return Page(tuple(memory_of(row["memory"]) for row in rows[:first]), cursors, len(rows) > first)


async def count(database: Database, owner: Owner, filters: Filters) -> int:
    """The size of a list; reads all its memories."""
    given = {**filters.row(), "owner": owner.key}
    return int((await database.run(_COUNT, **{name: given[name] for name in _COUNT.params}))[0]["count"])


async def flag(
    database: Database, owner: Owner, id_: str, *, pinned: bool | None = None, immutable: bool | None = None
) -> None:
    """Pin a memory or make it immutable, or undo that. Raises NotFoundError."""
    if not await database.run(_FLAG, owner=owner.key, id=id_, pinned=pinned, immutable=immutable):
        raise _unknown(id_)


async def forget(runner: Runner, owner: Owner, ids: Sequence[str], now: datetime) -> set[str]:
    """Retract memories and return the ids of those that were not retracted before.

    Raises NotFoundError for the first unknown id.
    """
    await entities.pass_on(runner, owner, ids, now)
    found = {row["id"]: row["forgotten"] for row in await runner.run(_FORGET, owner=owner.key, ids=list(ids), now=now)}
    for id_ in ids:
        if id_ not in found:
            raise _unknown(id_)
    return {id_ for id_, forgotten in found.items() if forgotten}


async def require(database: Database, owner: Owner, ids: Mapping[str, str]) -> dict[str, datetime]:
    """The start of each memory's valid time, by id.

    Raises NotFoundError for the first id that is no memory of the owner, naming its argument.
    """
    found = {
        row["id"]: row["valid_from"] for row in await database.run(_EXISTING, owner=owner.key, ids=[*ids.values()])
    }
    for field, id_ in ids.items():
        if id_ not in found:
            raise _unknown(id_, field)
    return found


def memory_of(row: Row) -> Memory:
    """A memory from its node's properties; the sentinels of open ends become None.
    Of a forgotten memory only the time of forgetting is shown."""
    values: dict[str, Any] = {name: row[name] for name in _NAMES if row.get(name) is not None}
    forgotten = row.get("forgotten_at")
    if forgotten is not None:
        values |= {"text": withheld_text(forgotten, row.get("tombstone")), **_UNTOLD}
    elif row.get("quote_drawer") is not None and not row.get("quote_withheld"):
        values["quote"] = Quote(row["quote_drawer"], row["quote_start"], row["quote_end"])
    for name in ("valid_until", "retracted_at"):
        values[name] = None if values.get(name) == FOREVER else values.get(name)
    for name, kind in _ENUMS.items():
        values[name] = kind(values[name])
    for name in ("emotions", "scope"):
        values[name] = tuple(values.get(name, ()))
    return Memory(**values)


_NAMES = tuple(field.name for field in fields(Memory))
_UNTOLD: dict[str, Any] = {"lesson": "", "speaker": "", "emotions": ()}
"""Fields that a forgotten memory hides beside its text."""


def withheld_text(at: datetime, tombstone: str | None) -> str:
    """The text shown in place of a forgotten memory's, until its tombstone is lifted."""
    return f"[forgotten {at.astimezone(UTC):%Y-%m-%d %H:%M} UTC, tombstone {shown(tombstone or '')}]"


def _unknown(id_: str, field: str = "id") -> NotFoundError:
    return NotFoundError(f"No memory {id_[:80]!r}.", field=field, remedy="Take an id from `memories`, or its start.")


def version_of(row: dict[str, Any]) -> Version:
    """A former version; the sentinel of an open end becomes None."""
    return Version(**(row | {"valid_until": None if row["valid_until"] == FOREVER else row["valid_until"]}))


async def span(database: Database, owner: Owner) -> tuple[datetime, datetime] | None:
    """When the first memory was said, and since when the owner is known; None without memories."""
    rows = await database.run(_SPAN, owner=owner.key)
    return (rows[0]["said_at"], rows[0]["known_at"]) if rows else None
