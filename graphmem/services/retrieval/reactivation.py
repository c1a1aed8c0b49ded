"""Keeps dormant and dream-made memories out of blocks, and wakes dormant ones that a caller asked for.
The memories from which a dream derived one stand in the block themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from graphmem.model.memory import Tier, WriteSource
from graphmem.model.palace import Owner
from graphmem.model.recall import MemoryHit
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits
from graphmem.store import filing, tiers
from graphmem.store.database import Database, Transaction

SURE_FROM = 0.3
"""Confidence from which a dormant hit is woken."""

RECALLED = "recalled"
"""Reason stored with a memory that a recall woke."""


def remove_dormant(found: QueryHits) -> QueryHits:
    """Remove dormant and dream-made memories from the hits.
    A recall finds dormant ones only on request or as of the past."""
    if not any(map(_stays_out, found.memories)):
        return found
    parts = tuple(replace(part, memories=_without_sleepers(part.memories)) for part in found.parts)
    return replace(found, parts=parts, memories=_without_sleepers(found.memories))


async def wake_shown(database: Database, owner: Owner, shown: Sequence[MemoryHit], options: RecallOptions) -> None:
    """Wake dormant hits of at least SURE_FROM, if the caller asked for dormant memories of the present."""
    if not (options.dormant and options.touch and options.as_of.is_present):
        return
    ids = [hit.memory.id for hit in shown if _sleeps(hit) and hit.confidence >= SURE_FROM]
    if not ids:
        return

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await tiers.wake(transaction, owner, ids, datetime.now(UTC), RECALLED)

    await database.write(work)


def _sleeps(hit: MemoryHit) -> bool:
    return hit.memory.tier is Tier.DORMANT


def _stays_out(hit: MemoryHit) -> bool:
    return _sleeps(hit) or hit.memory.write_source is WriteSource.DREAM


def _without_sleepers(hits: Sequence[MemoryHit]) -> tuple[MemoryHit, ...]:
    return tuple(hit for hit in hits if not _stays_out(hit))
