"""A map of an owner's memory: at most 2,000 nodes, the weightiest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.memory_map import MemoryMap
from graphmem.model.palace import Owner
from graphmem.store import memory_maps
from graphmem.store.database import Database

MOST_NODES = 2_000
"""More can neither be told apart on a screen nor laid out while somebody waits."""

MOST_ENTITIES = 500


@dataclass(frozen=True, slots=True)
class MemoryMaps:
    """The owner's memory as nodes and edges."""

    database: Database

    async def of(self, owner: Owner, *, as_of: AsOf = PRESENT, most: int = MOST_NODES) -> MemoryMap:
        """The map as of an instant, of at most `most` nodes, a quarter of them entities.

        Entities that no memory of the map names and no fact connects are left out.
        """
        bounds = as_of.bounds(datetime.now(UTC))
        found = await memory_maps.nodes(self.database, owner, bounds, most)
        entities = found.entities[: min(most // 4, MOST_ENTITIES)]
        memories = found.memories[: most - len(entities)]
        ids, uris = [one.id for one in memories], [one.uri for one in entities]
        edges = await memory_maps.edges(self.database, owner, bounds, ids, uris, found.merged)
        met = {end for edge in edges for end in (edge.source, edge.target)}
        shown = tuple(one for one in entities if one.uri in met)
        return MemoryMap(
            memories,
            shown,
            tuple(edges),
            memories_left_out=found.held - len(memories),
            entities_left_out=found.named - len(shown),
            more=found.more,
        )
