"""Entities with their facts, and merges that a person makes and undoes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.model.entity import EntityType
from graphmem.model.ids import slug
from graphmem.model.interval import FOREVER
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner, Page
from graphmem.model.views import EntityRow, EntityView, Fact, MergedEntity
from graphmem.store import filing, lucene
from graphmem.store.cursors import cursor_of, no_cursor, position_of
from graphmem.store.database import Database, Transaction
from graphmem.store.entities import NAME_FIELDS
from graphmem.store.memory_views import memory_of
from graphmem.store.queries import bind

MOST_MENTIONS = 2**62
LEADING_POOL = 200
"""Entities, those named most often, among which the leading ones are looked for."""

_BY_URI = bind("entity/entity_by_uri", __name__)
_NAMED = bind("entity/entities_named", __name__)
_MENTIONS = bind("entity/entity_mentions", __name__)
_OF_OWN_TYPE = bind("entity/entities_of_own_type", __name__)
_DESCRIBE = bind("entity/describe_entity", __name__)
_LIST = bind("entity/list_entities", __name__)
_LEADING = bind("entity/leading_entities", __name__)
_JOIN = bind("entity/join_entities", __name__)
_PART = bind("entity/part_entities", __name__)


async def entity(database: Database, owner: Owner, uri: str, field: str = "uri") -> EntityView:
    """An entity with its present and former facts. Raises NotFoundError about the argument `field`."""
    rows = await database.run(_BY_URI, owner=owner.key, uri=uri)
    if not rows:
        raise _unknown(uri, field)
    row = rows[0]
    found = row["entity"]
    merged = tuple(MergedEntity(**other) for other in row["merged"] if other["uri"] is not None)
    spellings = dict.fromkeys([*found["aliases"], *(other.name for other in merged)])
    return EntityView(
        uri=found["uri"],
        type=found["type"],
        name=found["name"],
        aliases=tuple(spelling for spelling in spellings if spelling != found["name"]),
        merged=merged,
        facts=tuple(fact_of(fact) for fact in row["facts"]),
        mentions=row["mentions"],
        own_type=found["own_type"],
        own_type_score=found["own_type_score"] if found["own_type"] else None,
        own_type_by=found["own_type_by"] if found["own_type"] else None,
        fields=_fields(found["fields"]),
    )


def _fields(told: str | None) -> dict[str, Any]:
    """Stored fields; {} for unreadable ones of an archive."""
    try:
        read = json.loads(told or "{}")
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


async def of_own_type(database: Database, owner: Owner, own_type: str, limit: int) -> list[EntityRow]:
    """Entities of a type that the owner declared, the most mentioned first."""
    rows = await database.run(_OF_OWN_TYPE, owner=owner.key, own_type=own_type, limit=limit)
    return [EntityRow(**(row | {"aliases": tuple(row["aliases"])})) for row in rows]


async def describe(
    database: Database, owner: Owner, uri: str, own_type: str | None, fields: Mapping[str, Any], by: str
) -> None:
    """Set an entity's own type and fields. Raises NotFoundError."""
    told = json.dumps(dict(fields), ensure_ascii=False) if fields else None

    async def work(transaction: Transaction) -> bool:
        await filing.lock(transaction, owner)
        rows = await transaction.run(_DESCRIBE, owner=owner.key, uri=uri, own_type=own_type, by=by, fields=told)
        return bool(rows)

    if not await database.write(work):
        raise _unknown(uri, "uri")


async def addresses_named(database: Database, owner: Owner, name: str, limit: int = 100) -> list[str]:
    """Addresses of entities with this name, of any type, or else of those with it as another spelling."""
    query = lucene.owner_query(owner.key, name.split(), NAME_FIELDS)
    if query is None:
        return []
    asked = slug(name)
    rows = await database.run(_NAMED, owner=owner.key, slug=asked, lucene=query, limit=limit)
    own = [row["uri"] for row in rows if row["uri"].endswith(f"/{asked}")]
    return own or [row["uri"] for row in rows if asked in _spellings(row["name"], row["aliases"])]


async def mentions(database: Database, owner: Owner, uri: str, now: datetime, limit: int) -> list[Memory]:
    """Memories that mention the entity, the latest first."""
    rows = await database.run(_MENTIONS, owner=owner.key, uri=uri, now=now, limit=limit)
    return [memory_of(row["memory"]) for row in rows]


async def entities(
    database: Database, owner: Owner, kind: EntityType | None, *, first: int, after: str | None
) -> Page[EntityRow]:
    """A page of the owner's entities, most mentioned first; mentions of merged ones do not count there."""
    at, last = position_of(after)
    own, _, uri = (last or "").partition("|")
    if last is not None and not own.isdecimal():
        raise no_cursor(after)
    place = {"after_mentions": int(own or MOST_MENTIONS), "after_at": at or FOREVER, "after_uri": uri}
    rows = await database.run(_LIST, owner=owner.key, type=kind and kind.value, limit=first + 1, **place)
    cursors = [cursor_of(row.pop("at"), f"{row.pop('own')}|{row['uri']}") for row in rows]
    found = tuple(EntityRow(**(row | {"aliases": tuple(row["aliases"])})) for row in rows[:first])
    return Page(found, tuple(cursors[:first]), len(rows) > first)


async def leading(database: Database, owner: Owner, limit: int) -> list[EntityRow]:
    """The entities that matter most: named by several memories, or of a fact."""
    rows = await database.run(_LEADING, owner=owner.key, pool=LEADING_POOL, limit=limit)
    return [EntityRow(**(row | {"aliases": tuple(row["aliases"])})) for row in rows]


async def join(database: Database, owner: Owner, uri: str, into: str, now: datetime) -> None:
    """Merge an entity into another. Raises NotFoundError, or InvalidInputError if they must stay apart."""
    for field, address in (("uri", uri), ("into", into)):
        await entity(database, owner, address, field)
    if not await database.run(_JOIN, owner=owner.key, uri=uri, into=into, now=now, forever=FOREVER):
        raise InvalidInputError(
            f"{uri} and {into} cannot be merged.",
            field="into",
            remedy="Name two entities of the same type, neither of which is merged already.",
        )


async def part(database: Database, owner: Owner, uri: str, now: datetime) -> str:
    """Undo a merge and return the address of the other entity. Raises NotFoundError or InvalidInputError."""
    rows = await database.run(_PART, owner=owner.key, uri=uri, now=now)
    if rows:
        return str(rows[0]["uri"])
    await entity(database, owner, uri)
    raise InvalidInputError(
        f"{uri} is not merged.", field="uri", remedy="Name the entity that was merged into another."
    )


def _spellings(name: str, aliases: Sequence[str]) -> set[str]:
    return {slug(spelling) for spelling in (name, *aliases)}


def fact_of(row: dict[str, Any]) -> Fact:
    """A fact of a row; the sentinels of open ends become None."""
    ends = {name: None if row[name] == FOREVER else row[name] for name in ("valid_until", "retracted_at")}
    return Fact(**(row | ends))


def _unknown(uri: str, field: str) -> NotFoundError:
    return NotFoundError(
        f"No entity {uri[:120]!r}.", field=field, remedy="Write it like entity://person/ayse, or list `entities`."
    )
