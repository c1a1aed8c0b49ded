"""Dormant memories in a recall: they never stand in a block, and one that somebody asked for and got is awake. What a
dream made of others stands in none either: these answer for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from graphmem.model.memory import Tier, WriteSource
from graphmem.model.palace import Owner
from graphmem.model.recall import MemoryHit
from graphmem.services.retrieval.found import Found
from graphmem.services.retrieval.options import Options
from graphmem.store import filing, tiers
from graphmem.store.database import Database, Transaction

SURE_FROM = 0.3
"""Confidence from which a sleeper that was found is what was asked for."""

RECALLED = "recalled"
"""Why a memory that slept is awake."""


def awake(found: Found) -> Found:
    """What was found without what sleeps, which a recall meets on request or when it reads what was known before, and
    without what was derived."""
    if not any(map(_stays_out, found.memories)):
        return found
    parts = tuple(replace(part, memories=_without_sleepers(part.memories)) for part in found.parts)
    return replace(found, parts=parts, memories=_without_sleepers(found.memories))


async def wake_shown(database: Database, owner: Owner, shown: Sequence[MemoryHit], options: Options) -> None:
    """Wake what slept, was asked for, and is sure enough to be about the question."""
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
