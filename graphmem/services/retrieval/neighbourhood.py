"""Finds the neighbours of a memory in the graph, breadth first, up to MOST_HOPS links away.

The search reads a bounded number of links of each memory, and keeps as many memories of each hop as were asked for. So
the cost depends on the request alone, never on how popular a node is.
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
    """The surest of the shortest paths to a memory: its edges, each with the entity it runs through, if any.
    `confidence` is the product of the edges' confidences."""

    edges: tuple[tuple[Edge, str | None], ...] = ()
    confidence: float = 1.0

    def on(self, edge: Edge, via: str | None) -> Way:
        """Extend the path by one edge."""
        return Way((*self.edges, (edge, via)), self.confidence * edge.confidence)


async def search(
    database: Database, scope: Scope, start: str, hops: int, types: Collection[LinkType], first: int
) -> dict[str, Way]:
    """At most `first` memories within `hops` links of `start`, nearest first, then surest first."""
    ways: dict[str, Way] = {start: Way()}
    frontier = {start: Way()}
    for _ in range(hops):
        reached: dict[str, Way] = {}
        for seed, id_, edge, via in await _links(database, scope, list(frontier), types, first):
            way = frontier[seed].on(edge, via)
            if id_ not in ways and (id_ not in reached or way.confidence > reached[id_].confidence):
                reached[id_] = way
        best = sorted(reached, key=lambda id_: (-reached[id_].confidence, id_))[: first + 1 - len(ways)]
        frontier = {id_: reached[id_] for id_ in best}
        ways |= frontier
        if not frontier or len(ways) > first:
            break
    del ways[start]
    return ways


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

    async def along_relations() -> list[tuple[str, str, Edge, str | None]]:
        if not relations:
            return []
        rows = await links.linked(database, scope, seeds, relations, limit)
        return [(seed, id_, edge, None) for seed, id_, edge in rows]

    async def through_entities() -> list[tuple[str, str, Edge, str | None]]:
        if LinkType.MENTIONS not in types:
            return []
        rows = await links.shared_entities(database, scope, seeds, limit)
        return [(row.seed, row.id, _mention(row), row.name) for row in rows]

    related, mentioned = await asyncio.gather(along_relations(), through_entities())
    return [*related, *mentioned]


def _mention(shared: links.Shared) -> Edge:
    """The edge of two memories that name one entity; its confidence is 1 / (1 + ln mentions)."""
    confidence = 1 / (1 + math.log(max(shared.mentions, 2)))
    return Edge(LinkType.MENTIONS.value, shared.seed, shared.id, confidence)
