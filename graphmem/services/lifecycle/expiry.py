"""What holds for a time only, and is over, goes to sleep: no recall of the present returns it any more as it is."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.dream import Change, Step, StepReport
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.finding import Finding, change
from graphmem.store import dreams
from graphmem.store.database import Database
from graphmem.store.tiers import AWAKE

RULE = "its time is over"


async def expiry(database: Database, owner: Owner, now: datetime) -> Finding:
    """Everything awake whose time was bounded and has passed; pinned and immutable memories stay."""
    changes: list[Change] = []
    for tier in AWAKE:
        async for rows in dreams.expired(database, owner, tier, now):
            changes += [
                change(row, Step.EXPIRY, RULE, [f"it held until {row['valid_until']:%Y-%m-%d %H:%M}"], Tier.DORMANT,
                       row["sub_tier"])
                for row in rows
            ]  # fmt: skip
    return Finding(StepReport(Step.EXPIRY, len(changes), len(changes)), tuple(changes))
