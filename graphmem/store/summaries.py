"""Summaries of entities: the memories they cite, stored by id, without texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.errors import NotFoundError
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner
from graphmem.model.views import EntitySummary, SummaryLine
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind

REACH = 200
"""Latest mentions of an entity from which a summary chooses."""

_OWNERS = bind("entity/stale_owners", __name__)
_STALE = bind("entity/stale_entities", __name__)
_SOURCES = bind("entity/summary_sources", __name__)
_KEEP = bind("entity/keep_summaries", __name__)
_KEPT = bind("entity/kept_summary", __name__)


async def stale_owners(database: Database, limit: int) -> list[str]:
    """Keys of owners with entities whose summaries are outdated."""
    return [row["owner"] for row in await database.run(_OWNERS, limit=limit)]


async def stale(database: Database, owner: Owner, limit: int) -> dict[str, int]:
    """Addresses of entities with outdated summaries, with the number of changes."""
    return {row["uri"]: row["stale"] for row in await database.run(_STALE, owner=owner.key, limit=limit)}


async def sources(database: Database, owner: Owner, uris: Sequence[str], now: datetime) -> dict[str, list[Row]]:
    """The candidates for each entity's summary."""
    rows = await database.run(_SOURCES, owner=owner.key, uris=list(uris), now=now, reach=REACH)
    found: dict[str, list[Row]] = {uri: [] for uri in uris}
    for row in rows:
        found[row.pop("uri")].append(row)
    return found


async def keep(database: Database, owner: Owner, rows: Sequence[Mapping[str, Any]], now: datetime) -> int:
    """Store summaries (uri, memory ids, changes included); returns the number of entities."""
    found = await database.run(_KEEP, owner=owner.key, rows=sorted(rows, key=lambda row: str(row["uri"])), now=now)
    return int(found[0]["kept"])


async def kept(database: Database, owner: Owner, uri: str, now: datetime) -> tuple[EntitySummary, bool]:
    """The stored summary as far as it still holds, and whether it is outdated. Raises NotFoundError."""
    rows = await database.run(_KEPT, owner=owner.key, uri=uri, now=now)
    if not rows:
        raise NotFoundError(f"No entity {uri[:120]!r}.", field="uri", remedy="List `entities`.")
    row = rows[0]
    return EntitySummary(tuple(line_of(one) for one in row["lines"]), row["summarised_at"]), row["stale"] > 0


def line_of(row: Mapping[str, Any]) -> SummaryLine:
    """A line of a summary from its row."""
    return SummaryLine(row["text"], row["memory"], row["pointer"], row["since"], DataSource(row["data_source"]))
