"""Finds the neighbours of a memory in the graph, breadth first, up to four links away.

Each memory on a path has a bounded number of links read, and each frontier is bounded by the number asked for. So the
cost depends on the request alone, never on how popular a node is.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection
from dataclasses import dataclass

from graphmem.errors import InvalidInputError
from graphmem.model.exploration import LinkType, Neighbour
from graphmem.model.memory import Memory
from graphmem.model.recall import Step
from graphmem.store import links
from graphmem.store.cursors import require_count
from graphmem.store.database import Database
from graphmem.store.memory_recall import Edge, Scope

MOST_HOPS = 4
MOST = 100
EVERY_LINK = tuple(LinkType)


@dataclass(frozen=True, slots=True)
class Way:
    """The surest shortest path to a memory: its edges, each with the entity it runs through, if any."""

    edges: tuple[tuple[Edge, str | None], ...] = ()
    confidence: float = 1.0

    def on(self, edge: Edge, via: str | None) -> Way:
        """Extend the path by one edge."""
        return Way((*self.edges, (edge, via)), self.confidence * edge.confidence)


async def search(
    database: Database, scope: Scope, start: str, hops: int, types: Collection[LinkType], first: int
) -> dict[str, Way]:
    """At most `first` memories within `hops` links of `start`, nearest first, then surest first."""
    found: dict[str, Way] = {start: Way()}
    frontier = {start: Way()}
    for _ in range(hops):
        reached: dict[str, Way] = {}
        for seed, id_, edge, via in await _links(database, scope, list(frontier), types, first):
            way = frontier[seed].on(edge, via)
            if id_ not in found and (id_ not in reached or way.confidence > reached[id_].confidence):
                reached[id_] = way
        best = sorted(reached, key=lambda id_: (-reached[id_].confidence, id_))[: first + 1 - len(found)]
        frontier = {id_: reached[id_] for id_ in best}
        found |= frontier
        if not frontier or len(found) > first:
            break
    del found[start]
    return found


def check(hops: int, types: Collection[LinkType], limit: int) -> None:
    """Check the bounds. Raises InvalidInputError, which names the field."""
    if not 1 <= hops <= MOST_HOPS:
        raise InvalidInputError(f"hops is {hops}.", field="hops", remedy=f"Follow 1 to {MOST_HOPS} links.")
    if not types:
        raise InvalidInputError("No type is asked for.", field="types", remedy="Name one or more, or leave it out.")
    require_count(limit, MOST, "limit")


def neighbour(memories: dict[str, Memory], id_: str, way: Way) -> Neighbour:
    """Make the neighbour from its path, with the texts at both ends of each step."""
    steps = tuple(
        Step(edge.type, edge.source, memories[edge.source].text, edge.target, memories[edge.target].text,
             round(edge.confidence, 4), via)
        for edge, via in way.edges
    )  # fmt: skip
    return Neighbour(memories[id_], len(steps), steps, round(way.confidence, 4))


def ids_of(ways: dict[str, Way]) -> list[str]:
    """Ids of all memories on the paths, each once."""
    return list(
        dict.fromkeys(id_ for way in ways.values() for edge, _ in way.edges for id_ in (edge.source, edge.target))
    )


async def _links(
    database: Database, scope: Scope, seeds: list[str], types: Collection[LinkType], limit: int
) -> list[tuple[str, str, Edge, str | None]]:
    """Follow one link from each seed, along relations and through shared entities."""
    relations = [type_.value for type_ in types if type_ is not LinkType.MENTIONS]

    async def along() -> list[tuple[str, str, Edge, str | None]]:
        if not relations:
            return []
        rows = await links.linked(database, scope, seeds, relations, limit)
        return [(seed, id_, edge, None) for seed, id_, edge in rows]

    async def over() -> list[tuple[str, str, Edge, str | None]]:
        if LinkType.MENTIONS not in types:
            return []
        rows = await links.shared_entities(database, scope, seeds, limit)
        return [(row.seed, row.id, _mention(row), row.name) for row in rows]

    first, second = await asyncio.gather(along(), over())
    return [*first, *second]


def _mention(shared: links.Shared) -> Edge:
    """The edge of two memories that name one entity; its confidence is 1 / (1 + ln mentions)."""
    sure = 1 / (1 + math.log(max(shared.mentions, 2)))
    return Edge(LinkType.MENTIONS.value, shared.seed, shared.id, sure)
