"""Rehearsal of fading memories: like a learner's self-test, it makes them fade more slowly.

It is no use of the memory: rehearsal adds nothing to its worth in a dream.
"""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.cognition.decay import days_until, retention
from graphmem.cognition.rehearsing import BELOW, MOST, rehearsed
from graphmem.model.dream import Change, Step, StepReport
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.finding import Finding, days_between
from graphmem.store import rehearsals
from graphmem.store.database import Database, Row
from graphmem.store.tiers import AWAKE

FADED = "it would hardly come to mind"


async def rehearsal(database: Database, owner: Owner, now: datetime, changed: frozenset[str] = frozenset()) -> Finding:
    """The awake memories due for rehearsal, MOST at most; pinned, immutable and derived ones are left out.
    Memories that another step of this dream `changed` wait for the next dream."""
    found: list[Row] = []
    for tier in AWAKE:
        found += await rehearsals.faded_memories(database, owner, tier, now, folds=days_until(BELOW, 1.0), limit=MOST)
    found = [row for row in found if row["id"] not in changed]
    found.sort(key=lambda row: (row["in_mind_at"], row["id"]))
    changes = tuple(_rehearsed(row, now) for row in found[:MOST])
    left = len(found) - len(changes)
    skipped = {f"more than {MOST} at once": left} if left else {}
    return Finding(StepReport(Step.REHEARSAL, len(found), len(changes), skipped), changes)


def _rehearsed(row: Row, now: datetime) -> Change:
    days = days_between(row["in_mind_at"], now)
    place = {"tier": row["tier"], "sub_tier": row["sub_tier"]}
    before = {"stability": repr(row["stability"]), "rehearsed_at": rehearsals.stored_instant(row["rehearsed_at"])}
    longer = rehearsed(row["stability"])
    return Change(
        memory=row["id"],
        text=row["text"],
        step=Step.REHEARSAL,
        rule=FADED,
        evidence=(f"retention {retention(days, row['stability']):.2f} after {days:.0f} days",),
        before=place | before,
        after=place
        | {"stability": repr(round(longer, 4)), "rehearsed_at": rehearsals.stored_instant(now.astimezone(UTC))},
        seen=tuple(row["seen"]),
    )
