"""What holds for a time only, and is over, goes to sleep: no recall of the present returns it any more as it is."""

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
    """Everything awake whose time was bounded and has passed; pinned and immutable memories stay, and for a while
    what a person woke and a plan that nobody was told of."""
    changes: list[Change] = []
    passed: Counter[str] = Counter()
    for tier in AWAKE:
        async for rows in dreams.expired(database, owner, tier, now, now - LATE):
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
