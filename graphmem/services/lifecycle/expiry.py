"""The expiry step: memories past their valid time sleep, so that no recall shows them as current."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from graphmem.model.dream import Change, Step, StepReport
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.finding import KEPT_AWAKE, Finding, change
from graphmem.services.prospective import LATE, day_of
from graphmem.store import dreams
from graphmem.store.database import Database, Row
from graphmem.store.memory_views import memory_of
from graphmem.store.tiers import AWAKE

RULE = "its time is over"
UNTOLD = "a plan that nobody was told of yet"


async def expiry(database: Database, owner: Owner, now: datetime) -> Finding:
    """All awake memories whose bounded time is over.

    Pinned and immutable ones stay, and for a while those that a person woke and plans that no block announced.
    """
    changes: list[Change] = []
    passed: Counter[str] = Counter()
    for tier in AWAKE:
        async for rows in dreams.expired_memories(database, owner, tier, now, now - LATE):
            woken = [row for row in rows if not row["kept"]]
            over = await asyncio.to_thread(_over, woken)
            passed += Counter({KEPT_AWAKE: len(rows) - len(woken), UNTOLD: len(woken) - len(over)})
            changes += [
                change(row, Step.EXPIRY, RULE, [f"it held until {row['valid_until']:%Y-%m-%d %H:%M}"], Tier.DORMANT,
                       row["sub_tier"])
                for row in over
            ]  # fmt: skip
    return Finding(StepReport(Step.EXPIRY, len(changes) + passed.total(), len(changes), dict(passed)), tuple(changes))


def _over(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if not _waits(row)]


def _waits(row: Row) -> bool:
    return row["untold"] is not None and day_of(memory_of(row["untold"]), row["said_at"]) is not None
