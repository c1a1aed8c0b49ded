"""The retrievers over verbatim turns: how deep each looks, and what it finds."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.palace import Owner
from graphmem.services.retrieval.memory_retrievers import BESIDE, Promised
from graphmem.store import recall as retrievers
from graphmem.store import tenants
from graphmem.store.database import Database
from graphmem.store.first_look import Depths

WHOLE_UP_TO = 1_000
"""Owners with at most so many drawers are ranked whole: the deeper the lists, the better they fuse (LoCoMo recall@10
with lists of 90, 210, 300 and all: 75.7, 78.4, 80.2, 81.5), and a thousand hits cost little more than ninety."""

DEEP_UP_TO, DEEP = 10_000, 300
"""Owners with at most so many drawers are asked for lists this deep, which among so few costs 4 ms more."""

POOL = 30
OVERFETCH = 4
"""Beyond that the text retriever is asked for POOL × OVERFETCH hits, what the time of a recall allows. No depth hangs
on how many hits the caller wants: the order of the first ones would change with it."""

VECTOR_OVERFETCH = 7
"""The vector retriever is asked for more: its index is approximate, and what it leaves out of a shallow list is not
always last. Of the exact best 10 and 30 among 100,000 turns it has 99.3 % and 98.8 % at this depth, as
`graphmem bench recall` publishes; at 90 of 30 it had 98.1 % in a trial."""


MEMORY_OVERFETCH = 2
"""The same for memories of large owners: no deeper than their own order wants. A small owner's are all looked at
(LoCoMo recall@5 and @10 with lists of 60, 150, 300 and all: 75.9 and 84.4, 76.6 and 84.4, 76.6 and 84.7, the same; a
trial over stored retrievers)."""


TEXT_DEPTHS = Depths(WHOLE_UP_TO, DEEP_UP_TO, DEEP, POOL * OVERFETCH)
"""How deep the text retriever looks, by the size of the owner."""


async def search(
    database: Database,
    owner: Owner,
    counts: tenants.OwnerCounts,
    *,
    vector: Promised,
    by_text: retrievers.Hits,
    until: datetime | None = None,
    project: str | None = None,
) -> dict[str, retrievers.Hits]:
    """What the text retriever found and the vector retriever finds among turns said by `until` and in no other
    `project`; without a vector, only the text retriever."""
    if (known := await vector) is None:
        return {"text": by_text}
    deep = depth(counts, VECTOR_OVERFETCH) * (1 if project is None else BESIDE)
    by_vector = await retrievers.nearest(database, owner, known, deep, until, project)
    return {"vector": by_vector, "text": by_text}


FEWEST = 60
"""Asked for of an owner with fewer drawers: memories that an agent recorded of its work stand in none."""


def depth(counts: tenants.OwnerCounts, overfetch: int) -> int:
    """How many hits a retriever is asked for, by the size of the owner."""
    if counts.drawers <= WHOLE_UP_TO:
        return max(counts.drawers, FEWEST)
    return DEEP if counts.drawers <= DEEP_UP_TO else POOL * overfetch


def memory_depth(counts: tenants.OwnerCounts) -> int:
    """How many memories the vector retriever is asked for, by the size of the owner: the more are known, the more turns
    have a nearest statement."""
    return depth(counts, MEMORY_OVERFETCH)
