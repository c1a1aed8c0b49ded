"""Summaries of entities: their best supported statements, in their own words.

A summary is a choice of memories. The background updates it when an entity gets a new statement or one ends; reads
leave out what no longer holds. An outdated summary is chosen anew when it is read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.cognition.summarising import Known, summary
from graphmem.language.gist import told
from graphmem.model.language import Language
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner
from graphmem.model.trust import OUTSIDE
from graphmem.model.views import EntitySummary
from graphmem.store import summaries as store
from graphmem.store.database import Database, Row

AT_ONCE = 50
"""Entities of an owner that one look updates."""

OWNERS_AT_ONCE = 1_000
"""Entities of all owners that one look reads to find their owners."""


@dataclass(frozen=True, slots=True)
class Summaries:
    """Writes and reads the summaries of entities."""

    database: Database

    async def of(self, owner: Owner, uri: str) -> EntitySummary:
        """The best supported statements about an entity, five at most, each with its source.

        Raises NotFoundError.
        """
        now = datetime.now(UTC)
        kept, is_behind = await store.kept(self.database, owner, uri, now)
        if not is_behind:
            return kept
        rows = (await store.sources(self.database, owner, [uri], now))[uri]
        chosen = await asyncio.to_thread(_chosen, rows, now)
        by_id = {row["id"]: row for row in rows}
        lines = tuple(store.line_of(by_id[id_] | {"memory": id_, "since": by_id[id_]["valid_from"]}) for id_ in chosen)
        return EntitySummary(lines, kept.summarised_at)

    async def refresh(self, owner: Owner, *, limit: int = AT_ONCE) -> int:
        """Write an owner's outdated summaries; returns their number. It may be repeated."""
        now = datetime.now(UTC)
        behind = await store.stale(self.database, owner, limit)
        if not behind:
            return 0
        found = await store.sources(self.database, owner, [*behind], now)
        chosen = await asyncio.to_thread(lambda: {uri: _chosen(rows, now) for uri, rows in found.items()})
        rows = [{"uri": uri, "memories": chosen[uri], "stale": changes} for uri, changes in behind.items()]
        return await store.keep(self.database, owner, rows, now)

    async def refresh_all(self) -> int:
        """The same for all owners with outdated summaries."""
        written = 0
        for key in await store.stale_owners(self.database, OWNERS_AT_ONCE):
            written += await self.refresh(Owner("", key))
        return written


def _chosen(rows: Sequence[Row], now: datetime) -> list[str]:
    return summary([_known(row) for row in rows], now)


def _known(row: Row) -> Known:
    specifics, words = told(row["text"], Language(row["language"]))
    return Known(
        id=row["id"],
        specifics=len(specifics),
        support=row["support"],
        states=row["states"],
        outside=DataSource(row["data_source"]) in OUTSIDE,
        since=row["valid_from"],
        length=len(row["text"]),
        words=frozenset((*specifics, *words)),
    )
