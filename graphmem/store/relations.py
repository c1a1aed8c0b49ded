"""Edges between memories, written inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.cognition.pruning import surplus
from graphmem.model.interval import FOREVER
from graphmem.model.palace import Owner
from graphmem.model.relation import Relation, RelationType
from graphmem.model.views import ChangeOfMind
from graphmem.store.database import Database, Transaction
from graphmem.store.queries import bind

_LINK = bind("relation/link_memories", __name__)
_PRUNE = bind("relation/prune_relations", __name__)
_CONTRADICTION = bind("relation/end_contradiction", __name__)
_RELATED = bind("relation/related_pairs", __name__)
_CHANGES = bind("relation/latest_changes", __name__)
CHANGES_REACH = 1_000
"""Latest memories that are searched for replacements."""
MOST_PAIRS = 10_000
MOST_OF_ONE = 100
"""Weak relations (shared topic, shared entity, detail) per memory, without those a person made."""


@dataclass(frozen=True, slots=True)
class RelatedPair:
    """Two statements, the relation of the first to the second, and the source ids of both one's turns."""

    type: str
    new: str
    old: str
    new_sources: tuple[str, ...]
    old_sources: tuple[str, ...]


async def related_pairs(database: Database, owner: Owner, types: Collection[RelationType]) -> list[RelatedPair]:
    """Live relations of these types, in the order they were said; MOST_PAIRS at most."""
    rows = await database.run(_RELATED, owner=owner.key, types=[type_.value for type_ in types], limit=MOST_PAIRS)
    return [
        RelatedPair(
            row["type"],
            row["new"],
            row["old"],
            tuple(filter(None, row["new_sources"])),
            tuple(filter(None, row["old_sources"])),
        )
        for row in rows
    ]


async def changes(database: Database, owner: Owner, limit: int) -> list[ChangeOfMind]:
    """The latest replacements of memories, the last said first."""
    rows = await database.run(_CHANGES, owner=owner.key, reach=CHANGES_REACH, limit=limit)
    return [ChangeOfMind(**(row | {"ended": None if row["ended"] == FOREVER else row["ended"]})) for row in rows]


async def link(
    transaction: Transaction,
    owner: Owner,
    relations: Sequence[tuple[Relation, datetime]],
    now: datetime,
    *,
    limit: int | None = None,
) -> int:
    """Write edges (relation, start of valid time), symmetric ones from the smaller id; how many are new.

    With a `limit`, an owner with more live relations loses the least telling ones, down to 90 % of it.
    """
    rows = [_row(relation, since) for relation, since in relations if relation.source != relation.target]
    if not rows:
        return 0
    rows.sort(key=lambda row: (str(row["source"]), str(row["target"])))
    linked = (await transaction.run(_LINK, owner=owner.key, rows=rows, now=now, forever=FOREVER, most=MOST_OF_ONE))[0]
    if limit is not None and (too_many := surplus(linked["relations"], limit=limit)) > 0:
        await transaction.run(_PRUNE, owner=owner.key, surplus=too_many, now=now)
    return int(linked["made"])


async def end_contradiction(transaction: Transaction, owner: Owner, one: str, other: str, now: datetime) -> int:
    """End the contradiction of two memories, unless a person stated it; return the number of edges."""
    rows = await transaction.run(_CONTRADICTION, owner=owner.key, one=one, other=other, now=now)
    return int(rows[0]["ended"]) if rows else 0


def _row(relation: Relation, since: datetime) -> dict[str, object]:
    source, target = relation.source, relation.target
    if relation.type.symmetric and target < source:
        source, target = target, source
    return {
        "source": source,
        "target": target,
        "type": relation.type.value,
        "confidence": relation.confidence,
        "detected_by": relation.detected_by,
        "grounds": list(relation.grounds) or None,
        "valid_from": since,
        "weak": relation.type.prunable and relation.detected_by != "manual",
    }
