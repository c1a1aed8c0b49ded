"""Memories derived by dreams: their sources, making them, and removing them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from graphmem.model.category import Category
from graphmem.model.dream import Change, Made
from graphmem.model.interval import FOREVER
from graphmem.model.memory import DataSource, SubTier, TemporalType, Tier, WriteSource
from graphmem.model.palace import Owner
from graphmem.store import labels
from graphmem.store.cursors import batches
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.planned_rows import row_of
from graphmem.store.queries import bind

OF_ONE = 20
"""Facts, and turns, per memory that the search for patterns reads."""

AT_ONCE = 250
"""Memories with their vectors read by one statement."""

_RAW = bind("dream/raw_memories", __name__)
_DERIVED = bind("dream/derived_memories", __name__)
_MAKE = bind("dream/make_memories", __name__)
_RECURRING = bind("dream/recurring_memories", __name__)
_UNMAKE = bind("dream/unmake_memories", __name__)


async def raw_memories(database: Database, owner: Owner, tier: Tier, now: datetime) -> AsyncIterator[list[Row]]:
    """Pages of a tier's live memories that no dream made, with vectors, the latest first."""
    async for rows in batches(database, _RAW, "said_at", owner=owner.key, tier=tier.value, now=now, at_once=AT_ONCE):
        yield rows


async def made_memories(database: Database, owner: Owner, category: Category, now: datetime) -> list[Row]:
    """Memories of a category that dreams made, the latest first, retracted ones included."""
    given: dict[str, object] = {"owner": owner.key, "category": category.value, "now": now}
    return [row async for rows in batches(database, _DERIVED, "said_at", **given, at_once=AT_ONCE) for row in rows]


async def facts_and_conversations(
    database: Database, owner: Owner, ids: Sequence[str], now: datetime
) -> dict[str, Row]:
    """The facts of memories and the conversations they came from, by id."""
    found: dict[str, Row] = {}
    for start in range(0, len(ids), AT_ONCE):
        some = list(ids[start : start + AT_ONCE])
        rows = await database.run(_RECURRING, owner=owner.key, ids=some, now=now, limit=OF_ONE)
        found |= {row["id"]: row for row in rows}
    return found


async def make(
    transaction: Transaction, owner: Owner, run: str, changes: Sequence[tuple[int, Change]], now: datetime
) -> set[str]:
    """Make memories, each with its place in the plan; the ids of those whose sources are unchanged."""
    rows = [
        row_of(place, one)
        | {
            "sources": [{"id": id_, "text": text} for id_, text in one.made.sources],
            "properties": _properties(one, one.made, now),
        }
        for place, one in changes
        if one.made is not None
    ]
    if not rows:
        return set()
    found = await transaction.run(_MAKE, owner=owner.key, run=run, now=now, labels=labels.MEMORIES, rows=rows)
    return {row["id"] for row in found}


async def unmake(transaction: Transaction, owner: Owner, run: str, ids: Sequence[str]) -> set[str]:
    """Remove a run's memories that nobody pinned, used or linked since; returns their ids."""
    if not ids:
        return set()
    return {row["id"] for row in await transaction.run(_UNMAKE, owner=owner.key, run=run, ids=sorted(ids))}


def _properties(change: Change, made: Made, now: datetime) -> dict[str, Any]:
    valid_from = min(made.said_at, now - timedelta(microseconds=1))
    return {
        "id": change.memory,
        "text": change.text,
        "category": made.category.value,
        "priority": made.category.traits.priority.value,
        "tier": change.after["tier"],
        "sub_tier": SubTier.SCHEMATIC.value,
        "importance": made.importance,
        "initial_importance": made.importance,
        "utility": 0.5,
        "stability": 1.0,
        "storage_strength": 1.0,
        "access_count": 0,
        "last_accessed_at": now,
        "emotions": [],
        "valence": 0.0,
        "arousal": 0.0,
        "flashbulb": False,
        "pinned": False,
        "immutable": False,
        "lesson": "",
        "source_confidence": made.confidence,
        "write_source": WriteSource.DREAM.value,
        "data_source": DataSource.SYSTEM.value,
        "language": made.language,
        "speaker": made.speaker,
        "temporal_type": TemporalType.PERSISTENT.value,
        "said_at": made.said_at,
        "valid_from": valid_from,
        "valid_until": FOREVER,
        "recorded_at": now,
        "retracted_at": FOREVER,
        "foresight": False,
        "captured": False,
        "scope": [],
    }
