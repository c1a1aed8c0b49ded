"""Relations between statements, with the turns behind both, for evaluations and tests."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.store.database import Database

MOST_PAIRS = 10_000

_RELATED = """
MATCH (a:Memory {owner: $owner})-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]->(b:Memory)
WHERE type(e) IN $types AND e.retracted_at > datetime()
  AND a.forgotten_at IS NULL AND b.forgotten_at IS NULL
RETURN type(e) AS type, a.text AS new, b.text AS old,
       [(a)-[:DERIVED_FROM]->(d:Drawer) | d.source_id] AS new_sources,
       [(b)-[:DERIVED_FROM]->(d:Drawer) | d.source_id] AS old_sources
ORDER BY a.said_at, a.id
LIMIT $limit
"""


@dataclass(frozen=True, slots=True)
class RelatedPair:
    """Two statements, the relation of the first to the second, and the source ids of both one's turns."""

    type: str
    new: str
    old: str
    new_sources: tuple[str, ...]
    old_sources: tuple[str, ...]


async def related(database: Database, owner: Owner, *types: RelationType) -> list[RelatedPair]:
    """Live relations of these types, in the order they were said; MOST_PAIRS at most."""
    given = {"owner": owner.key, "types": [type_.value for type_ in types], "limit": MOST_PAIRS}
    found = await database.driver.execute_query(_RELATED, given, database_=database.address.database)
    return [
        RelatedPair(
            row["type"],
            row["new"],
            row["old"],
            tuple(filter(None, row["new_sources"])),
            tuple(filter(None, row["old_sources"])),
        )
        for row in found.records
    ]
