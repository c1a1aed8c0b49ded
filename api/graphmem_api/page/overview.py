"""The first page: counts, replaced memories, latest statements, leading entities, pending work."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from graphmem.model.dream import RunState
from graphmem.model.memory import Tier
from graphmem_api.page.visit import Visit

CHANGES, LATEST, NAMED, WAITING = 4, 8, 24, 20
RUNS = 10
"""Dreams searched for the last one that stands."""


async def overview(visit: Visit) -> Response:
    """Show the page or, for an empty memory, how to fill it."""
    memory, owner = visit.memory, visit.owner
    (stats, tiers, latest), (named, reviews), (runs, due, changes) = await asyncio.gather(
        asyncio.gather(
            memory.procedures.stats(owner), memory.dreams.tiers(owner), memory.memories.page(owner, first=LATEST)
        ),
        asyncio.gather(memory.entities.leading(owner, limit=NAMED), memory.reviews.page(owner, first=WAITING)),
        asyncio.gather(
            memory.dreams.runs(owner, first=RUNS),
            memory.prospective.due(owner),
            memory.memories.changes(owner, limit=CHANGES),
        ),
    )
    return visit.page(
        "overview.html",
        stats=stats,
        turns=sum(tally.memories for tally in stats.drawers_by_role.values()),
        tiers=[(tier.value, tiers.get(tier, 0)) for tier in Tier if tiers.get(tier, 0)],
        latest=latest.items,
        named=named,
        due=due,
        changes=changes,
        waiting=len(reviews.items),
        more_waiting=reviews.has_next,
        last_dream=next((run for run in runs.items if run.state is RunState.APPLIED), None),
    )
