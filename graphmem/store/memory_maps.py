"""Maps of an owner's memory, read in two statements whatever its size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.model.category import Category
from graphmem.model.instant import Bounds
from graphmem.model.memory import Tier
from graphmem.model.memory_map import FACT, MENTIONS, MapEdge, MapEntity, MapMemory
from graphmem.model.palace import Owner
from graphmem.store.database import Database
from graphmem.store.queries import bind
from graphmem.store.rows import instant, row_of

REACH = 4_000
"""Latest memories of a tier, among which the weightiest are chosen."""

POOL = 2_000
"""Entities with the most mentions that are read; one with a single mention and no fact is left out."""

RELATIONS_REACH, EACH = 200, 8
"""Relations read per memory, and edges of a kind kept per node: more of them draw an unreadable map."""

_NODES = bind("map/map_nodes", __name__)
_EDGES = bind("map/map_edges", __name__)


@dataclass(frozen=True, slots=True)
class MapNodes:
    """Memories and entities for a map, the weightiest first, with the number of each.

    `merged` maps the address of a merged entity to the one it was merged into.
    """

    memories: tuple[MapMemory, ...]
    entities: tuple[MapEntity, ...]
    merged: dict[str, str]
    held: int
    named: int
    more: bool


async def nodes(database: Database, owner: Owner, bounds: Bounds, most: int) -> MapNodes:
    """The memories and entities for a map as of an instant, at most `most` of either kind."""
    (row,) = await database.run(
        _NODES,
        owner=owner.key,
        **row_of(bounds),
        tiers=[tier.value for tier in Tier],
        reach=REACH,
        pool=POOL,
        most=most,
    )
    return MapNodes(
        memories=tuple(_memory(*found) for found in row["memories"]),
        entities=tuple(MapEntity(*found[:4]) for found in row["entities"]),
        merged={other: found[0] for found in row["entities"] for other in found[4]},
        held=row["held"],
        named=row["named"],
        more=row["more"],
    )


async def edges(
    database: Database, owner: Owner, bounds: Bounds, ids: Sequence[str], uris: Sequence[str], merged: dict[str, str]
) -> list[MapEdge]:
    """The edges between these memories and entities as of an instant.

    A merged entity counts as the one it was merged into.
    """
    asked = [*uris, *(other for other, into in merged.items() if into in set(uris))]
    (row,) = await database.run(
        _EDGES,
        owner=owner.key,
        **row_of(bounds),
        ids=list(ids),
        uris=asked,
        reach=RELATIONS_REACH,
        each=EACH,
    )
    found = [MapEdge(source, kind, target, instant(start), instant(end))
             for source, kind, target, start, end in row["relations"]]  # fmt: skip
    found += [MapEdge(memory, MENTIONS, merged.get(uri, uri)) for memory, uri in row["mentions"]]
    for subject, predicate, object_, start, end in row["facts"]:
        source, target = merged.get(subject, subject), merged.get(object_, object_)
        if source != target:
            found.append(MapEdge(source, FACT, target, instant(start), instant(end), predicate))
    return list(dict.fromkeys(found))


def _memory(id_: str, text: str, tier: str, category: str, importance: Any, start: int, end: int | None) -> MapMemory:
    begins = instant(start)
    assert begins is not None
    return MapMemory(id_, text, Tier(tier), Category(category), importance or 0.0, begins, instant(end))
