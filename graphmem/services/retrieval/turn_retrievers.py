"""The text and vector retrievers over verbatim turns, and their depths."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.palace import Owner
from graphmem.services.retrieval.memory_retrievers import BESIDE, VectorTask
from graphmem.store import recall as retrievers
from graphmem.store import tenants
from graphmem.store.database import Database
from graphmem.store.first_look import Depths

WHOLE_UP_TO = 1_000
"""Drawers up to which the retrievers return all turns of an owner: deeper lists fuse better.
LoCoMo recall@10 with lists of 90, 210, 300 and all: 75.7, 78.4, 80.2, 81.5. 1,000 hits cost little more than 90."""

DEEP_UP_TO, DEEP = 10_000, 300
"""Drawers up to which lists have a depth of DEEP, which costs 4 ms more at that size."""

POOL = 30
OVERFETCH = 4
"""Larger owners' text retriever returns POOL × OVERFETCH hits, as the latency of a recall allows.
No depth depends on the caller's limit, else the order of the first hits would."""

VECTOR_OVERFETCH = 7
"""The vector retriever goes deeper: a shallow list of its approximate index may miss near turns.
At this depth it has 99.3 % of the exact best 10 and 98.8 % of the best 30 among 100,000 turns (`graphmem bench
recall`); at a depth of 90 it had 98.1 % of the best 30 in a trial."""


MEMORY_OVERFETCH = 2
"""The same for memories of large owners, as deep as their own ranking needs; small owners: all.
LoCoMo recall@5 and @10 with lists of 60, 150, 300 and all: 75.9 and 84.4, 76.6 and 84.4, 76.6 and 84.7, the same (a
trial over stored retrievers)."""


TEXT_DEPTHS = Depths(WHOLE_UP_TO, DEEP_UP_TO, DEEP, POOL * OVERFETCH)
"""Depths of the text retriever by the size of the owner."""


async def search(
    database: Database,
    owner: Owner,
    counts: tenants.OwnerCounts,
    *,
    vector: VectorTask,
    by_text: retrievers.Hits,
    until: datetime | None = None,
    project: str | None = None,
) -> dict[str, retrievers.Hits]:
    """Hits by retriever: `by_text`, and the vector retriever's among turns said by `until`.
    Turns of projects other than `project` are left out. Without a vector, only `by_text` is returned."""
    if (known := await vector) is None:
        return {"text": by_text}
    deep = depth(counts, VECTOR_OVERFETCH) * (1 if project is None else BESIDE)
    by_vector = await retrievers.nearest(database, owner, known, deep, until, project)
    return {"vector": by_vector, "text": by_text}


FEWEST = 60
"""Least depth, since an owner with few drawers may hold agent-recorded memories, which have none."""


def depth(counts: tenants.OwnerCounts, overfetch: int) -> int:
    """A retriever's depth by the size of the owner."""
    if counts.drawers <= WHOLE_UP_TO:
        return max(counts.drawers, FEWEST)
    return DEEP if counts.drawers <= DEEP_UP_TO else POOL * overfetch


def memory_depth(counts: tenants.OwnerCounts) -> int:
    """Depth of the vector search for memories, by the size of the owner.
    A deeper list gives more turns a nearest memory."""
    return depth(counts, MEMORY_OVERFETCH)
